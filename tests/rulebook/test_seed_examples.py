"""The worked examples from which the project started, each small enough to check on paper."""

from decimal import Decimal

import pytest

from tests.notation.paper import column, places, read_cross_table, read_player_rows
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

# B won against E: his 4½ points and E's 2½ leave no other result.
A_TO_G = read_cross_table("""
    A  -  ½  ½  1  1  1  1
    B  ½  -  ½  ½  1  1  1
    C  ½  ½  -  ½  ½  1  1
    D  0  ½  ½  -  1  1  1
    E  0  0  ½  0  -  1  1
    F  0  0  0  0  0  -  1
    G  0  0  0  0  0  0  -
""")

A_TO_G_VALUES = """
    PTS   5      4.5   4    4     2.5   1    0
    SB    11.75  10    9    7.75  3     0    0
    KS    2      1.5   1.5  1     0.5   0    0
    BH    16     16.5  17   17    18.5  20   21
    SBH   110    109.5 109  109   107.5 106  105
    WON   4      3     2    3     2     1    0
"""


@pytest.mark.parametrize("line", A_TO_G_VALUES.strip().splitlines())
def test_round_robin_of_seven(line):
    notation, *values = line.split()
    crosstable = A_TO_G._replace(edition="plain")
    assert column(crosstable, notation) == dict(enumerate(map(Decimal, values), start=1))


def test_c_ranks_above_d():
    assert places(A_TO_G, "PTS,SB,DE") == list(enumerate("ABCDEFG", start=1))
    assert places(A_TO_G, "PTS,DE")[2:4] == [(3, "C"), (3, "D")]


def test_only_the_games_against_a_and_e_separate_c_from_d():
    table = rank(A_TO_G, read_order("PTS,SB"))
    of_c, of_d = ({term.opponent: term.value for term in table.explain(n, 1).terms} for n in (3, 4))
    shared = {opponent for opponent in of_c.keys() & of_d.keys() if of_c[opponent] == of_d[opponent]}
    assert [of_c[opponent] - of_d[opponent] for opponent in (1, 5)] == [Decimal("2.5"), Decimal("-1.25")]
    assert shared == {2, 6, 7}


def test_early_points_make_progress():
    """½, ½ gives 1½ and 0, 1 gives 1: the points came earlier."""
    swiss = read_player_rows("""
        Anna: 3b= 4b=
        Bert: 4b0 3w1
        Cleo: 1w= 2b0
        Dirk: 2w1 1w=
    """)
    progress = column(swiss, "PS")
    assert (progress[1], progress[2]) == (Decimal("1.5"), 1)
    assert column(swiss, "PTS")[1] == column(swiss, "PTS")[2]
    assert column(swiss, "PS/C1")[1] == 1


def test_the_last_draw_ranks_2400_ahead_of_2600():
    """Equal in points and in the opponents before, they draw in the last round and get each other's rating."""
    swiss = read_player_rows("""
        Grandmaster 2600: 3w1 4b1 2w=
        Challenger  2400: 4w1 3b1 1b=
        Third       2200: 1b0 2w0 4w=
        Fourth      2200: 2b0 1w0 3b=
    """)
    assert column(swiss, "SRO") == {1: 6800, 2: 7000, 3: 7200, 4: 7200}
    assert places(swiss, "PTS,SRO") == [(1, "Challenger"), (2, "Grandmaster"), (3, "Third"), (3, "Fourth")]
