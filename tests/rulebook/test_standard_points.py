"""Standard points by the text of C.07, 7.7: a round is compared with that of the scheduled opponent."""

from decimal import Decimal

import pytest

from tests.notation.paper import column, explained, places, read_player_rows
from tiebreaks.facts.games import HALF, Scheme
from tiebreaks.trf import reader

# A round in arbiters' notation, both rows of it, with the scheme, and what it is for either side.
THREE_ONE_ZERO = Scheme(win=Decimal(3), draw=Decimal(1), pab=Decimal(3))
ROUNDS = [
    ("1 : 0", "2w1", "1b0", Scheme(), "1 0"),
    ("½ : ½", "2w=", "1b=", Scheme(), "0.5 0.5"),
    ("½ : 0, an arbiter’s decision", "2w=", "1b0", Scheme(), "1 0"),
    ("0 : 0, lost by both", "2w0", "1b0", Scheme(), "0.5 0.5"),
    ("+ : -", "2w+", "1b-", Scheme(), "1 0"),
    ("- : -, both scheduled, nobody came", "2w-", "1b-", Scheme(), "0.5 0.5"),
    ("a draw worth a win", "2w1", "1b0", Scheme(draw=Decimal(1)), "1 0"),
    ("a forfeit loss worth a draw", "2w+", "1b-", Scheme(forfeit=HALF), "1 0"),
    ("3-1-0, won", "2w1", "1b0", THREE_ONE_ZERO, "1 0"),
    ("3-1-0, drawn", "2w=", "1b=", THREE_ONE_ZERO, "0.5 0.5"),
    ("byes: allocated, and an absence", "U", "Z", Scheme(), "1 0"),
    ("byes: half a point, a full point", "H", "F", Scheme(), "0.5 1"),
    ("a bye worth a draw", "U", "Z", Scheme(pab=HALF), "0.5 0"),
    ("a bye worth 3, a half-point bye worth 1", "U", "H", THREE_ONE_ZERO, "1 0.5"),
]


@pytest.mark.parametrize(
    ("own", "other", "scheme", "expected"), [row[1:] for row in ROUNDS], ids=[row[0] for row in ROUNDS]
)
def test_a_round_is_compared_with_that_of_the_scheduled_opponent(own, other, scheme, expected):
    """A game between two others keeps the round going where nobody of the first two has an opponent."""
    event = read_player_rows(f"Anna: {own}\nBert: {other}\nCleo: 4w1\nDora: 3b0", scheme=scheme)
    assert [column(event, "STD")[number] for number in (1, 2)] == [Decimal(each) for each in expected.split()]


EVENT = """\
012 A draw is worth a win
142 3
162  W 1.0    D 1.0    L 0.0
001    1 m    Player 01                         2300                             3.0    1     2 w 1     3 b =     4 w =
001    2 m    Player 02                         2250                             2.0    2     1 b 0     4 w 1     3 b =
001    3 m    Player 03                         2200                             3.0    3     4 b =     1 w =     2 w =
001    4 m    Player 04                         2150                             2.0    4     3 w =     2 b 0     1 b =
"""


def test_a_file_in_which_a_draw_is_worth_a_win():
    facts = reader.read(EVENT).crosstable
    assert column(facts, "STD") == {1: 2, 2: Decimal("1.5"), 3: Decimal("1.5"), 4: 1}
    assert explained(facts, "STD", "Player 01") == "2: 1 Player 02 1 | 2 Player 03 0.5 | 3 Player 04 0.5"


def test_standard_points_separate_where_points_do_not():
    """Cleo and Dora have a point each. Cleo’s other round was lost by both."""
    event = read_player_rows("Anna: 2w= 4b0\nBert: 1b0 3w0\nCleo: 4w1 2b0\nDora: 3b0 1w1")
    assert column(event, "STD") == {1: 1, 2: HALF, 3: Decimal("1.5"), 4: 1}
    assert places(event, "PTS,STD") == [(1, "Cleo"), (2, "Dora"), (3, "Anna"), (4, "Bert")]
