"""The criteria of the Olympiads on paper: the seed's comparison of 14 and 10 match points, and the byes of 2026."""

from decimal import Decimal

import pytest

from tests.notation.paper_teams import column, places, team_rows
from tiebreaks.order.presets import PRESETS

# P loses to X and then wins without play until it has 14 match points; Q loses to Y and reaches 10. V and W get 8.
SEED = """
    P: 3b0===  F      F F F F F F
    Q: 4b=000  F      F F F F Z Z
    X: 1w1===  5b1100 Z Z Z Z Z Z
    Y: 2w=111  6b0011 Z Z Z Z Z Z
    V: 6w1100  3w0011 6w==== 6w==== 6w==== 6w==== 6w==== 6w====
    W: 5b0011  4w1100 5b==== 5b==== 5b==== 5b==== 5b==== 5b====
"""


@pytest.fixture
def table():
    return team_rows(SEED, edition="2023-09")


def test_a_narrow_win_over_14_match_points_is_worth_as_much_as_a_high_one_over_10(table):
    assert [column(table, "MP")[n] for n in (1, 2, 3, 4)] == [14, 10, 3, 3]
    assert [column(table, "OSB")[n] for n in (3, 4)] == [35, 35]  # 2½ × 14 and 3½ × 10; V and W have fewer and are cut


def test_the_order_of_2008_then_asks_for_the_opponents(table):
    assert [column(table, "OBH")[n] for n in (3, 4)] == [14, 10]
    assert [name for _, name in places(table, PRESETS["olympiad-2008"]) if name in "XY"] == ["X", "Y"]


def test_since_2010_the_game_points_come_first(table):
    assert [column(table, "GP")[n] for n in (3, 4)] == [Decimal("4.5"), Decimal("5.5")]
    assert [name for _, name in places(table, PRESETS["olympiad-2010"]) if name in "XY"] == ["Y", "X"]


def test_the_weakest_opponent_is_the_one_with_fewest_match_points_then_the_smallest_product():
    table = team_rows(
        """
        A: 2w1111 3b=100 4w1=10
        B: 1b0000 4b1111 3w1100
        C: 4w0000 1w=011 2b0011
        D: 3b1111 2w0000 1b0=01
        """,
        edition="2023-09",
    )
    assert column(table, "MP") == {1: 4, 2: 3, 3: 3, 4: 2}
    # A: B 3 × 4, C 3 × 1½, and D with 2 × 2½ is cut. B: A 4 × 0, C 3 × 2, D 2 × 4 is cut.
    # C: A 4 × 2½, B 3 × 2, D 2 × 0 is cut. D: A 4 × 1½; B and C both have 3: the product 3 × 0 is cut, 3 × 4 stays.
    assert column(table, "OSB") == {1: Decimal("16.5"), 2: 6, 3: 16, 4: 18}
    assert column(table, "OBH") == {1: 6, 2: 7, 3: 7, 4: 7}


BYES = """
    A: 2w1111 U      3b1100
    B: 1b0000 3w1110 Z
    C: Z      2b0001 1w0011
"""


def test_before_2026_a_bye_only_lacks_an_opponent():
    table = team_rows(BYES, edition="2024-08")
    assert column(table, "MP") == {1: 4, 2: 2, 3: 1}
    # A: B 2 × 4 stays, C 1 × 2 is cut.
    assert column(table, "OSB")[1] == 8


def test_from_2026_the_bye_is_left_out_and_rounds_without_pairing_count_one_match_point():
    table = team_rows(BYES, edition="2026-03")
    # A has a bye, so both opponents count: B with 2 + 1, C with 1 + 1. 3 × 4 + 2 × 2.
    assert column(table, "OSB")[1] == 16
    assert column(table, "OBH")[1] == 5
    # B has none: A 4 × 0 stays, C 2 × 3 is cut.
    assert column(table, "OSB")[2] == 0


def test_three_to_one_against_16_match_points():
    table = team_rows(
        """
        A: 2w11== 3b1111 Z Z Z Z Z Z Z
        B: 1b00== F      F F F F F F F
        C: Z      1w0000 4w1111 4w0000 4w1111 4w0000 4w1111 4w0000 4w1111
        D: Z      Z      3b0000 3b1111 3b0000 3b1111 3b0000 3b1111 3b0000
        """,
        edition="2023-09",
    )
    assert column(table, "MP")[2] == 16
    assert column(table, "OSB")[1] == 48  # 3 × 16; the match against C is cut
