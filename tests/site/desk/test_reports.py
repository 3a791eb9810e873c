"""Players report a result on their phone: what comes of one report, and of two."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.site.desk.slips import send, slip_of, stored
from tests.site.factories import game, person
from tests.site.reading import HTMX, text
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.reports import report_result
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import LogEntry, PlayerReport

pytestmark = pytest.mark.django_db


@pytest.fixture
def url(event):
    return slip_of(event)


REPORTS = [  # White's word, Black's word, the result that stands afterwards, whether it is provisional
    ("10", None, "", False),
    ("10", "10", "10", True),
    ("10", "01", "", False),
    ("==", "==", "==", True),
]


@pytest.mark.parametrize(("white", "black", "result", "provisional"), REPORTS)
def test_two_equal_reports_make_a_provisional_result(client, event, url, white, black, result, provisional):
    send(client, url, white, side="w")
    if black:
        send(Client(), url, black, side="b")
    assert stored(event)[:2] == (result, provisional)
    assert game(event, 2, 1).entered_by is None


def test_the_same_side_twice_is_one_word(client, event, url):
    for _ in range(3):
        send(client, url, "10", side="w")
    assert stored(event)[0] == ""
    assert LogEntry.objects.filter(action="report").count() == 1


def test_one_phone_does_not_speak_for_both_sides(client, event, url):
    send(client, url, "10", side="w")
    for result in ("10", "01"):
        answer = send(client, url, result, side="b")
        assert answer.status_code == 422
        assert "This phone has already reported for the other player." in text(answer)
    assert stored(event)[0] == ""
    assert [(claim.side, claim.revision) for claim in PlayerReport.objects.all()] == [("w", 1)]
    assert send(client, url, "01", side="w").status_code == 302, "its own word it may change"
    assert send(client, slip_of(event, board=2), "10", side="b").status_code == 302, "and speak at another board"
    client.force_login(person("anna", event))
    assert send(client, url, "10").status_code == 302, "an arbiter's phone enters what it likes"


def test_a_phone_is_known_by_a_cookie_that_leaves_the_slips_alone(client, event, url):
    cookie = client.get(url).cookies["slip-device"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/slip/", True, "Lax")
    assert cookie["max-age"] == 7 * 24 * 60 * 60, "a week, as the page about privacy says"
    assert "slip-device" not in client.get(url).cookies, "it stays the same"
    send(client, url, "10", side="w")
    assert cookie.value not in str(list(PlayerReport.objects.values())), "hashed at rest"


def test_a_player_says_who_he_is(client, event, url):
    answer = send(client, url)
    assert answer.status_code == 422
    assert "which of the two players you are" in text(answer)
    assert not PlayerReport.objects.exists()


@pytest.mark.parametrize("result", ["+-", "--", "WL", "00", "", "??", "U", "17"])
def test_players_report_games_that_were_played(client, event, url, result):
    assert send(client, url, result, side="w").status_code == 422
    assert not PlayerReport.objects.exists()


def test_a_changed_mind_after_agreement_is_shown_to_the_arbiter(client, event, url):
    other = Client()
    send(client, url, "10", side="w")
    send(other, url, "10", side="b")
    answer = send(other, url, "01", side="b", **HTMX)
    assert "Your reports differ" in text(answer)
    assert stored(event)[0] == "10"
    client.force_login(person("anna", event))
    assert "the players’ reports differ: Sørensen, Bo 1-0 · Weiß, Carl 0-1" in text(client.get("/e/open/desk/2/"))


def test_reports_touch_nothing_that_an_arbiter_entered(client, event, url):
    arbiter = Actor(person("anna", event), Role.ARBITER)
    enter_result(event, 2, 1, Entry("10", version=0, uuid=uuid4()), arbiter)
    send(client, url, "01", side="w")
    send(Client(), url, "01", side="b")
    assert stored(event) == ("10", False, 1)


def test_the_arbiters_same_result_confirms_two_reports(client, event, url):
    send(client, url, "10", side="w")
    send(Client(), url, "10", side="b")
    arbiter = Actor(person("anna", event), Role.ARBITER)
    answer = enter_result(event, 2, 1, Entry("10", version=0, uuid=uuid4()), arbiter)
    assert answer.outcome == "checked"
    assert stored(event)[:2] == ("10", False)
    assert list(LogEntry.objects.values_list("action", flat=True)) == ["check", "enter", "report", "report"]


def test_a_report_may_change_ten_times(client, event, url):
    for number in range(10):
        assert send(client, url, ("10", "01")[number % 2], side="w").status_code == 302
    answer = send(client, url, "==", side="w")
    assert answer.status_code == 422
    assert "changed too often" in text(answer)


def test_the_round_before_takes_no_reports(client, event):
    url = slip_of(event, number=1)
    answer = send(client, url, side="w")
    assert answer.status_code == 422
    assert "Round 1 is over" in text(answer)


def test_an_event_without_reports(client, event, url):
    event.takes_reports = False
    event.save()
    assert "Only arbiters enter results here" in text(client.get(url))
    assert send(client, url, side="w").status_code == 422
    with pytest.raises(Refusal, match="does not accept reports"):
        report_result(event, 2, 1, "w", Entry("10"), COMMAND)


@pytest.mark.parametrize("others", [False, True])
def test_a_report_does_not_count_for_another_player_after_a_swap(event, others):
    seats = {board: game(event, 2, board) for board in (1, 2)}
    report_result(event, 2, 1, "w", Entry("10"), COMMAND)
    one = seats[1].white.number
    other = seats[2].white.number if others else seats[1].black.number
    swap_seats(event, 2, (one, other), COMMAND, "wrong seats")
    assert report_result(event, 2, 1, "b", Entry("10"), COMMAND).outcome == "reported"
    assert game(event, 2, 1).result == ""


def test_reports_appear_at_the_desk(client, event, url):
    desk = Client()
    desk.force_login(person("anna", event))
    seen = {"seen": "1.0-0 2.0-0 3.0-0 4.0-0"}
    send(client, url, "10", side="w")
    rows = desk.get("/e/open/desk/2/", seen, **HTMX)
    assert re.findall(r'<tbody id="(d\d+)"', rows.content.decode()) == ["d1"]
    assert "reported: Sørensen, Bo 1-0" in text(rows)


# Two equal reports from one network address within moments may be one person's: the desk says so.

HINT = "Both reports came from one network address"
CASES = [  # the address of the first report, of the second, seconds between them, what the second says, the hint
    ("10.0.0.7", "10.0.0.7", 5, "10", True),
    ("10.0.0.7", "10.0.0.8", 5, "10", False),
    ("10.0.0.7", "10.0.0.7", 31, "10", False),
    ("10.0.0.7", "10.0.0.7", 5, "01", False),
    ("2001:db8:1:2::1", "2001:db8:1:2::2", 5, "10", True),
    ("2001:db8:1:2::1", "2001:db8:1:3::1", 5, "10", False),
]


@pytest.mark.parametrize(("first", "second", "seconds", "result", "is_hinted"), CASES)
def test_the_desk_hints_at_reports_of_one_address(event, first, second, seconds, result, is_hinted):
    url = slip_of(event)
    assert send(Client(REMOTE_ADDR=first), url, "10", side="w").status_code == 302
    PlayerReport.objects.update(at=timezone.now() - timedelta(seconds=seconds))
    assert send(Client(REMOTE_ADDR=second), url, result, side="b").status_code == 302
    assert stored(event)[0] == ("10" if result == "10" else ""), "nobody is refused"
    desk = Client()
    desk.force_login(person("anna", event))
    assert (HINT in desk.get("/e/open/desk/2/").content.decode()) == is_hinted
    assert HINT not in Client().get("/e/open/round/2/").content.decode()
