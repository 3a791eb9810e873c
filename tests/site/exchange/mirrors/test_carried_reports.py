"""Players report on the server that shows an event, and their reports count on the laptop that keeps it."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.mirrored import Pair
from tests.servers.server import wait_for
from tests.servers.weather import Weather, double, hold, lose, lose_answer
from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.factories import make_event, person
from tiebreaks.refusal import Refusal
from tournaments.access import tokens
from tournaments.actions.desk.reports import MOST_CHANGES, report_result
from tournaments.actions.desk.slip_codes import issue_slip_codes
from tournaments.actions.exchange.carried_reports import (
    list_carried_reports,
    name_slips,
    receive_slips,
    take_reports,
    write_slips,
)
from tournaments.actions.exchange.mirror_links import begin_mirror_link
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.exchange.mirror_messages import Receipt, ReportMessage
from tournaments.models import Event, Mirror, MirrorLink, Player, PlayerReport, Token
from tournaments.queries.exchange.mirror_state import find_slips_site

SLIPS = """
import json
from tournaments.actions.desk.slip_codes import create_slip_codes
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
event = Event.objects.get(slug="cup")
Event.objects.update(takes_reports=True)
codes = create_slip_codes(event, 1, COMMAND, of_sides=OF_SIDES)
print(json.dumps([[code.typed for code in codes[board]] for board in (1, 2)]))
"""
REPORT = """
from uuid import uuid4
from django.test import Client
client = Client(SERVER_NAME="127.0.0.1")
opened = client.post("/slip/", {"code": CODE})
said = {"version": 0, "uuid": uuid4(), "confirm": "yes", "side": SIDE, "result": RESULT}
print(client.post(opened["Location"], said).status_code if opened.status_code == 302 else opened.status_code)
"""
STORED = """
import json
from tournaments.models import Game, LogEntry, PlayerReport
games = Game.objects.filter(round__event__slug="cup").order_by("board")
reports = PlayerReport.objects.order_by("game__board", "-side").values_list("game__board", "side", "result", "revision")
print(json.dumps({
    "games": [[each.result, each.is_provisional] for each in games],
    "player_reports": list(map(list, reports)),
    "reports": LogEntry.objects.filter(action="report").count(),
    "refused": LogEntry.objects.filter(action="report-refused").count(),
}))
"""


def print_slips(pair, *, of_sides=False):
    """Print the slips on the laptop, and wait until the mirror knows them."""
    codes = json.loads(pair.laptop.python(f"OF_SIDES = {of_sides}{SLIPS}"))
    count = 2 * sum(map(len, codes))
    known = "from tournaments.models import Token\nprint(Token.objects.count())"
    wait_for(lambda: int(pair.net.python(known)) >= count, "the slips to arrive")
    return codes


def report(pair, code, side, result):
    return int(pair.net.python(f"CODE, SIDE, RESULT = {code!r}, {side!r}, {result!r}{REPORT}"))


def stored(pair):
    return json.loads(pair.laptop.python(STORED))


@pytest.fixture
def pair(new_server):
    laptop, net = new_server().start(), new_server().start()
    laptop.python(NEW_EVENT)
    return Pair(laptop, net)


servers = [pytest.mark.db, pytest.mark.timeout(300)]


def with_servers(test):
    for mark in servers:
        test = mark(test)
    return test


@with_servers
def test_two_equal_reports_on_the_net_make_a_provisional_result_in_the_hall(pair):
    pair.begin()
    pair.wait_until_equal()
    codes = print_slips(pair)
    assert [report(pair, codes[0][0], side, "10") for side in "wb"] == [302, 302]
    wait_for(lambda: stored(pair)["games"][0] == ["10", True], "the result to come")
    assert stored(pair)["player_reports"] == [[1, "w", "10", 1], [1, "b", "10", 1]]
    pair.wait_until_equal()


@with_servers
@pytest.mark.faults
def test_each_reports_with_a_code_of_their_own(pair):
    pair.begin()
    pair.wait_until_equal()
    codes = print_slips(pair, of_sides=True)
    assert report(pair, codes[0][0], "b", "01") == 422, "White's code"
    assert report(pair, codes[0][1], "b", "01") == 302
    wait_for(lambda: stored(pair)["player_reports"] == [[1, "b", "01", 1]], "the report to come")


@with_servers
@pytest.mark.faults
def test_conflicts_are_shown_at_the_desk_and_change_no_result(pair):
    pair.begin()
    pair.wait_until_equal()
    codes = print_slips(pair)
    pair.laptop.python(f"{ENTER}enter(1, '01')")
    pair.wait_until_equal()
    assert report(pair, codes[0][0], "w", "10") == 302
    assert [report(pair, codes[1][0], side, result) for side, result in (("w", "10"), ("b", "01"))] == [302, 302]
    wait_for(lambda: len(stored(pair)["player_reports"]) == 3, "the reports to come")
    assert stored(pair)["games"][0][0] == "01"


@with_servers
@pytest.mark.faults
def test_a_bad_network_loses_and_doubles_no_report(pair):
    with Weather(pair.net.port) as weather:
        pair.begin(url=weather.url)
        pair.wait_until_equal()
        codes = print_slips(pair)
        for sky, side, result in [
            ([lose, lose_answer], "w", "10"),
            ([double, lose_answer], "w", "=="),
            ([hold, double], "w", "10"),
            ([lose_answer, lose_answer, hold], "b", "10"),
        ]:
            weather.sky = sky
            assert report(pair, codes[1][0], side, result) == 302
        wait_for(lambda: stored(pair)["games"][1] == ["10", True], "the result to come")
        weather.calm()
        pair.wait_until_equal()
    assert stored(pair) == {
        "games": [["", False], ["10", True]],
        "player_reports": [[2, "w", "10", 3], [2, "b", "10", 1]],
        "reports": 4,
        "refused": 0,
    }


@with_servers
@pytest.mark.faults
def test_reports_wait_while_the_laptop_is_away(pair):
    pair.begin()
    pair.wait_until_equal()
    codes = print_slips(pair)
    pair.laptop.stop()
    assert [report(pair, codes[0][0], side, "01") for side in "wb"] == [302, 302]
    pair.laptop.start()
    wait_for(lambda: stored(pair)["games"][0] == ["01", True], "the result to come")


@with_servers
@pytest.mark.faults
def test_a_withdrawn_token_takes_no_more_reports(pair):
    pair.begin()
    pair.wait_until_equal()
    codes = print_slips(pair)
    pair.withdraw()
    assert report(pair, codes[0][0], "w", "10") == 422


# In one process: the laptop alone.


@pytest.fixture
def event(db):
    return make_event("zq-open", takes_reports=True)


def make_report(number=1, uuid=None, **parts):
    return ReportMessage(number, uuid or uuid4(), "0" * 64, "w", "10")._replace(**parts)


def proof_of(code):
    return tokens.compute_digest(code.typed)


def test_a_report_counts_once_and_only_with_the_digest_of_a_code(event, caplog):
    first, second = (issue_slip_codes(event, 2)[board][0] for board in (1, 2))
    said = make_report(proof=proof_of(first))
    take_reports(event, [said, said, said._replace(number=2)])
    assert PlayerReport.objects.get().revision == 1
    forged = make_report(proof=tokens.compute_digest("guess"))
    closed = make_report(proof=proof_of(second))
    Token.objects.filter(digest=closed.proof).update(revoked_at=timezone.now())
    with caplog.at_level("WARNING"):
        take_reports(event, [forged, forged, closed])
    assert PlayerReport.objects.count() == 1
    refused = event.log.get(action="report-refused")
    assert (refused.uuid, "No slip of this event" in refused.reason) == (closed.uuid, True)
    assert "2 reports from the server" in caplog.text, "counted, and no line of the log for each"


def test_the_other_server_fills_no_log(event):
    """Each slip has room for so many reports, whatever comes."""
    code = issue_slip_codes(event, 2)[1][0]
    for turn in range(30):
        reports = [make_report(50 * turn + n, proof=proof_of(code), side="b" if n % 2 else "w") for n in range(50)]
        take_reports(event, [each._replace(result=("10", "01")[n // 2 % 2]) for n, each in enumerate(reports)])
    logged = event.log.filter(action__in=("report", "report-refused")).count()
    assert logged == MOST_CHANGES * event.tokens.count() == 80


def test_an_older_word_that_comes_again_does_not_come_back(event):
    code = issue_slip_codes(event, 2)[1][0]
    white, changed = (make_report(n, proof=proof_of(code), result=said) for n, said in ((1, "10"), (2, "01")))
    take_reports(event, [white, changed, white])
    assert (PlayerReport.objects.get().result, PlayerReport.objects.get().revision) == ("01", 2)


def test_what_was_said_here_already_is_logged_and_does_not_come_back(event):
    """The mirror may be restored and send its reports once more, after the player has changed their word here."""
    code = issue_slip_codes(event, 2)[1][0]
    carried = make_report(proof=proof_of(code))
    for here, there in (("10", [carried]), ("01", []), ("01", [carried])):
        report_result(event, 2, 1, "w", Entry(here), COMMAND)
        take_reports(event, there)
    assert (PlayerReport.objects.get().result, PlayerReport.objects.get().revision) == ("01", 2)
    assert event.log.filter(action="report", uuid=carried.uuid).count() == 1


def test_the_mirror_carries_the_same_word_again(event):
    """It can't know that the player has said something else in the hall meanwhile."""
    mirrored, code = Twin(event).send(), issue_slip_codes(event, 2)[1][0]
    for _ in range(MOST_CHANGES):
        report_result(mirrored, 2, 1, "w", Entry("10"), COMMAND)
    with pytest.raises(Refusal, check=lambda refusal: refusal.code == "report-often"):
        report_result(mirrored, 2, 1, "w", Entry("10"), COMMAND)
    first, *others = list_carried_reports(mirrored, 0)
    assert len(others) == MOST_CHANGES - 1
    take_reports(event, [first._replace(proof=proof_of(code))])
    report_result(event, 2, 1, "w", Entry("01"), COMMAND)
    take_reports(event, [each._replace(proof=proof_of(code)) for each in others])
    assert PlayerReport.objects.get(game__round__event=event).result == "10"


def test_a_receipt_carries_reports_as_they_are(event):
    sent = Receipt(1, "e", "a", slips="s", reports=(make_report(white_score=3),))
    text = json.dumps(sent._asdict(), default=str)
    assert Receipt.read(text.encode()) == sent
    assert Receipt.read(b'{"have": 1, "epoch": "", "address": "", "unknown": []}').slips is None, "an older release"


def test_lines_from_before_the_first_slip_that_is_left_take_no_room(event):
    """Slips are deleted a while after their round, and lines of the log never."""
    for version in range(1, 100):
        place = {"version": event.version + version, "at": timezone.now() - timedelta(days=40)}
        event.log.create(action="report", after={"result": "10"}, **place)
    code = issue_slip_codes(event, 2)[1][0]
    Token.objects.exclude(digest=proof_of(code)).delete()
    take_reports(event, [make_report(proof=proof_of(code))])
    assert PlayerReport.objects.get().result == "10"


# What leaves: the locks of codes, and neither a code nor its digest.


def test_no_code_leaves_and_no_digest_of_one(event):
    codes = issue_slip_codes(event, 1, of_sides=True)
    sent = write_slips(event, name_slips(event)).decode()
    texts = [part for each in codes.values() for code in each for part in (code.typed, code.path.split("/")[-2])]
    assert len(texts) == 16
    assert [text for text in texts if text in sent or tokens.compute_digest(text) in sent] == []
    assert {tuple(slip) for slip in json.loads(sent)["slips"]} == {
        ("kind", "lock", "round", "board", "player", "seconds")
    }


HIDDEN = {
    "a name": lambda: Player.objects.filter(number=2).update(pseudonym="Lynx", name="Ibsen, Iris"),
    "a setting of the desk": lambda: Event.objects.update(verification="look"),
}


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("of_sides", [False, True])
def test_what_is_hidden_leaves_no_trace_in_the_list_of_slips(event, hidden, of_sides):
    issue_slip_codes(event, 1, of_sides=of_sides)

    def leave():
        sent = json.loads(write_slips(event, name_slips(event)))
        return sent["name"], [{**slip, "seconds": 0} for slip in sent["slips"]]

    before = leave()
    HIDDEN[hidden]()
    assert leave() == before


# The mirror, in the same database.


def test_the_mirror_knows_the_slips_that_are_valid_and_no_others(event):
    twin = Twin(event)
    mirrored = twin.send()
    issue_slip_codes(event, 1)
    receive_slips(twin.mirror, write_slips(event, "one"))
    assert Token.objects.filter(event=mirrored).count() == 8
    Token.objects.filter(event=event, payload__board=1).update(revoked_at="2026-01-01T00:00:00Z")
    receive_slips(twin.mirror, write_slips(event, "two"))
    assert (Token.objects.filter(event=mirrored).count(), Mirror.objects.get().slips) == (6, "two")
    for broken in (b"", b"[]", b'{"name": "x", "slips": [{}]}', b'{"name": "x", "slips": 7}'):
        with pytest.raises(Refusal):
            receive_slips(twin.mirror, broken)
    assert list_carried_reports(mirrored, 0) == ()


def test_slips_lead_to_the_public_server_as_long_as_it_takes_reports(event, client):
    owner = person("olga", event, Role.OWNER)
    begin_mirror_link(event, "https://chess.example/live", "t" * 22, Actor(owner, Role.OWNER))
    client.force_login(owner)
    assert find_slips_site(event) == ""
    MirrorLink.objects.update(takes_slips=True, state="shown")
    page = client.post(f"/e/{event.slug}/print/slips/?round=1").text
    assert "chess.example/live/slip/" in page
    said = "there players report results, but can’t call an arbiter"
    assert client.get(f"/e/{event.slug}/documents/").text.count(said) == 1, "beside the slips alone"
    MirrorLink.objects.update(state="refused")
    assert "chess.example" not in client.post(f"/e/{event.slug}/print/slips/?round=1").text
    assert said not in client.get(f"/e/{event.slug}/documents/").text
