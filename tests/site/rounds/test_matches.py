"""Matches on the way from a round to its boards: usual line-ups, other ones, empty boards, matches without play."""

import pytest

from tests.site.factories import person
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.rounds.team_matches import store_matches
from tournaments.actions.writing import COMMAND, writing
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.live.broker import ViewKey
from tournaments.live.render import read, step
from tournaments.models import Event, Game, Player, Round, Team, TeamMatch
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.rounds.round import round_view
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Return an event of three teams with two boards and a reserve each, whose round 1 is published."""
    clear_caches()
    event = Event.objects.create(
        slug="league", name="League", tiebreaks="MP,GP", team_boards=2, team_colours="WB", lots_seed=1, epoch="t1",
        changed_at="2026-11-01T10:00Z", planned_rounds=3,
    )  # fmt: skip
    for number, name in enumerate(("Aster", "Birch", "Cedar"), start=1):
        team = Team.objects.create(event=event, number=number, name=name)
        for place in (1, 2, 3):
            key = (number - 1) * 3 + place
            Player.objects.create(event=event, number=key, name=f"{name} {place}", team=team, team_place=place)
    with writing(event) as locked:
        store_matches(locked, Round.objects.create(event=event, number=1), [(1, 2)], {3: "U"})
    return event


def boards(event):
    games = Game.objects.filter(round__event=event).order_by("match_board").select_related("white", "black")
    return [(g.match_board, g.board, g.white.number, g.black.number if g.black else None, g.result) for g in games]


def match(event, team):
    return read_crosstable(staff_reader(event)).team_event.matches[team][0]


def test_the_first_of_each_list_sit_down_and_colours_alternate(event):
    assert boards(event) == [(1, 1, 1, 4, ""), (2, 2, 5, 2, "")]
    assert match(event, 1).kind == Kind.OPEN
    assert (match(event, 3).kind, match(event, 3).match_points) == (Kind.PAB, 1)


def test_results_of_boards_make_the_match(event):
    enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND)
    assert match(event, 1).kind == Kind.OPEN
    enter_result(event, 1, 2, Entry(result="==", version=0), COMMAND)
    assert [(match(event, n).match_points, str(match(event, n).game_points)) for n in (1, 2)] == [
        (2, "1.5"), (0, "0.5"),
    ]  # fmt: skip


def test_a_reserve_takes_a_board_and_the_log_says_so(event):
    set_line_up(event, 1, 1, 2, {1: 6, 2: 5}, COMMAND)
    assert boards(event) == [(1, 1, 1, 6, ""), (2, 2, 5, 2, "")]
    entry = event.log.get(action="line-up")
    assert (entry.before["seats"], entry.after["seats"]) == ({"1": 4, "2": 5}, {"1": 6, "2": 5})


def test_the_same_line_up_writes_nothing(event):
    set_line_up(event, 1, 1, 2, {1: 4, 2: 5}, COMMAND)
    assert not event.log.exists()


def test_two_players_change_boards(event):
    set_line_up(event, 1, 1, 1, {1: 2, 2: 1}, COMMAND)
    assert boards(event) == [(1, 1, 2, 4, ""), (2, 2, 5, 1, "")]


def test_an_empty_board_is_won_by_who_sits_there(event):
    set_line_up(event, 1, 1, 2, {1: 4, 2: None}, COMMAND)
    assert boards(event) == [(1, 1, 1, 4, ""), (2, 2, 2, None, "F")]
    enter_result(event, 1, 1, Entry(result="01", version=0), COMMAND)
    assert [board.kind for board in match(event, 1).boards] == [Kind.PLAYED, Kind.FORFEIT_WIN]
    assert match(event, 1).match_points == match(event, 2).match_points == 1
    set_line_up(event, 1, 1, 2, {1: 4, 2: 5}, COMMAND)
    assert boards(event)[1] == (2, 2, 5, 2, "")


def test_who_saw_the_old_line_up_meets_a_conflict(event):
    set_line_up(event, 1, 1, 2, {1: 6, 2: 5}, COMMAND)
    assert enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND).outcome == "conflict"


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ({1: 1}, "line-up-stranger"),
        ({1: 4, 2: 4}, "line-up-twice"),
        ({3: 4}, "line-up-board"),
        ({1: 99}, "line-up-stranger"),
    ],
)
def test_a_line_up_that_does_not_fit_is_refused(event, seats, code):
    with pytest.raises(Refusal) as refused:
        set_line_up(event, 1, 1, 2, seats, COMMAND)
    assert refused.value.code == code
    assert boards(event) == [(1, 1, 1, 4, ""), (2, 2, 5, 2, "")]


def test_a_board_with_a_result_keeps_its_players(event):
    enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND)
    with pytest.raises(Refusal) as refused:
        set_line_up(event, 1, 1, 2, {1: 6, 2: 5}, COMMAND)
    assert refused.value.code == "line-up-result"
    set_line_up(event, 1, 1, 2, {1: 4, 2: 6}, COMMAND)
    assert boards(event)[1] == (2, 2, 6, 2, "")


def test_a_match_is_forfeited_and_played_after_all(event):
    end_match(event, 1, 1, "+-", COMMAND, "The bus broke down")
    assert boards(event) == [(1, 1, 1, 4, "+-"), (2, 2, 5, 2, "-+")]
    assert [(match(event, n).kind, match(event, n).match_points) for n in (1, 2)] == [
        (Kind.FORFEIT_WIN, 2), (Kind.FORFEIT_LOSS, 0),
    ]  # fmt: skip
    end_match(event, 1, 1, "", COMMAND, "They have come")
    assert boards(event) == [(1, 1, 1, 4, ""), (2, 2, 5, 2, "")]


@pytest.mark.parametrize(
    ("end", "points"), [("+-", [(2, 2), (0, 0)]), ("-+", [(0, 0), (2, 2)]), ("--", [(0, 0), (0, 0)])]
)
def test_a_team_without_a_line_up_wins_and_loses_as_the_arbiter_says(event, end, points):
    set_line_up(event, 1, 1, 1, {1: None, 2: None}, COMMAND)
    end_match(event, 1, 1, end, COMMAND, "the bus")
    assert [(match(event, n).match_points, match(event, n).game_points) for n in (1, 2)] == points


def test_a_team_without_a_line_up_loses_its_boards_on_every_page(client, event):
    set_line_up(event, 1, 1, 1, {1: None, 2: None}, COMMAND)
    assert [(match(event, n).kind, match(event, n).game_points) for n in (1, 2)] == [
        (Kind.FORFEIT_LOSS, 0), (Kind.FORFEIT_WIN, 2),
    ]  # fmt: skip
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    for end in ("", "+-", "-+", "--"):
        end_match(event, 1, 1, end, COMMAND, "the bus")
        for page in ("", "round/1/", "player/1/", "player/2/", "desk/1/", "sheet/1/1/"):
            assert client.get(f"/e/{event.slug}/{page}").status_code == 200, (end, page)


def test_what_was_noted_on_the_boards_outlives_the_end_of_a_match(event):
    set_line_up(event, 1, 1, 2, {1: None, 2: 5}, COMMAND)
    decide_about_player(event, 1, 1, Decision(bye="H", version=1, reason="on the way"), COMMAND)
    Game.objects.filter(board=2).update(black_deduction=1, is_adjourned=True)
    noted = Game.objects.order_by("board").values_list("result", "is_adjourned", "black_deduction", "white", "black")
    before = list(noted)
    for end, won in (("-+", [("Z", False), ("+-", False)]), ("+-", [("H", False), ("-+", False)])):
        end_match(event, 1, 1, end, COMMAND, "late")
        assert [row[:2] for row in noted.all()] == won
        assert [row[2:] for row in noted.all()] == [row[2:] for row in before]
    with pytest.raises(Refusal, match="decided without play"):
        decide_about_player(event, 1, 1, Decision(bye="F", version=4, reason="?"), COMMAND)
    end_match(event, 1, 1, "", COMMAND, "here")
    assert list(noted.all()) == before


def test_a_match_with_results_is_not_forfeited(event):
    enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND)
    with pytest.raises(Refusal) as refused:
        end_match(event, 1, 1, "--", COMMAND, "Nobody came")
    assert refused.value.code == "match-played"
    with pytest.raises(Refusal):
        end_match(event, 1, 1, "--", COMMAND, " ")
    assert TeamMatch.objects.get(table=1).end == ""


def test_the_sheet_seats_and_ends_in_the_browser(client, event):
    client.force_login(person("arbiter", event, Role.ARBITER))
    address = "/e/league/sheet/1/1/"
    page = client.get(address)
    assert (page.status_code, page.text.count("<select")) == (200, 4)
    assert client.post(f"{address}seat/", {"team": "2", "seat-1": "6", "seat-2": ""}).status_code == 302
    assert boards(event) == [(1, 1, 1, 6, ""), (2, 2, 2, None, "F")]
    assert client.post(f"{address}seat/", {"team": "2", "seat-1": "1"}).status_code == 422
    assert client.post(f"{address}end/", {"end": "+-", "reason": "late"}).status_code == 403
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert client.post(f"{address}end/", {"end": "+-", "reason": "late"}).status_code == 302
    assert TeamMatch.objects.get(table=1).end == "+-"
    assert client.get("/e/league/sheet/1/9/").status_code == 404
    client.force_login(person("screen", event, Role.DISPLAY))
    assert client.get(address).status_code == 403


def test_a_result_sends_the_match_alone_and_the_table_moves(event):
    keys = [ViewKey(event.pk, view, "en", False) for view in ("round-1", "standings")]
    before = [read(key) for key in keys]
    enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND)
    enter_result(event, 1, 2, Entry(result="10", version=0), COMMAND)
    after = [read(key) for key in keys]
    html, table = (step(old, new).decode() for old, new in zip(before, after, strict=True))
    assert 'data-rows="round" data-order="m1"' in html
    assert html.count("<tbody") == 1
    assert 'id="p1"' in table


def test_what_is_withheld_is_open_in_the_match_for_everybody_else(event):
    enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND)
    enter_result(event, 1, 2, Entry(result="10", version=0), COMMAND)
    Round.objects.filter(event=event).update(is_withheld=True)
    clear_caches()
    inside, outside = Event.objects.get(), Event.objects.get()
    assert [row.first.mark for row in round_view(staff_reader(inside), 1).rows] == ["1"]
    assert [row.first.mark for row in round_view(Reader(outside), 1).rows] == [""]
    assert read_standings(Reader(outside)).row(1).values[0] == 0
