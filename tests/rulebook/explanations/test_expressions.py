"""Expressions behind a number: computed exactly, products first; the sign before the value is a true one."""

from decimal import Decimal
from fractions import Fraction

import pytest

from tiebreaks.values.expressions import add, evaluate, relate, write

WRITTEN = [
    (add(2100, 193), "2100 + 193", 2293),
    (add(2100, -800), "2100 − 800", 1300),
    (add(1, 2, -3, 0), "1 + 2 − 3 + 0", 0),
    ((Decimal("0.5"), "×", 4, "+", 1, "×", 3), "0.5 × 4 + 1 × 3", 5),
    ((10, "-", 3, "×", 2), "10 − 3 × 2", 4),
    ((14480, "÷", 8), "14480 ÷ 8", 1810),
    ((1, "÷", 3), "1 ÷ 3", Fraction(1, 3)),
    ((7,), "7", 7),
]


@pytest.mark.parametrize(("expression", "text", "value"), WRITTEN)
def test_an_expression_is_written_and_computed(expression, text, value):
    assert write(expression, str, minus="−") == text
    assert evaluate(expression) == value


RELATED = [
    # the expression, its value, the numbers that are written rounded, the sign
    ((14480, "÷", 8), 1810, (), "="),
    ((14481, "÷", 8), 1810, (), "≈"),
    ((3, "+", 4), 7, (), "="),
    ((3, "+", 4), 7, (3,), "≈"),
    ((3, "+", 4), 7, (7,), "≈"),
    ((3, "+", 4), 8, (), "≈"),
    ((7,), 7, (), "="),
    ((7,), 7, (7,), "≈"),
    ((7,), 8, (), "→"),  # one number takes the place of another
]


@pytest.mark.parametrize(("expression", "value", "rounded", "sign"), RELATED)
def test_the_sign_is_true(expression, value, rounded, sign):
    assert relate(expression, value, lambda number: number not in rounded) == sign
