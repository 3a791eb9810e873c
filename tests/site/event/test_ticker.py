"""The lines of the ticker, each value of them: when, where, who, and where they rose or fell."""

from datetime import UTC, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tournaments.domain.event.happenings import Happening, HappeningSide, What
from tournaments.models import Event
from tournaments.pages.event.ticker import write_lines

ANNA, BO = HappeningSide(1, "Anna", "1", moved=2, place=3), HappeningSide(2, "Bo", "0", moved=-1, place=4)


def write(*happenings, zone="UTC"):
    return write_lines(Event(time_zone=zone), happenings)


def test_a_result_names_both_sides_and_where_they_have_moved():
    now = timezone.now()
    (line,) = write(Happening(What.RESULT, now, 2, 1, (ANNA, BO)))
    assert [(side.number, side.name, side.trend, side.move) for side in line.sides] == [
        (1, "Anna", "up", "up 2 places"),
        (2, "Bo", "down", "down 1 place"),
    ]
    assert [side.arrow for side in line.sides] == ["▲2", "▼1"]
    assert (line.what, line.rows, line.round) == ("result", ("p1", "p2", "b1"), 0)
    assert line.time == f"{now:%H:%M}"


def test_a_board_that_is_open_again_names_no_sides():
    sides = tuple(side._replace(mark="") for side in (ANNA, BO))
    (line,) = write(Happening(What.CORRECTION, timezone.now(), 2, 1, sides))
    assert (line.sides, line.what) == ((), "correction")


def test_a_published_round_is_known_by_its_number_alone():
    (line,) = write(Happening(What.PUBLISHED, timezone.now(), 3))
    assert (line.round, line.sides, line.rows, line.name) == (3, (), (), "published-3")


@pytest.mark.parametrize("days", [1, 7, 365])
def test_another_day_has_no_time(days):
    (line,) = write(Happening(What.FINAL, timezone.now() - timedelta(days=days)))
    assert line.time == ""


def test_today_is_the_day_in_the_hall():
    """One of these zones has another day than London now, whenever the test runs."""
    now = timezone.now().astimezone(UTC)
    zone = "Pacific/Kiritimati" if now.hour >= 10 else "Pacific/Pago_Pago"
    here = now.astimezone(ZoneInfo(zone))
    assert here.date() != now.date()
    (line,) = write(Happening(What.PUBLISHED, now, 1), zone=zone)
    assert line.time == f"{here:%H:%M}"
