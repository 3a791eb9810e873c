"""Points of one game that an arbiter gives, such as 1½ : 1 after an Armageddon game: what they count, and how long."""

from decimal import Decimal

import pytest

from tests.site.factories import LEFT, game, make_event, person
from tests.site.reading import text
from tests.site.teams import enter_matches, make_team_event
from tiebreaks.refusal import Refusal
from tournaments.access.audience import redact_games
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.events import import_file
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.domain.rounds.fide_mode import Departure, LeavesFideMode
from tournaments.exports import lists
from tournaments.formats.incoming import read_tournament
from tournaments.history.past import state_at
from tournaments.models import Game, LogEntry
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
ONE_AND_A_HALF, ONE = Decimal("1.5"), Decimal(1)


@pytest.fixture
def event(db):
    """Two rounds, played but for round 2; in round 1 Müller (1) beats Weiß's neighbour at board 1."""
    event = make_event(tiebreaks="PTS,SB,BH,WON,WIN", departures=LEFT)
    for board in (1, 2, 3, 4):
        enter_result(event, 1, board, Entry("10", version=0), COMMAND)
    event.refresh_from_db()
    return event


def decide(event, white=ONE_AND_A_HALF, black=ONE, number=1, board=1, **more):
    its_game = game(event, number, board)
    decision = Decision(white_points=white, black_points=black, version=its_game.version, reason="Armageddon", **more)
    decide_about_player(event, number, its_game.white.number, decision, COMMAND)
    event.refresh_from_db()
    return its_game.white.number, its_game.black.number


def values(event, number):
    return [str(value) for value in read_standings(staff_reader(event)).row(number).values]


def test_the_points_count_in_the_table_and_in_all_that_is_computed_from_results(event):
    """Board 1 ended 1-0 and counts 1½ : 1. Nobody else has met either of them."""
    winner, loser = decide(event)
    # PTS, SB (1½ × 1 and 1 × 1½), BH with the other's points, WON by the result, WIN by points.
    assert values(event, winner) == ["1.5", "1.5", "1", "1", "1"]
    assert values(event, loser) == ["1", "1.5", "1.5", "0", "1"]
    assert values(event, game(event, 1, 2).white.number)[0] == "1"


def test_pages_say_what_the_game_counts_and_why(event, client):
    winner, loser = decide(event)
    assert "1½ for the game, by the arbiter" in text(client.get(f"/e/open/player/{winner}/"))
    assert "1 for the game, by the arbiter" in text(client.get(f"/e/open/player/{loser}/"))
    assert "the points that an arbiter gave the game" in text(client.get(f"/e/open/player/{winner}/why/PTS/"))
    assert "points 1½ : 1" in text(client.get("/e/open/round/1/"))
    assert "round 1: 1½ for the game, by the arbiter" in text(client.get("/e/open/"))
    client.force_login(person("anna", event))
    assert "Points 1½ : 1" in text(client.get("/e/open/desk/1/"))
    assert "points of the game 1½ : 1" in text(client.get("/e/open/log/"))


def test_programs_read_them(event, client):
    decide(event)
    items = client.get("/api/v1/events/open/games").json()["items"]
    assert [item["points"] for item in items if item["round"] == 1] == [["1.5", "1"], None, None, None]


def test_hidden_results_hide_their_points(event, client):
    winner, _loser = decide(event)
    event.rounds.filter(number=1).update(is_withheld=True)
    rows = Game.objects.filter(round__event=event, round__number=1).select_related("round", "white", "black")
    assert {each.decided_points for each in redact_games(Reader(event), rows)} == {""}, "for other servers"
    assert "by the arbiter" not in text(client.get(f"/e/open/player/{winner}/"))
    assert "1½" not in text(client.get("/e/open/round/1/"))


def test_another_result_counts_as_usual_and_the_same_one_again_as_decided(event):
    winner, loser = decide(event)
    for result, points in (("01", ["0", "1"]), ("10", ["1.5", "1"])):
        version = game(event, 1, 1).version
        enter_result(event, 1, 1, Entry(result, version=version, reason="misread"), COMMAND)
        event.refresh_from_db()
        assert [values(event, number)[0] for number in (winner, loser)] == points


@pytest.mark.parametrize("points", [(None, None), (1, 0)])
def test_the_usual_points_are_given_back(event, points):
    winner, _loser = decide(event)
    decide(event, *points)
    assert game(event, 1, 1).decided_points == ""
    assert values(event, winner)[0] == "1"


REFUSED = [
    ({"white": None}, "points of both players"),
    ({"black": None}, "points of both players"),
    ({"number": 2}, "enter it first"),
    ({"white": Decimal(10)}, "between 0 and 9.99"),
    ({"black": Decimal("-0.5")}, "between 0 and 9.99"),
]


@pytest.mark.parametrize(("fields", "sentence"), REFUSED)
def test_what_can_not_be_given_is_refused(event, fields, sentence):
    with pytest.raises(Refusal, match=sentence):
        decide(event, **fields)
    assert game(event, 1, 1).decided_points == ""


def test_the_page_of_a_decision_asks_for_both(event, client):
    client.force_login(person("anna", event))
    white, black = game(event, 1, 1).white, game(event, 1, 1).black
    url = f"/e/open/desk/1/player/{black.number}/"
    page = text(client.get(url))
    assert f"Points of {white.name} for this game" in page
    assert f"Points of {black.name} for this game" in page
    answer = client.post(
        url, {"deduction": 0, "white_points": "1.5", "black_points": "1", "version": 1, "reason": "Armageddon"}
    )
    assert answer.status_code == 302
    assert game(event, 1, 1).decided_points == "10:1.5:1"
    assert 'value="1.5"' in client.get(url).text, "the next decision keeps them"
    assert "for this game" not in text(client.get("/e/open/desk/2/player/1/")), "no result yet"


def test_players_who_exchange_colours_take_their_points_along(event):
    winner, loser = decide(event)
    swap_seats(event, 1, (winner, loser), COMMAND, "colours")
    event.refresh_from_db()
    its_game = game(event, 1, 1)
    assert (its_game.result, its_game.decided_points) == ("01", "01:1:1.5")
    assert values(event, winner)[0] == "1.5"
    swap_seats(event, 1, (winner, game(event, 1, 2).white.number), COMMAND, "opponents")
    assert set(Game.objects.filter(round__number=1, board__lt=3).values_list("decided_points", flat=True)) == {""}


@pytest.mark.parametrize("turned", [False, True])
def test_the_log_shows_the_event_as_it_was_before_and_after(event, turned):
    before = LogEntry.objects.latest("pk").at
    winner, loser = decide(event)
    decided = LogEntry.objects.latest("pk").at
    if turned:
        swap_seats(event, 1, (winner, loser), COMMAND, "colours")
    decide(event, None, None)
    for moment, points in ((before, "1"), (decided, "1.5")):
        past = state_at(event, moment)
        assert past.gaps == ()
        assert str(past.standings.row(winner).values[0]) == points


def test_points_of_a_board_go_into_its_match():
    """The first team makes 2½ : 1½; its win at board 1 counts 2 : 0 instead of 1 : 0."""
    event = make_team_event(departures=LEFT)
    enter_matches(event, 1, "1=10", "1111")
    team = game(event, 1, 1).match.first.number
    (before,) = read_standings(staff_reader(event)).facts.team_event.matches[team]
    its_game = game(event, 1, 1)
    points = {"10": (Decimal(2), Decimal(0)), "01": (Decimal(0), Decimal(2))}[its_game.result]
    decide(event, *points)
    (after,) = read_standings(staff_reader(event)).facts.team_event.matches[team]
    assert (before.game_points, after.game_points, after.match_points) == (Decimal("2.5"), Decimal("3.5"), 2)


@pytest.mark.parametrize("points", ["12.0", "-1.0"])
def test_points_of_a_file_that_can_not_be_stored_are_the_usual_ones(event, points):
    decide(event)
    written = lists.FILES["trf"][1](staff_reader(event)).replace("299 W         1.5", f"299 W        {points:>4}")
    again = import_file(read_tournament(written.encode(), "open.trf", lenient=True), COMMAND, slug="again")
    assert set(Game.objects.filter(round__event=again).values_list("decided_points", flat=True)) == {""}


@pytest.mark.parametrize("dialect", ["trf", "trf16"])
def test_a_file_has_them_as_record_299_and_gives_them_back(event, dialect):
    decide(event)
    written = lists.FILES[dialect][1](staff_reader(event))
    again = import_file(read_tournament(written.encode(), "open.trf"), COMMAND, slug="again")
    assert set(Game.objects.filter(round__event=again).values_list("decided_points", flat=True)) == {"", "10:1.5:1"}
    assert read_standings(staff_reader(again)).rows == read_standings(staff_reader(event)).rows
    assert lists.FILES[dialect][1](staff_reader(again)) == written
    if dialect == "trf":
        assert [line[:17] for line in written.splitlines() if line.startswith("299")] == [
            "299 W         1.5",
            "299 L         1.0",
        ]


def test_they_leave_fide_mode_once(db):
    event = make_event(tiebreaks="PTS")
    enter_result(event, 1, 1, Entry("10", version=0), COMMAND)
    by = Actor(person("olga", event, Role.OWNER), Role.OWNER)
    number = game(event, 1, 1).white.number
    decision = Decision(white_points=ONE_AND_A_HALF, black_points=ONE, version=1, reason="Armageddon")
    with pytest.raises(LeavesFideMode) as asked:
        decide_about_player(event, 1, number, decision, by)
    assert asked.value.found == (Departure.DECIDED_POINTS,)
    decide_about_player(event, 1, number, decision, by._replace(departs=frozenset({"decided"})))
    event.refresh_from_db()
    assert [each["kind"] for each in event.departures] == ["decided"]
    event.departures = []
    event.save()
    again = decision._replace(version=2, deduction=Decimal("0.5"))
    decide_about_player(event, 1, number, again, by)  # the game has had these points before
    decide_about_player(event, 1, number, Decision(version=3, reason="a mistake"), by)
