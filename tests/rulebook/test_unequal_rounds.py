"""Rounds that count otherwise than the others: rapid rounds double beside blitz rounds, by hand."""

import re
from decimal import Decimal

import pytest

from pairing import dutch
from pairing.dutch.players import Float, read_players
from pairing.rules import history
from tests.notation.paper import column, places, read_player_rows, working_of
from tiebreaks.facts.games import Scheme
from tiebreaks.facts.round_factors import Factor, read_factors, write_factors
from tiebreaks.facts.scoring import find_decided_games

# As in rapid and blitz of the Grand Chess Tour: all play all in rapid (2, 1, 0), then in blitz (1, ½, 0).
ROWS = """\
Anna: 4w1 2w= 3b0 4b1 2b1 3w=
Bert: 3w= 1b= 4w1 3b0 1w0 4b1
Cleo: 2b= 4b0 1w1 2w1 4w= 1b=
Dora: 1b0 3w1 2b0 1w0 3b= 2w0"""
RAPID_AND_BLITZ = read_player_rows(ROWS, system="round-robin", round_factors="1-3:2")

# The values of Anna, Bert, Cleo and Dora. Rapid brought them 3, 4, 3 and 2 points, blitz 2½, 1, 2 and ½.
BY_HAND = {
    "PTS": "5.5 5 5 2.5",
    "SB": "20 18 25 12.5",  # Cleo: 1 × 5 + 0 + 2 × 5.5 + 1 × 5 + ½ × 2.5 + ½ × 5.5
    "WIN": "3 2 2 1",  # a drawn rapid game is worth 1, as much as a won blitz game, and is no win
    "WON": "3 2 2 1",
    "STD": "4 3 3.5 1.5",  # Bert: ½ ½ 1 0 0 1
    "PS": "22.5 20 18.5 11",  # Anna 2 3 3 4 5 5½, Bert 1 2 4 4 4 5, Cleo 1 1 3 4 4½ 5, Dora 0 2 2 2 2½ 2½
    "KS": "2.5 2 4.5 2.5",  # Anna, Bert and Cleo have half of the 9 possible points
}


@pytest.mark.parametrize(("criterion", "expected"), BY_HAND.items())
def test_values_by_hand(criterion, expected):
    values = column(RAPID_AND_BLITZ, criterion)
    assert [values[number] for number in (1, 2, 3, 4)] == [Decimal(each) for each in expected.split()]


def test_the_order_is_another_than_if_all_rounds_counted_alike():
    """Bert and Cleo have met twice: a draw and a win for Cleo, on average 1 and ½ points."""
    assert places(RAPID_AND_BLITZ, "PTS") == [(1, "Anna"), (2, "Bert"), (2, "Cleo"), (4, "Dora")]
    assert places(RAPID_AND_BLITZ, "PTS,DE") == [(1, "Anna"), (2, "Cleo"), (3, "Bert"), (4, "Dora")]
    alike = read_player_rows(ROWS, system="round-robin")
    assert places(alike, "PTS") == [(1, "Anna"), (2, "Cleo"), (3, "Bert"), (4, "Dora")]


def test_the_limit_of_koya_is_said_as_half_of_the_possible_points():
    limit = working_of(RAPID_AND_BLITZ, "KS", "Anna", of_teams=False).limit
    assert (limit.value, limit.expression) == (Decimal("4.5"), (9, "÷", 2))


# A round that counts double, then one as usual: what each entry of it is worth.
ENTRIES = {"2w1": 2, "2w=": 1, "2w0": 0, "2w+": 2, "2w-": 0, "U": 2, "F": 2, "H": 1, "Z": 0}


@pytest.mark.parametrize(("entry", "worth"), ENTRIES.items())
def test_byes_and_forfeits_count_as_games_of_their_round_do(entry, worth):
    event = read_player_rows(f"Anna: {entry} 3w1\nBert: Z 4w1\nCleo: 4w1 1b0\nDora: 3b0 2b0", round_factors="1:2")
    assert column(event, "PTS")[1] == worth + 1


def test_a_dummy_has_at_most_the_draws_of_these_rounds_in_quarters_too():
    """16.4.2: no game brought a quarter of a point, but a draw of the round is worth one."""
    event = read_player_rows("Anna: F\nBert: 3w1\nCleo: 2b0", round_factors="1:0.5")
    assert column(event, "BH") == {1: Decimal("0.25"), 2: 0, 3: Decimal("0.5")}


def test_an_adjourned_game_is_a_draw_of_its_round():
    event = read_player_rows("Anna: 2w\nBert: 1b\nCleo: 4w1\nDora: 3b0", round_factors="1:2")
    drawn = history.draw_adjourned(event, [(1, 1)])
    assert [drawn.total_points(number) for number in (1, 2)] == [1, 1]


def test_pairings_know_what_was_lost_and_what_was_possible():
    """Anna lost 1, 2 and ½ points. After the rapid rounds Bert alone has more than half of the 6 possible points."""
    assert history.read_history(RAPID_AND_BLITZ).entrants[1].losses == Decimal("3.5")
    rapid = history.read_history(RAPID_AND_BLITZ.up_to(3)._replace(rounds=3))
    assert [rapid.is_topscorer(number) for number in (1, 2, 3, 4)] == [False, True, False, False]


def test_a_loss_by_forfeit_in_a_double_round_is_no_downfloat():
    """1.4.3 of FIDE Dutch: without playing, more points than for a loss, which is worth 2 here."""
    one_each = Scheme(win=Decimal(3), draw=Decimal(2), loss=Decimal(1), forfeit=Decimal(1))
    event = read_player_rows("Anna: 2w+\nBert: 1b-", rounds=5, scheme=one_each, round_factors="1:2")
    players = read_players(event, history.read_history(event), dutch.USUAL)
    assert {each.number: each.floats[0] for each in players} == {1: Float.DOWN, 2: Float.NONE}


def test_games_of_such_rounds_have_no_points_by_hand():
    assert not list(find_decided_games(RAPID_AND_BLITZ))
    assert len({game.round for _, game in find_decided_games(RAPID_AND_BLITZ._replace(round_factors=""))}) == 3


READ = [
    ("", ()),
    ("1-9:2", (Factor(1, 9, Decimal(2)),)),
    ("10:0.5,1-3:1.5", (Factor(1, 3, Decimal("1.5")), Factor(10, 10, Decimal("0.5")))),
    ("1-9:1", ()),
    ("4:.5", (Factor(4, 4, Decimal("0.5")),)),
    ("2-2:2.0", (Factor(2, 2, Decimal(2)),)),
    ("99:10", (Factor(99, 99, Decimal(10)),)),
]


@pytest.mark.parametrize(("text", "factors"), READ)
def test_factors_are_read_and_written(text, factors):
    assert read_factors(text) == factors
    assert read_factors(write_factors(factors)) == factors


@pytest.mark.parametrize(
    "text", ["9-1:2", "1-3:2,3:3", "0-2:2", "1:0", "1:10.1", "1:0.25", "1", "1-3:-2", "1-100:2", "1-3:2,", "a:2", "١:2"]
)
def test_other_texts_are_none(text):
    with pytest.raises(ValueError, match=re.escape(text)):
        read_factors(text)
