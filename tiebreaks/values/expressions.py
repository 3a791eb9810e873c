"""Expressions behind a number, for example 14480 ÷ 8, and how they are written: with "=" only where that is true."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

type Operand = int | Decimal | Fraction
type Expression = tuple[Operand | str, ...]  # numbers and the signs between them; × and ÷ bind first


def add(first: Operand, *others: Operand) -> Expression:
    """Return a sum in which negative numbers are subtracted."""
    parts: list[Operand | str] = [first]
    for other in others:
        parts += ("-", -other) if other < 0 else ("+", other)
    return tuple(parts)


def evaluate(expression: Expression) -> Fraction:
    """Compute an expression exactly."""
    from fractions import Fraction  # imported here because the import is slow, and only explanations need it

    numbers = [Fraction(part) for part in expression[::2]]
    products = [numbers[0]]
    for sign, number in zip(expression[1::2], numbers[1:], strict=True):
        if sign == "×":
            products[-1] *= number
        elif sign == "÷":
            products[-1] /= number
        else:
            products.append(-number if sign == "-" else number)
    return sum(products, Fraction(0))


def write(expression: Expression, write_number: Callable[[Operand], str], minus: str = "-") -> str:
    """Write an expression with its numbers as `write_number` writes them."""
    return " ".join(
        minus if part == "-" else part if isinstance(part, str) else write_number(part) for part in expression
    )


def relate(expression: Expression, value: Operand, is_exact: Callable[[Operand], bool] = lambda _number: True) -> str:
    """Return the sign between an expression and its value as they are written.

    It is "=" only if the two are equal and all the numbers are written exactly, "≈" if something was rounded, and "→"
    if one number takes the place of another.
    """
    if len(expression) == 1 and expression[0] != value:
        return "→"
    numbers: Iterable[Operand] = (part for part in (*expression, value) if not isinstance(part, str))
    return "=" if all(map(is_exact, numbers)) and evaluate(expression) == value else "≈"
