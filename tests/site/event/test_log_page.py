"""The log for people: lines in words, filters, files, and the event as it stood at a moment."""

import csv
import io
import json
import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.site.factories import LEFT, game, make_event, person
from tournaments.access.reader import Reader
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.actions.event.configuration import change_settings, set_tiebreaks
from tournaments.actions.players.participation import reinstate_participant, withdraw_participant
from tournaments.actions.players.players import add_player
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.domain.event.log_actions import Effect, LogAction, actions_with
from tournaments.formats import list_writer
from tournaments.history.past import BEGINNINGS, UNDO, state_at
from tournaments.history.rewound import SCORED
from tournaments.models import Event, LogEntry
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.event import log_file
from tournaments.pages.event.log import LogFilter
from tournaments.queries.standings.crosstable import read_game_rows
from tournaments.queries.standings.standings import read_standings

ZONE = ZoneInfo("Asia/Kolkata")

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(time_zone="Asia/Kolkata", departures=LEFT)


@pytest.fixture
def anna(event):
    return Actor(person("anna", event, Role.CHIEF_ARBITER), Role.CHIEF_ARBITER, "10.0.0.7")


def enter(event, number, board, result, by, version=0, reason=""):
    return enter_result(event, number, board, Entry(result, version=version, reason=reason), by)


@pytest.fixture
def page(client, event, anna):
    client.force_login(anna.user)

    def read(query=""):
        return re.sub(r"\s*([<>])\s*", r"\1", client.get(f"/e/{event.slug}/log/?{query}").text)

    return read


def test_a_line_says_who_what_when_where_before_and_after(page, event, anna):
    enter(event, 1, 3, "10", anna)
    enter(event, 1, 3, "01", anna, version=1, reason="The slip says so")
    shown = page()
    line = event.log.first()
    assert line.at.astimezone(ZONE).strftime("%H:%M:%S") in shown
    for part in ("anna", "Chief arbiter", "corrected a result", "round 1, board 3: O&#x27;Brien, Eve – Łuk, Filip"):
        assert part in shown
    assert all(part in shown for part in (">1-0<", ">0-1<", "The slip says so", "10.0.0.7"))


def test_filters(page, event, anna):
    bert = Actor(person("bert", event), Role.ARBITER)
    enter(event, 1, 1, "10", anna)
    enter(event, 1, 2, "01", bert)
    enter(event, 2, 1, "==", bert)
    withdraw_participant(event, 8, anna, "ill")

    def lines(query):
        return page(query).count("<tr>") - 1

    expected = {
        "": 4,
        f"person={bert.user.pk}": 2,
        "action=withdraw": 1,
        "round=1": 2,
        "round=1&board=2": 1,
        "board=1": 2,
        "player=8": 1,
        "player=2": 2,
        "player=2&round=2": 1,
        "since=2020-01-01T00:00": 4,
        "until=2020-01-01T00:00": 1,  # the line that nothing fits
        "round=99": 1,
    }
    assert {query: lines(query) for query in expected} == expected
    folded = [re.search("<details class=.card.( open)?", page(query))[1] is None for query in ("", "round=1")]
    assert folded == [True, False], "it leaves the screen to the lines until it is used"


@pytest.mark.parametrize(
    "query", ["since=yesterday", "until=9999-99-99T00:00", "person=x", "before=99999999999999", "since=%00"]
)
def test_a_filter_that_is_none_breaks_nothing(client, event, anna, query):
    client.force_login(anna.user)
    assert client.get(f"/e/{event.slug}/log/?{query}").status_code in (200, 422)


def test_pages_follow_each_other_without_gaps_and_ask_little(client, event, anna):
    client.force_login(anna.user)
    for number in range(120):
        enter(event, 1, 1, ("10", "01")[number % 2], anna, version=number, reason="again")
    seen, address, counts = [], f"/e/{event.slug}/log/?", []
    while address:
        with CaptureQueriesContext(connection) as asked:
            shown = client.get(address).content.decode()
        counts.append(len(asked))
        seen.append(shown.count("<tr>") - 1)
        older = re.search(r'href="(\?[^"]*before=\d+)"', shown)
        address = f"/e/{event.slug}/log/{older[1].replace('&amp;', '&')}" if older else ""
    assert seen == [50, 50, 20]
    assert max(counts) <= 17


def test_files_hold_every_line_and_no_formula(client, event, anna):
    client.force_login(anna.user)
    enter(event, 1, 1, "10", anna)
    enter(event, 1, 1, "01", anna, version=1, reason="=HYPERLINK(1)")
    rows = list(
        csv.DictReader(io.StringIO(client.get(f"/e/{event.slug}/log/?format=csv").getvalue().decode("utf-8-sig")))
    )
    assert [(row["action"], row["round"], row["board"], row["person"]) for row in rows] == [
        ("enter", "1", "1", "anna"),
        ("correct", "1", "1", "anna"),
    ]
    assert rows[1]["reason"] == "'=HYPERLINK(1)"
    lines = json.loads(client.get(f"/e/{event.slug}/log/?format=json&action=correct").getvalue())["lines"]
    assert [(line["before"]["result"], line["after"]["result"]) for line in lines] == [("10", "01")]


def test_files_are_sent_in_parts_and_read_in_parts(client, event, anna, monkeypatch):
    """Seven lines, at most three of them at once."""
    client.force_login(anna.user)
    for number in range(7):
        enter(event, 1, 1, ("10", "01")[number % 2], anna, version=number, reason="a\u2028b\nc")
    rows = list(log_file.log_rows(event, LogFilter()))
    as_json = {"event": event.slug, "lines": [dict(zip(log_file.HEADS, row, strict=True)) for row in rows]}
    as_csv = list_writer.write_csv([log_file.HEADS, *([log_file.cell_value(value) for value in row] for row in rows)])
    whole = {"json": json.dumps(as_json, ensure_ascii=False, indent=1).encode(), "csv": as_csv}
    assert len(rows) == 7
    for module, name in ((log_file, "AT_ONCE"), (list_writer, "ROWS_AT_ONCE")):
        monkeypatch.setattr(module, name, 3)
    for kind in ("json", "csv"):
        answer = client.get(f"/e/{event.slug}/log/?format={kind}")
        with CaptureQueriesContext(connection) as asked:
            parts = list(answer)
        lengths = [part.count(b"10.0.0.7") for part in parts]
        assert (max(lengths), b"".join(parts)) == (3, whole[kind])
        assert len(asked) == 4, "the games, and three parts of the log"
    nothing = client.get(f"/e/{event.slug}/log/?format=json&round=99").getvalue()
    assert nothing == json.dumps({"event": event.slug, "lines": []}, indent=1).encode()


def test_every_action_that_moves_the_table_can_be_undone():
    assert actions_with(Effect.TABLE) - set(UNDO) - set(BEGINNINGS) == {LogAction.RESTORE, LogAction.MIRROR}
    assert actions_with(Effect.TABLE) >= set(UNDO) | set(BEGINNINGS)


# The event as it stood


def picture(event):
    """Return what a table and results are, to compare."""
    clear_caches()
    event = Event.objects.get(pk=event.pk)
    rows = [(row.rank, row.number, row.values) for row in read_standings(Reader(event)).rows]
    return rows, sorted(read_game_rows(Reader(event)), key=str)


def past(event, moment):
    state = state_at(Event.objects.get(pk=event.pk), moment)
    rows = [(row.rank, row.number, row.values) for row in state.standings.rows]
    return (rows, sorted((tuple(row[name] for name in SCORED) for row in state.rows), key=str)), state.gaps


def test_each_moment_comes_back_as_it_was(event, anna):
    """Do everything that moves a table, keep a picture after each step, and compare it with the past at that moment."""
    event.system = "swiss"
    steps = [
        lambda: enter(event, 1, 1, "10", anna),
        lambda: enter(event, 1, 2, "==", anna),
        lambda: enter(event, 1, 1, "01", anna, version=1, reason="slip"),
        lambda: undo_last_entry(event, anna),
        lambda: enter(event, 1, 3, "+-", anna),
        lambda: enter(event, 1, 4, "01", anna),
        lambda: swap_seats(event, 2, (2, 4), anna, "mixed up"),
        lambda: swap_seats(event, 2, (8, 5), anna, "colours"),
        lambda: unpublish_round(event, 2, anna, "wrong list"),
        lambda: set_tiebreaks(event, "PTS,SB,DE", Actor(person("root", event, Role.OWNER), "owner"), "rules"),
        lambda: change_settings(event, {"win_points": 3}, anna, "rules"),
        lambda: withdraw_participant(event, 7, anna, "ill"),
        lambda: reinstate_participant(event, 7, anna, "well"),
        lambda: add_player(event, {"name": "Zoë Nova", "rating": 1500}, anna),
        lambda: decide_about_player(
            event, 1, 2, Decision(deduction=0, version=game(event, 1, 1).version, reason="none"), anna
        ),
    ]
    pictures = [(event.changed_at, picture(event))]
    for step in steps:
        step()
        latest = LogEntry.objects.filter(event=event).first()
        pictures.append((latest.at if latest else event.changed_at, picture(event)))
    for moment, taken in pictures:
        state, gaps = past(event, moment)
        assert not gaps
        assert state == taken


def test_the_page_of_a_moment(client, event, anna):
    client.force_login(anna.user)
    enter(event, 1, 1, "10", anna)
    first = event.log.get().at
    enter(event, 1, 1, "01", anna, version=1, reason="slip")
    at = first.astimezone(ZONE).strftime("%Y-%m-%dT%H:%M:%S.%f")
    answer = client.get(f"/e/{event.slug}/log/state/?at={at}&round=1")
    assert answer.status_code == 200
    assert ">1-0<" in answer.content.decode()
    assert ">0-1<" not in answer.content.decode()
    for wrong in ("", "at=", "at=14:05", "at=now"):
        assert client.get(f"/e/{event.slug}/log/state/?{wrong}").status_code == 422


def test_before_its_first_line_there_was_no_event(event):
    LogEntry.objects.create(event=event, version=1, at=event.changed_at, action="create")
    assert state_at(event, event.changed_at - timedelta(days=1)) is None
