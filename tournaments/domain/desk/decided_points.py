"""Points that an arbiter gives a game instead of the usual ones, as it is stored: "10:1.5:1".

They belong to a result, White's side first. After a correction to another result the usual points count.
"""

from decimal import Decimal
from typing import NamedTuple

from tiebreaks.values.numbers import format_number

MOST, STEP = Decimal("9.99"), Decimal("0.01")  # a tournament file has four columns for them


class DecidedPoints(NamedTuple):
    result: str
    white: Decimal
    black: Decimal

    def __str__(self) -> str:
        return f"{self.result}:{format_number(self.white)}:{format_number(self.black)}"

    @property
    def turned(self) -> "DecidedPoints":
        """Return the same after both players have exchanged sides."""
        return DecidedPoints(self.result[::-1], self.black, self.white)


def read_decided_points(text: str) -> DecidedPoints | None:
    """Read what is stored; None for none."""
    if not text:
        return None
    result, white, black = text.split(":")
    return DecidedPoints(result, Decimal(white), Decimal(black))


def is_storable(points: Decimal) -> bool:
    return 0 <= points <= MOST and points % STEP == 0


def find_decided_points(text: str, result: str) -> DecidedPoints | None:
    """Return the points that count while a game has this result, None where the usual ones do."""
    return read_decided_points(text) if text and text.startswith(f"{result}:") else None
