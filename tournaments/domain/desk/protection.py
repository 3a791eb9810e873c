"""What protects a stored result: the one rule for desk, phone, slip, API and outbox."""

from enum import StrEnum
from typing import NamedTuple


class Protection(StrEnum):
    """Why a different value is no plain entry, the strongest protection first."""

    FINAL = "final"  # the event has been declared final
    PAST = "past"  # in FIDE mode: a round before the previous one, on which a later one was paired
    CLOSED = "closed"  # the round has been closed
    OLD = "old"  # the round is older than the previous one
    EARLIER = "earlier"  # the round is the previous one
    CONFIRMED = "confirmed"  # a second person has checked the result
    OTHERS = "others"  # somebody else has entered the result
    DRAWN = "drawn"  # a later round was paired as if the adjourned game were drawn


class StoredResult(NamedTuple):
    """A board as it is stored. `rounds_ago` is 0 in the running round and in rounds that were published ahead."""

    is_open: bool = False
    is_own: bool = True
    is_confirmed: bool = False
    rounds_ago: int = 0
    is_closed: bool = False
    is_final: bool = False


FOR_CHIEFS = frozenset({Protection.FINAL, Protection.PAST, Protection.CLOSED, Protection.OLD})


def find_protection(stored: StoredResult) -> Protection | None:
    """Return what protects a board against a different value; None where a plain entry may change it.

    The first result of an open board is a plain entry in any round, until the event is final.
    """
    if stored.is_final:
        return Protection.FINAL
    if stored.is_open:
        return None
    reasons = (
        (Protection.CLOSED, stored.is_closed),
        (Protection.OLD, stored.rounds_ago > 1),
        (Protection.EARLIER, stored.rounds_ago == 1),
        (Protection.CONFIRMED, stored.is_confirmed),
        (Protection.OTHERS, not stored.is_own),
    )
    return next((protection for protection, holds in reasons if holds), None)
