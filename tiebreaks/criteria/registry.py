"""The one list of criteria: each registers itself with its code, rule and modifiers.

Two decorators do it, one for each way to compute: `@criterion` for the terms of one player's value, which is all that a
criterion has to say, and `@column_criterion` for the addends of everybody at once, where speed matters.
`docs/columns.md` shows how both meet. `@group_criterion` places tied players among each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from tiebreaks.criteria.criterion import ChosenCriterion, Criterion
from tiebreaks.table.columns import Column
from tiebreaks.table.mini_table import Encounter
from tiebreaks.table.table import Table
from tiebreaks.table.working import Term

CRITERIA: dict[str, Criterion] = {}
LAST = 99

type TermsFunction = Callable[..., Sequence[Term]]
type ColumnFunction = Callable[..., Column]
type GroupFunction = Callable[[Table, Sequence[int]], Encounter]


def article_numbers(criterion: Criterion) -> list[int]:
    """Return the numbers of a criterion's article, to sort by; those without one come last."""
    return [int(number) for number in re.findall(r"\d+", criterion.rule)] or [LAST]


def criterion[F: TermsFunction](code: str, *, by_modifiers: bool = False, **details: Any) -> Callable[[F], F]:
    """Register a function `(table, number)` that returns the terms of a player's value.

    With `by_modifiers` it also takes the chosen criterion, whose modifiers change the terms. `details` are the other
    fields of a `Criterion`.
    """

    def register(function: F) -> F:
        def make_column(table: Table, chosen: ChosenCriterion) -> Column:
            further = (chosen,) if by_modifiers else ()
            return Column.of({number: function(table, number, *further) for number in sorted(table.facts.players)})

        return _register(function, Criterion(code, make_column=make_column, **details))

    return register


def column_criterion[F: ColumnFunction](code: str, *, by_modifiers: bool = False, **details: Any) -> Callable[[F], F]:
    """Register a function `(table)` that returns the addends of all players' values as a column.

    With `by_modifiers` it also takes the chosen criterion, whose modifiers change the addends. `details` are the other
    fields of a `Criterion`.
    """

    def register(function: F) -> F:
        def make_column(table: Table, chosen: ChosenCriterion) -> Column:
            return function(table, chosen) if by_modifiers else function(table)

        return _register(function, Criterion(code, make_column=make_column, **details))

    return register


def group_criterion(code: str, **details: Any) -> Callable[[GroupFunction], GroupFunction]:
    """Register a function `(table, group)` that places a whole tied group."""

    def register(function: GroupFunction) -> GroupFunction:
        return _register(function, Criterion(code, place_group=function, **details))

    return register


def _register[F: Callable[..., object]](function: F, registered: Criterion) -> F:
    """Put a criterion on the list; the formula in words becomes the docstring of a function without one."""
    function.__doc__ = function.__doc__ or registered.formula
    CRITERIA[registered.code] = registered
    return function
