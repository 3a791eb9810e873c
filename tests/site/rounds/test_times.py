"""The times of the rounds: typed in the event's own zone, told to published rounds, counted down on the pages."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.site.championship import draw, make_championship, publish
from tests.site.factories import make_event, person
from tests.site.reading import text
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.round_times import set_times
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.results import Result
from tournaments.domain.rounds.usual_ways import WAYS
from tournaments.models import Event, Game, LogEntry
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.rounds import round_times

pytestmark = pytest.mark.django_db

BERLIN = ZoneInfo("Europe/Berlin")
URL = "/e/open/times/"
ROW = [
    ((60, 9), "05T10:00 05T11:00 05T12:00 05T13:00 05T14:00"),
    ((90, 2), "05T10:00 05T11:30 06T10:00 06T11:30 07T10:00"),
    ((30, 1), "05T10:00 06T10:00 07T10:00 08T10:00 09T10:00"),
]


@pytest.mark.parametrize(("how", "expected"), ROW)
def test_rounds_in_a_row(how, expected):
    minutes, a_day = how
    times = round_times.make_round_times(datetime(2026, 12, 5, 10), minutes, range(1, 6), a_day, BERLIN)
    assert [text[8:] for text in round_times.serialize_round_times(times).values()] == expected.split()


def test_every_sixty_minutes_is_sixty_minutes_also_in_the_night_in_which_clocks_change():
    times = round_times.make_round_times(datetime(2027, 3, 28, 1, 30), 60, range(1, 4), 9, BERLIN)
    assert [f"{at:%H:%M}" for at in times.values()] == ["01:30", "03:30", "04:30"]


CLOCKS = [
    ("2027-03-28T02:30", "Round 1: there is no 02:30 on that day, since clocks are put forward."),
    ("2027-10-31T02:30", "Round 1: 02:30 comes twice on that day, since clocks are put back."),
    ("2027-03-28T01:59", ""),
    ("2027-03-28T03:00", ""),
    ("2027-10-31T01:59", ""),
    ("2027-10-31T03:00", ""),
]


@pytest.mark.parametrize(("typed", "sentence"), CLOCKS)
def test_a_time_that_clocks_do_not_show_or_show_twice_is_named(chief, event, typed, sentence):
    answer = chief.post(URL, {"round-1": typed})
    assert answer.status_code == (422 if sentence else 302)
    assert sentence in text(answer)
    event.refresh_from_db()
    assert event.round_times == ({} if sentence else {"1": typed})


@pytest.fixture
def event(db):
    return make_event(rounds=1, time_zone="Europe/Berlin")


@pytest.fixture
def chief(client, event):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return client


def test_times_are_typed_in_the_zone_of_the_event(chief, event):
    assert chief.post(URL, {"round-1": "2026-12-05T10:00", "round-3": "2026-12-05T14:30"})["Location"] == URL
    event.refresh_from_db()
    assert event.round_times == {"1": "2026-12-05T10:00", "3": "2026-12-05T14:30"}
    assert event.rounds.get().starts_at == datetime(2026, 12, 5, 9, tzinfo=UTC)
    entry = LogEntry.objects.get()
    assert (entry.action, entry.before, entry.after) == ("times", {}, event.round_times)
    chief.post(URL, {"round-1": "2026-12-05T10:00", "round-3": "2026-12-05T14:30"})
    assert LogEntry.objects.count() == 1, "the same again writes nothing"


def test_another_zone_moves_the_moments_and_not_the_clocks(event):
    set_times(event, {1: datetime(2026, 12, 5, 10)}, COMMAND)
    change_settings(event, {"time_zone": "Asia/Tokyo"}, COMMAND)
    event.refresh_from_db()
    assert event.round_times == {"1": "2026-12-05T10:00"}
    assert event.rounds.get().starts_at == datetime(2026, 12, 5, 1, tzinfo=UTC)


def test_a_row_leaves_published_rounds_alone(chief, event):
    set_times(event, {1: datetime(2026, 12, 4, 18)}, COMMAND)
    chief.post(f"{URL}fill/", {"first": "2026-12-05T10:00", "minutes": "60", "a_day": "9"})
    event.refresh_from_db()
    assert list(event.round_times.values())[:3] == ["2026-12-04T18:00", "2026-12-05T10:00", "2026-12-05T11:00"]
    assert len(event.round_times) == 5


@pytest.mark.parametrize(
    ("verb", "fields", "sentence"),
    [
        ("", {"round-1": "soon"}, "This is not a date and time"),
        ("", {"round-1": "2026-12-05T10:00", "round-2": "2026-12-05T10:00"}, "Round 2 must begin after round 1"),
        ("fill/", {"first": "", "minutes": "60", "a_day": "9"}, "This field is required"),
        ("fill/", {"first": "2026-12-05T10:00", "minutes": "0", "a_day": "9"}, "greater than or equal to 1"),
    ],
)
def test_what_is_wrong_is_stated_and_nothing_is_stored(chief, event, verb, fields, sentence):
    answer = chief.post(URL + verb, fields)
    assert answer.status_code == 422
    assert sentence in text(answer)
    event.refresh_from_db()
    assert event.round_times == {}


def test_a_published_round_takes_its_time_over(event):
    event = make_championship(8, slug="club", discipline="chess", time_zone="Europe/Berlin")
    set_plan(event, WAYS[2].make(3), COMMAND)
    set_times(event, {1: datetime(2026, 12, 5, 10)}, COMMAND)
    draw(event)
    publish(event)
    assert event.rounds.get().starts_at == datetime(2026, 12, 5, 9, tzinfo=UTC)


def test_the_line_of_state_names_the_next_round(client, event):
    soon = timezone.now().replace(second=0, microsecond=0) + timedelta(minutes=30)
    berlin = soon.astimezone(round_times.ZoneInfo("Europe/Berlin")).replace(tzinfo=None)
    set_times(event, {1: berlin - timedelta(days=1), 2: berlin, 3: berlin + timedelta(hours=2)}, COMMAND)
    page = client.get("/e/open/").content.decode()
    assert "clock.js" in page
    assert page.count('class="begins"') == 2
    assert f'data-at="{berlin:%Y-%m-%dT%H:%M}:00+0' in page
    assert page.index("Round 2 starts") < page.index("Round 3 starts")


PLAYED_EARLY = [
    ("not begun", {}, 4, True),
    ("one result is in", {"result": Result.WHITE}, 1, False),
    ("all results are in", {"result": Result.WHITE}, 4, False),
    ("forfeits that it was published with", {"result": Result.WHITE_FORFEIT, "entered_at": None}, 1, True),
]


@pytest.mark.parametrize(("_case", "stored", "boards", "is_announced"), PLAYED_EARLY)
def test_no_round_that_is_played_is_announced(client, _case, stored, boards, is_announced):
    event = make_event(rounds=1)
    later = timezone.localtime(timezone.now() + timedelta(hours=18), ZoneInfo(event.time_zone)).replace(tzinfo=None)
    set_times(event, {1: later, 2: later + timedelta(hours=2)}, COMMAND)
    games = Game.objects.filter(round__event=event, black__isnull=False)
    games.update(result="", entered_at=None)
    games.filter(board__lte=boards).update(**{"entered_at": timezone.now(), **stored} if stored else {"result": ""})
    clear_caches()
    page = client.get("/e/open/").content.decode()
    assert ("Round 1 starts" in page) == is_announced
    assert "Round 2 starts" in page


def test_nothing_is_announced_above_a_final_table(client, event):
    later = datetime.now(BERLIN).replace(tzinfo=None) + timedelta(hours=18)
    set_times(event, {1: later, 2: later + timedelta(hours=2)}, COMMAND)
    Event.objects.filter(pk=event.pk).update(final_at=timezone.now())
    clear_caches()
    assert 'class="begins"' not in client.get("/e/open/").content.decode()


def test_an_event_without_times_needs_no_clock(client, event):
    page = client.get("/e/open/").content.decode()
    assert "clock.js" not in page
    assert 'class="begins"' not in page
