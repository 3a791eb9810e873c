"""What an arbiter sends: a result, or a decision about one player."""

from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from tournaments.domain.desk.results import Value


class Entry(NamedTuple):
    """A result as it was sent, the version of the game that the arbiter saw, and the client's number of the entry.

    `result` is None where it follows from the scores. A `spread` must agree with the scores, with or without its sign.
    Boards that are sent as one line have its number. `seats` says who sat there then, as `Game.seats`; "" if unknown.
    """

    result: str | None = None
    white_score: int | None = None
    black_score: int | None = None
    version: int | None = None
    uuid: UUID | None = None
    reason: str = ""
    is_adjourned: bool = False
    spread: int | None = None
    line: UUID | None = None
    seats: str = ""

    @property
    def value(self) -> Value:
        return Value(self.result, self.white_score, self.black_score, self.is_adjourned)


class Decision(NamedTuple):
    """A decision about one player: `penalty` in score points, `deduction` in points, `bye` a code of `Result` or None.

    `white_points` and `black_points` are what the game counts for both players, None for the usual points.
    `version` is the version of the game that the arbiter saw.
    """

    penalty: int = 0
    deduction: Decimal = Decimal(0)
    bye: str | None = None
    white_points: Decimal | None = None
    black_points: Decimal | None = None
    version: int | None = None
    reason: str = ""
