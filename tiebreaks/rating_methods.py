"""The rating that a participant has in an event: FIDE's, the national one, or another; record 172 names it."""

from __future__ import annotations

USUAL = "FIDON"  # FIDE's where there is one, otherwise the national one
METHODS = (USUAL, "FIDE", "NRO", "NIDOF", "HBFN", "OTHER")


def choose_rating(method: str, official: int | None, national: int | None, own: int | None) -> int | None:
    """Return the rating that counts in the event, None for who has none."""
    match method:
        case "FIDE":
            return official
        case "NRO":
            return national
        case "NIDOF":
            return national or official
        case "HBFN":
            return max(official or 0, national or 0) or None
        case "OTHER":
            return own
    return official or national
