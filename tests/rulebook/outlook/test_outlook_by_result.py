"""The places that a player can have after a round by their own result, counted by hand."""

from decimal import Decimal

import pytest

from tests.generated.outlooks import stopped
from tests.notation.outlooks import before_the_end, teams_meet
from tests.notation.paper import read_player_rows
from tests.notation.paper_teams import team_rows
from tiebreaks.facts.crosstable import Player
from tiebreaks.facts.games import Scheme
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.by_result import RoundEnd

SIX = "A 6 | B 5½ | C 5 | D 5 | E 4 | F 3".replace("½", ".5")


def places(facts, name, order="PTS,BH", round_number=2, of_teams=False):
    """Write the places of a player as "win 1-1, draw 1-3, loss 2-4"."""
    number = next(n for n, player in facts.players.items() if player.name == name)
    found = RoundEnd(facts, read_order(order, of_teams=of_teams), round_number).places_of(number)
    return ", ".join(f"{result} {each.highest}-{each.lowest}" for result, each in found.items())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("A", "win 1-1, draw 1-1, loss 1-4"),  # with 6: both may lose; or B has 6½, C and D 6
        ("B", "win 1-1, draw 1-4, loss 2-4"),  # with 6: an arbiter may give A nothing; C and D may have 6
        ("C", "win 1-4, draw 2-4, loss 3-5"),  # with 6: A and B may draw and have 6½ and 6
        ("E", "win 3-5, draw 5-5, loss 5-6"),
        ("F", "win 5-6, draw 6-6, loss 6-6"),
    ],
)
def test_three_open_boards_are_bounded_by_points(name, expected):
    """A meets B, C meets E, D meets F."""
    assert places(before_the_end(SIX, "A-B C-E D-F"), name) == expected


@pytest.mark.parametrize("rounds_to_come", [1, 2, 5])
def test_rounds_to_come_are_left_out(rounds_to_come):
    facts = before_the_end(SIX, "A-B C-E D-F", to_come=rounds_to_come)
    assert places(facts, "B") == "win 1-1, draw 1-4, loss 2-4"


def test_a_win_counts_what_the_scheme_says():
    facts = before_the_end(SIX, "A-B C-E D-F", scheme=Scheme(Decimal(3), Decimal(1), Decimal(0), Decimal(3)))
    assert places(facts, "A") == "win 1-1, draw 1-3, loss 1-4"  # with 7: C and D may have 8


# Anna and Bert have one point each and drew; Carl has one, Dora none. Anna and Bert play on.
FACTS = stopped(read_player_rows("Anna: 3w1 2b=\nBert: 4w1 1w=\nCarl: 1b0 4w1\nDora: 2b0 3b0"), 2, {0})


@pytest.mark.parametrize(
    ("order", "expected"), [("PTS,TPN", "win 1-1, draw 1-1, loss 1-2"), ("PTS", "win 1-1, draw 1-2, loss 1-3")]
)
def test_the_last_boards_are_played_out_with_all_tie_breaks(order, expected):
    """With a loss Anna and Carl have one point each, or after a loss by both all three."""
    assert places(FACTS, "Anna", order) == expected


def test_who_has_two_open_games_and_their_opponents_have_no_one_result():
    facts = before_the_end(SIX, "A-C B-C D-E")
    assert [name for name in "ABCDEF" if places(facts, name)] == ["D", "E"]


def test_who_may_still_get_points_for_an_earlier_round_has_no_one_result():
    """A and B still play round 2, in which C and D are missing. C and D are paired in round 3 already."""
    facts = before_the_end(SIX, "A-B C-D", to_come=2)
    games = {
        n: tuple(g._replace(round=3) if g.opponent in (3, 4) else g for g in own) for n, own in facts.games.items()
    }
    games |= {n: (*facts.games[n], facts.games[n][0]._replace(round=2)) for n in (5, 6)}
    running = facts._replace(games=games)
    assert [name for name in "ABCDEF" if places(running, name, round_number=3)] == []
    assert [name for name in "ABCDEF" if places(running, name, round_number=2)] == ["A", "B"]


def test_there_is_no_claim_without_an_open_game_or_where_other_values_come_first():
    facts = before_the_end(SIX, "C-D E-F")
    assert places(facts, "A") == ""
    assert places(facts, "C")
    many = before_the_end(SIX, "A-B C-E D-F")
    assert places(many, "A", "BH,PTS") == ""


def test_teams_go_by_match_points_alone():
    table = teams_meet(team_rows("A: 3w11 2b11\nB: 4w1= 1w00\nC: 1b00 4b11\nD: 2b0= 3w00", rounds=3), (1, 4), (2, 3))
    assert places(table, "A", "MP,GP", 3, of_teams=True) == "win 1-1, draw 1-1, loss 1-2"
    assert places(table, "A", "GP,MP", 3, of_teams=True) == ""


def test_nothing_is_claimed_where_somebody_is_taken_out_of_the_table():
    """Dirk left before half of his games: without his results the others have other points."""
    rows = "Anna: 4w0 3b1 2w1\nBert: 3w1 4b+ 1b0\nCleo: 2b0 1w0 4w+\nDirk: 1b1 2w- 3b-"
    facts = stopped(read_player_rows(rows, system="round-robin", early_withdrawals="drop"), 3, {0})
    assert places(facts, "Anna", round_number=3) == "win 1-2, draw 2-2, loss 2-4"
    gone = {**facts.players, 4: facts.players[4]._replace(withdrawn_from=2)}
    assert places(facts._replace(players=gone), "Anna", round_number=3) == ""


@pytest.mark.parametrize(
    ("players", "expected"), [(500, "win 1-1, draw 1-1, loss 1-2"), (501, "win 1-1, draw 1-2, loss 1-3")]
)
def test_a_large_field_is_bounded_by_points_alone(players, expected):
    """Playing a board out takes twelve tables. All but the first four stay away."""
    away = read_player_rows("Emil: Z Z").games[1]
    games = {number: FACTS.games.get(number, away) for number in range(1, players + 1)}
    people = {number: FACTS.players.get(number, Player(number)) for number in games}
    assert places(FACTS._replace(players=people, games=games), "Anna", "PTS,TPN") == expected
