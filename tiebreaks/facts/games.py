"""How a round went for one participant, and what results are worth: the smallest facts of an event.

A round that was not played is a game too, of another kind: the article of unplayed rounds asks how it came about, and
points never tell.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from operator import itemgetter
from typing import NamedTuple

ZERO, HALF, ONE = Decimal(0), Decimal("0.5"), Decimal(1)


class Kind(StrEnum):
    """How a round went for one participant. Each kind of unplayed round has its own value; points never imply it."""

    PLAYED = "played"
    OPEN = "open"  # paired, no result yet
    PAB = "pairing-allocated bye"
    FPB = "full-point bye"
    HPB = "half-point bye"
    ZPB = "zero-point bye"  # absent, not yet arrived, withdrawn, expelled
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"

    __hash__ = str.__hash__  # Enum's own hash is slow, and kinds are looked up for every game


class Colour(StrEnum):
    """The colour of a participant in a game; in Scrabble White is the player who starts."""

    WHITE = "w"
    BLACK = "b"
    NONE = "-"


class Game(NamedTuple):
    """One round of one participant, seen from their side: the opponent's game mirrors it.

    `points` are what the participant was awarded (zero while the game is open). `own_score` and `opponent_score` are
    the scores in Scrabble and pétanque; in a round without an opponent `own_score` is the credited spread.
    `penalty` is what an arbiter deducts from `own_score`.
    `letter` is the result in FIDE's tournament file ("" while open), so that a file can be written back unchanged.
    """

    round: int
    opponent: int | None
    colour: Colour
    kind: Kind
    points: Decimal
    own_score: int | None = None
    opponent_score: int | None = None
    board: int | None = None
    letter: str = ""
    penalty: int = 0


ROUND = itemgetter(Game._fields.index("round"))


def find_game(games: Sequence[Game], round_number: int) -> Game | None:
    """Return the game of a round among those of one participant, which are in the order of rounds; None without one."""
    at = bisect_left(games, round_number, key=ROUND)
    return games[at] if at < len(games) and games[at].round == round_number else None


def games_up_to(games: tuple[Game, ...], last: int) -> tuple[Game, ...]:
    """Return the games of rounds 1 to `last` of one participant, whose games are in the order of rounds."""
    return games if not games or games[-1].round <= last else games[: bisect_right(games, last, key=ROUND)]


class Scheme(NamedTuple):
    """The points that results are worth. `pab` is the value of a pairing-allocated bye, `forfeit` of a forfeit loss."""

    win: Decimal = ONE
    draw: Decimal = HALF
    loss: Decimal = ZERO
    pab: Decimal = ONE
    forfeit: Decimal = ZERO
