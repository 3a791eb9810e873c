"""Rounds that count otherwise than the others, such as rapid rounds that count double beside blitz rounds.

They are written as "1-9:2" or "3:1.5,10-18:0.5": from a round to a round, each result is worth its points times this.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from tiebreaks.facts.games import ONE, ZERO, Scheme
from tiebreaks.facts.size import MOST_ROUNDS
from tiebreaks.values.numbers import format_number

FACTOR = re.compile(r"([1-9]\d{0,2})(?:-([1-9]\d{0,2}))?:(\d{1,2}(?:\.\d)?|\.\d)", re.ASCII)
MOST = Decimal(10)


class Factor(NamedTuple):
    """Rounds `first` to `last`, and how many times its usual points each result is worth in them."""

    first: int
    last: int
    factor: Decimal


@lru_cache(256)
def read_factors(text: str) -> tuple[Factor, ...]:
    """Return the factors in a text, by their rounds; those of 1 are left out. Raise ValueError."""
    found = [FACTOR.fullmatch(part) for part in text.split(",")] if text else []
    factors = sorted(Factor(int(each[1]), int(each[2] or each[1]), Decimal(each[3])) for each in found if each)
    ends = [0, *(each.last for each in factors)]
    in_order = all(end < each.first <= each.last for end, each in zip(ends, factors, strict=False))
    if not all(found) or not in_order or ends[-1] > MOST_ROUNDS:
        raise ValueError(text)
    if not all(ZERO < each.factor <= MOST for each in factors):
        raise ValueError(text)
    return tuple(each for each in factors if each.factor != ONE)


def write_factors(factors: tuple[Factor, ...]) -> str:
    """Return factors as `read_factors` reads them."""
    return ",".join(
        f"{first}:{format_number(factor)}" if first == last else f"{first}-{last}:{format_number(factor)}"
        for first, last, factor in factors
    )


@lru_cache(1024)
def scheme_in_round(scheme: Scheme, factors: str, round_number: int) -> Scheme:
    """Return what results are worth in a round, given what they are worth in a round of factor 1."""
    for first, last, factor in read_factors(factors):
        if first <= round_number <= last:
            return Scheme(*(points * factor for points in scheme))
    return scheme
