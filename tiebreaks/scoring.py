"""Points of every kind of result, and the one table of how each kind of round counts where."""

from decimal import Decimal
from typing import NamedTuple

from tiebreaks.crosstable import Kind, Scheme


class Counts(NamedTuple):
    """How a kind of round counts: the columns of C.07, articles 7, 10 and 16."""

    over_the_board: bool = False  # WON BPG BWG, the ratings, direct encounter
    elected: bool = True  # REP: the player was willing to play
    present: bool = False  # NGP: he came and there was an opponent on paper
    voluntary: bool = False  # 16.1.2: voluntarily unplayed
    requested: bool = False  # 16.2.3 and 16.2.5: a bye that he asked for, or an absence


KIND_COUNTS = {
    Kind.PLAYED: Counts(over_the_board=True, present=True),
    Kind.PAB: Counts(),
    Kind.FPB: Counts(),
    Kind.FORFEIT_WIN: Counts(present=True),
    Kind.FORFEIT_LOSS: Counts(elected=False, voluntary=True),
    Kind.HPB: Counts(elected=False, voluntary=True, requested=True),
    Kind.ZPB: Counts(elected=False, voluntary=True, requested=True),
    Kind.OPEN: Counts(),
}
FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})

# The letters of FIDE's tournament file, with and without an opponent: kind and the field of Scheme that it is worth.
WITH_OPPONENT = {
    "1": (Kind.PLAYED, "win"), "=": (Kind.PLAYED, "draw"), "0": (Kind.PLAYED, "loss"),
    "W": (Kind.PLAYED, "win"), "D": (Kind.PLAYED, "draw"), "L": (Kind.PLAYED, "loss"),
    "+": (Kind.FORFEIT_WIN, "win"), "-": (Kind.FORFEIT_LOSS, "loss"),
}  # fmt: skip
WITHOUT_OPPONENT = {
    "U": (Kind.PAB, "pab"), "F": (Kind.FPB, "win"), "+": (Kind.FPB, "win"),
    "H": (Kind.HPB, "draw"), "Z": (Kind.ZPB, None), "-": (Kind.ZPB, None), "": (Kind.ZPB, None),
}  # fmt: skip
# What the two sides of one game may show together. Unequal draws and lost games on both sides are arbiters' decisions.
RESULT_PAIRS = frozenset({"10", "01", "==", "WL", "LW", "DD", "+-", "-+", "--", "00", "=0", "0="})


def outcome(letter: str, has_opponent: bool, scheme: Scheme) -> tuple[Kind, Decimal]:
    """Return the kind of a result letter and the points that it is worth. Raise KeyError for any other letter."""
    kind, worth = (WITH_OPPONENT if has_opponent else WITHOUT_OPPONENT)[letter]
    return kind, getattr(scheme, worth) if worth else Decimal(0)
