"""Published rounds of teams that are changed, and those who had seen what was there before."""

import pytest

from tests.site.teams import make_teams, matches, round_of, swiss
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Game, TeamMatch

pytestmark = pytest.mark.django_db


@pytest.mark.db
def test_two_teams_are_exchanged_in_a_published_round():
    event = swiss(make_teams(7))
    round_of(event)
    assert matches(event, 1) == ([(1, 4), (5, 2), (3, 6)], {7: "U"})
    keys = set(TeamMatch.objects.values_list("pk", flat=True))
    set_line_up(event, 1, 1, 4, {1: 11, 2: 12}, COMMAND)
    Game.objects.filter(black__number=11).update(black_deduction=1)
    swap_seats(event, 1, (4, 2), COMMAND, "wrong list")
    assert matches(event, 1)[0] == [(1, 2), (5, 4), (3, 6)]
    along = Game.objects.filter(match__second__number=4).order_by("match_board")
    assert list(along.values_list("white__number", "black__number", "white_deduction", "black_deduction")) == [
        (13, 11, 0, 1), (12, 14, 0, 0)
    ]  # fmt: skip
    set_line_up(event, 1, 2, 4, {1: 10, 2: 11}, COMMAND)
    swap_seats(event, 1, (3, 6), COMMAND, "colours")
    swap_seats(event, 1, (1, 7), COMMAND, "came late")
    assert matches(event, 1) == ([(7, 2), (5, 4), (6, 3)], {1: "U"})
    assert set(TeamMatch.objects.values_list("pk", flat=True)) == keys
    whites = Game.objects.filter(match_board=1).order_by("board").values_list("white__name", "black__name")
    assert list(whites) == [("Gorse 1", "Birch 1"), ("Elder 1", "Dahlia 1"), ("Fern 1", "Cedar 1")]
    enter_result(event, 1, 1, Entry("10", version=Game.objects.get(board=1).version), COMMAND)
    swap_seats(event, 1, (2, 4), COMMAND, "wrong list again")
    assert Game.objects.get(board=1).result == ""
    with pytest.raises(Refusal, match="Number 9 is not in this round"):
        swap_seats(event, 1, (4, 9), COMMAND, "who?")


def swapped(event):
    swap_seats(event, 1, (4, 2), COMMAND, "wrong list")


def drawn_again(event):
    unpublish_round(event, 1, COMMAND, "wrong list")
    round_of(event, fixed=((1, 2),))


def played_after_all(event):
    set_line_up(event, 1, 1, 1, {1: 2, 2: 3}, COMMAND)
    end_match(event, 1, 1, "+-", COMMAND, "nobody came")
    end_match(event, 1, 1, "", COMMAND, "late, but here")


@pytest.mark.parametrize("change", [swapped, drawn_again, played_after_all])
def test_who_saw_the_boards_of_before_enters_nothing_for_others(change):
    event = swiss(make_teams(7))
    round_of(event)
    seen = Game.objects.get(board=1)
    change(event)
    now = Game.objects.get(board=1)
    assert (now.white, now.black) != (seen.white, seen.black)
    answer = enter_result(event, 1, 1, Entry("10", version=seen.version), COMMAND)
    assert (answer.outcome, Game.objects.get(board=1).result) == ("conflict", "")
