"""The stream for programs: the same states as values, no more than everybody sees, from any web page."""

import json

import pytest

from tests.generated.generator_teams import swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.servers.listening import Stream
from tests.servers.live_events import BUMP, ENTER, NEW_EVENT, NEW_SESSION
from tests.site.imports import import_teams
from tournaments.live.broker import ViewKey
from tournaments.live.plain import read, snapshot, step
from tournaments.models import Event, Game, Round
from tournaments.operation.bounded_cache import clear_caches


@pytest.fixture
def play(transactional_db, committed):
    """The small event, and what may happen to it."""
    names = {}
    exec(NEW_EVENT + BUMP + ENTER, names)
    return names


def key(view="standings", slug="cup"):
    return ViewKey(Event.objects.get(slug=slug).pk, view, "en", as_json=True)


def read_message(message):
    """Return the id and the value of a message, which is one line of data."""
    first, data = message.decode().removesuffix("\n\n").split("\n")
    return first.removeprefix("id: "), json.loads(data.removeprefix("data: "))


def test_a_newcomer_gets_the_table_with_exact_numbers(play):
    stamp, whole = read_message(snapshot(read(key())))
    assert (stamp, whole["version"], whole["base"], whole["key"]) == ("e-1", "e-1", None, "number")
    assert whole["criteria"] == ["PTS", "SB"]
    assert whole["rows"][0] == {"rank": 1, "number": 1, "name": "Ada", "values": ["0", "0"]}
    assert (whole["progress"]["round"], whole["progress"]["boards"], whole["progress"]["results_in"]) == (1, 2, 0)


def test_a_step_has_the_changed_rows_and_the_order_of_all(play):
    before = read(key())
    play["enter"](2, "01")
    stamp, change = read_message(step(before, read(key())))
    assert (stamp, change["base"], change["version"]) == ("e-2", "e-1", "e-2")
    assert change["order"][0] == 4
    assert {row["number"] for row in change["rows"]} == {1, 2, 3, 4}  # their places moved with it
    play["bump"]()
    before = read(key())
    play["bump"]()
    assert read_message(step(before, read(key())))[1]["rows"] == []


def test_a_round_is_its_boards(play):
    before = read(key("round-1"))
    assert [row["board"] for row in read_message(snapshot(before))[1]["rows"]] == [1, 2]
    play["enter"](2, "01")
    (row,) = read_message(step(before, read(key("round-1"))))[1]["rows"]
    assert (row["board"], row["result"], row["version"]) == (2, "01", 1)


def test_what_is_withheld_is_open(play):
    play["enter"](2, "01")
    Round.objects.update(is_withheld=True)
    clear_caches()
    assert {row["result"] for row in read_message(snapshot(read(key("round-1"))))[1]["rows"]} == {""}
    whole = read_message(snapshot(read(key())))[1]
    assert {row["values"][0] for row in whole["rows"]} == {"0"}
    assert (whole["progress"]["withheld"], whole["progress"]["results_in"]) == ([1], 0)


def test_a_round_of_teams_is_its_matches(committed):
    event = import_teams(trf_text_teams(*swiss(3, boards=4)))
    before = read(key("round-2", "teams"))
    whole = read_message(snapshot(before))[1]
    assert (whole["key"], len(whole["rows"][0]["boards"])) == ("table", 4)
    Game.objects.filter(round__event=event, round__number=2, match__table=1, match_board=1).update(result="")
    clear_caches()
    (row,) = read_message(step(before, read(key("round-2", "teams"))))[1]["rows"]
    assert (row["table"], row["kind"]) == (1, "open")


@pytest.mark.faults
@pytest.mark.db
def test_a_program_follows_a_real_server_and_goes_on_where_it_was(server):
    server.python(NEW_EVENT)
    session = server.python(NEW_SESSION).strip()
    path = "/live/cup/standings/?format=json"
    with Stream(server, path) as program, Stream(server, "/live/cup/standings/") as page:
        assert program.answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Origin" not in page.answer.headers
        assert json.loads(program.next().data)["base"] is None
        server.python(ENTER + "enter(2, '01')")
        message = program.next()
        assert (message.id, json.loads(message.data)["base"]) == ("e-2", "e-1")
        assert page.next().data.startswith("<template")
    with Stream(server, path, last="e-1") as program:
        assert json.loads(program.next().data)["version"] == "e-2"
    with Stream(server, path, last="e-2") as program:
        server.python(ENTER + "enter(1, '==')")
        assert json.loads(program.next().data)["version"] == "e-3"
    assert server.status("/live/secret/standings/?format=json", Cookie=f"sessionid={session}") == 404
    assert server.status("/live/secret/standings/", Cookie=f"sessionid={session}") == 200
    assert server.status("/live/cup/round-9/?format=json") == 404
    assert server.status("/live/cup/crosstable/?format=json") == 404  # of pages alone
