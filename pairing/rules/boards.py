"""The parts of a pairing: boards, a bye, and reasons that an arbiter can read out.

A Reason is a code with parameters: numbers of players, places and plain text. Its English sentence is registered in
`tiebreaks.refusal` and translated for readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tiebreaks.refusal import SENTENCES

type Pair = tuple[int, int]


class Reason(NamedTuple):
    """The reason for a choice: a code and the parameters of its sentence."""

    code: str
    params: Mapping[str, object] = {}

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**self.params)


def because(code: str, /, **params: object) -> Reason:
    """Return the reason with this code and these parameters."""
    return Reason(code, params)


class Board(NamedTuple):
    """Two players, by number. In Scrabble, `white` is the player who starts."""

    white: int
    black: int
    reasons: tuple[Reason, ...] = ()

    @property
    def pair(self) -> Pair:
        """Return both numbers, the lower one first."""
        return ordered_pair(self.white, self.black)


class Bye(NamedTuple):
    """The player of an odd field who has no opponent, by number."""

    player: int
    reasons: tuple[Reason, ...] = ()


class Pairing(NamedTuple):
    """One round: its boards in order, the bye of an odd field, and notes on the whole round.

    The first round of a stage of matches has the `lines` of its brackets, with 0 for nobody.
    """

    round: int
    boards: tuple[Board, ...]
    bye: Bye | None = None
    notes: tuple[Reason, ...] = ()
    lines: dict[str, tuple[int, ...]] = {}

    @property
    def pairs(self) -> list[Pair]:
        """Return (White, Black) of each board."""
        return [(board.white, board.black) for board in self.boards]


def ordered_pair(one: int, other: int) -> Pair:
    """Return a pair with the lower number first, the form in which pairs are looked up."""
    return (one, other) if one < other else (other, one)


def sort_boards(boards: Iterable[Board], place: Callable[[int], int]) -> tuple[Board, ...]:
    """Return boards in the order of their higher-placed players, then of the lower-placed ones."""
    return tuple(sorted(boards, key=lambda b: sorted((place(b.white), place(b.black)))))


def write_pairs(pairs: Iterable[Pair]) -> str:
    """Return pairs as text for a sentence: `3–7, 4–9`."""
    return ", ".join(f"{one}–{other}" for one, other in pairs)
