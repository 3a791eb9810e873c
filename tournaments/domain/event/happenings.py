"""What can happen in an event."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class What(StrEnum):
    RESULT = "result"
    CORRECTION = "correction"
    PUBLISHED = "published"
    RELEASED = "released"
    FINAL = "final"
    NOTICE = "notice"


class HappeningSide(NamedTuple):
    """A player or a team. `mark` is its side of the result, "" while it is open.

    `moved` are the places gained since the round before, 0 where nothing is said of them; `place` is the present one.
    """

    number: int
    name: str
    mark: str
    moved: int = 0
    place: int = 0


class Happening(NamedTuple):
    """One thing that happened. Without `sides` it is about a round, or about the whole event (round 0).

    `text` is what a notice says.
    """

    what: What
    at: datetime
    round: int = 0
    board: int | None = None
    sides: tuple[HappeningSide, ...] = ()
    text: str = ""

    @property
    def is_open(self) -> bool:
        """Tell whether a correction took a result back."""
        return not any(side.mark for side in self.sides)

    @property
    def name(self) -> str:
        """Name the happening among those of its event: the same result of the same game has the same name."""
        number = int(1000 * self.at.timestamp()) if self.what == What.NOTICE else self.round
        parts = [str(self.what) if not self.sides else "r", str(number)]
        return "-".join([*parts, *(f"{side.number}_{side.mark}" for side in self.sides)])
