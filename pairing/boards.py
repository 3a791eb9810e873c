"""What a pairing is: boards, a bye, and the reasons that an arbiter can read out.

A Reason is a code with parameters. Its English sentence stands in the one list of `tiebreaks.refusal`, and is
translated where people read; its parameters are numbers of players, places and plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tiebreaks.refusal import SENTENCES

type Pair = tuple[int, int]


class Reason(NamedTuple):
    """Why something is so: a code and what its sentence needs."""

    code: str
    params: Mapping[str, object] = {}

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**self.params)


def because(code: str, /, **params: object) -> Reason:
    """Return a reason with its parameters."""
    return Reason(code, params)


class Board(NamedTuple):
    """Two players; White in chess is who plays first in Scrabble."""

    white: int
    black: int
    reasons: tuple[Reason, ...] = ()

    @property
    def pair(self) -> Pair:
        """Return both numbers, the lower one first."""
        return ordered_pair(self.white, self.black)


class Bye(NamedTuple):
    """The one player of an odd field who has no opponent."""

    player: int
    reasons: tuple[Reason, ...] = ()


class Pairing(NamedTuple):
    """One round: the boards in their order, the bye of an odd field, and what concerns the whole round."""

    round: int
    boards: tuple[Board, ...]
    bye: Bye | None = None
    notes: tuple[Reason, ...] = ()

    @property
    def pairs(self) -> list[Pair]:
        """Return (White, Black) of each board."""
        return [(board.white, board.black) for board in self.boards]


def ordered_pair(one: int, other: int) -> Pair:
    """Return a pair as it is looked up: the lower number first."""
    return (one, other) if one < other else (other, one)


def sort_boards(boards: Iterable[Board], place: Callable[[int], int]) -> tuple[Board, ...]:
    """Return boards by the place of their higher player, then of the lower one."""
    return tuple(sorted(boards, key=lambda b: sorted((place(b.white), place(b.black)))))


def write_pairs(pairs: Iterable[Pair]) -> str:
    """Write pairs for a sentence: `3–7, 4–9`."""
    return ", ".join(f"{one}–{other}" for one, other in pairs)
