"""Exact numbers: the types of values, rounding and output."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
