"""The rating that a participant has in an event: FIDE's, the national one, or another; record 172 names it."""

from __future__ import annotations

import re
from functools import lru_cache

USUAL = "FIDON"  # FIDE's where there is one, otherwise the national one
METHODS = (USUAL, "FIDE", "NRO", "NIDOF", "HBFN", "OTHER")


def choose_rating(method: str, official: int | None, national: int | None, own: int | None) -> int | None:
    """Return the rating that counts in the event, None without one."""
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


LATER_RATING = re.compile(r"([1-9]\d{0,2}):([1-9]\d{0,3})", re.ASCII)


@lru_cache(4096)
def read_later(text: str) -> tuple[tuple[int, int], ...]:
    """Return the ratings in a text such as "5:2110,8:2095", with the rounds from which they count. Raise ValueError."""
    found = [LATER_RATING.fullmatch(part) for part in text.split(",")] if text else []
    if not all(found):
        raise ValueError(text)
    ratings = {int(each[1]): int(each[2]) for each in found if each}
    if len(ratings) < len(found):
        raise ValueError(text)
    return tuple(sorted(ratings.items()))


def write_later(ratings: dict[int, int]) -> str:
    """Return later ratings as text, by the round from which they count."""
    return ",".join(f"{round_number}:{rating}" for round_number, rating in sorted(ratings.items()))


def rating_in_round(first: int | None, later: str, round_number: int) -> int | None:
    """Return the rating of a round, given the first one and the later ones."""
    if not later:  # the usual case
        return first
    return next((rating for since, rating in reversed(read_later(later)) if since <= round_number), first)
