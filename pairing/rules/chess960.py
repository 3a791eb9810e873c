"""Start positions of Chess960 by their numbers, as Scharnagl counts them: 518 is the usual one."""

from __future__ import annotations

from itertools import combinations

COUNT = 960
KNIGHTS = tuple(combinations(range(5), 2))


def write_position(number: int) -> str:
    """Return the pieces of White's first row from a to h, for example "RNBQKBNR"."""
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row = [""] * 8
    row[2 * light + 1] = row[2 * dark] = "B"
    _place(row, [queen], "Q")
    _place(row, KNIGHTS[knights], "N")
    for piece in "RKR":
        _place(row, [0], piece)
    return "".join(row)


def _place(row: list[str], places: tuple[int, ...] | list[int], piece: str) -> None:
    """Put a piece on free squares, counted from the left."""
    free = [square for square, stands in enumerate(row) if not stands]
    for place in places:
        row[free[place]] = piece
