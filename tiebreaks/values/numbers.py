"""Exact numbers: the types of values, rounding and output."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

type Value = int | Decimal | Fraction | None


def round_half_up(number: int | Decimal | Fraction, places: int = 0) -> Decimal:
    """Round to a number of decimal places, halves away from zero."""
    scale: int = 10**places
    numerator, denominator = number.as_integer_ratio()
    return Decimal(round_ratio_half_up(int(numerator) * scale, int(denominator))) / Decimal(scale)


def round_ratio_half_up(numerator: int, denominator: int) -> int:
    """Divide and round to a whole number, halves away from zero."""
    rounded = (2 * abs(numerator) + denominator) // (2 * denominator)
    return rounded if numerator >= 0 else -rounded


def divide_exactly(number: int | Decimal, divisor: int) -> Fraction:
    """Return the exact quotient."""
    from fractions import Fraction  # imported here because few criteria divide, and the import is slow

    return Fraction(number) / divisor


def format_number(value: Value) -> str:
    """Write the shortest decimal ("6.5", "6"), "p/q" if it does not terminate, "" if the value is undefined."""
    if value is None:
        return ""
    numerator, denominator = value.as_integer_ratio()
    if denominator == 1:
        return str(numerator)
    rest, places = denominator, 0
    while rest % 2 == 0 or rest % 5 == 0:
        rest, places = rest // (10 if rest % 10 == 0 else 2 if rest % 2 == 0 else 5), places + 1
    if rest != 1:
        return f"{numerator}/{denominator}"
    whole, part = divmod(abs(numerator) * 10**places // denominator, 10**places)
    return f"{'-' if numerator < 0 else ''}{whole}.{part:0{places}}"


def is_finite_decimal(value: int | Decimal | Fraction) -> bool:
    """Return whether a number has finitely many decimals."""
    rest = value.as_integer_ratio()[1]
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def places_to_tell_apart(values: Iterable[Value], least: int = 2) -> int:
    """Return how many decimals show all values that differ as different numbers, at least `least`."""
    distinct = {value for value in values if value is not None}
    places = least
    while len({round_half_up(value, places) for value in distinct}) < len(distinct):
        places += 1
    return places


def decimal_text(value: Value, places: int = 2) -> str:
    """Write the shortest decimal, one without an end with this many places, "" if the value is undefined."""
    if value is None or is_finite_decimal(value):
        return format_number(value)
    return f"{round_half_up(value, places):.{places}f}"


def decimal_texts(values: Sequence[Value]) -> list[str]:
    """Write the values of a column as decimals with as many places as tell them apart."""
    endless = any(value is not None and not is_finite_decimal(value) for value in set(values))
    places = places_to_tell_apart(values) if endless else 0
    return [decimal_text(value, places) for value in values]
