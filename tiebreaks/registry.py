"""The one list of criteria: each registers itself with its code, rule and modifiers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tiebreaks.numbers import Value
from tiebreaks.working import Term, Terms, cut_extremes, total

if TYPE_CHECKING:
    from tiebreaks.encounter import Encounter
    from tiebreaks.notation import Chosen
    from tiebreaks.table import Table


class Criterion(NamedTuple):
    """A rule that orders players.

    `work(table, number, chosen)` returns the terms of a player's value; `settle(table, group, chosen)` instead places
    the members of a tied group (direct encounter). `name` and `formula` are English sentences for the translators,
    `rule` is the article, `modifiers` the letters allowed, `scope` the games and systems that it is meant for.
    `scores` are the scores of a team event that it can be computed from; without one in the notation it is the primary
    score, or the only one there is. `applies` tells which tied groups the rule allows it to split.
    `reach` says whose games a value depends on: 0 the player's own, 1 also the opponents', 2 also those of the
    opponents' opponents; None if it may be anybody's.
    """

    code: str
    name: str
    formula: str
    rule: str
    modifiers: str = ""
    scope: tuple[str, ...] = ("swiss", "round-robin")
    work: Callable[[Table, int, Chosen], Sequence[Term]] | None = None
    settle: Callable[[Table, Sequence[int], Chosen], Encounter] | None = None
    total: Callable[[Terms], Value] = total
    cut: Callable[[Terms, int, int, bool], dict[int, str]] = cut_extremes
    lower_is_better: bool = False
    scores: tuple[str, ...] = ()
    applies: Callable[[Table, Sequence[int]], bool] | None = None
    reach: int | None = None


CRITERIA: dict[str, Criterion] = {}

type Work = Callable[..., Sequence[Term]]
type Settle = Callable[[Table, Sequence[int], Chosen], Encounter]


def criterion[F: Work](code: str, *, formula: str, **details: Any) -> Callable[[F], F]:
    """Register the decorated function as a criterion; the formula in words becomes its docstring.

    The function takes `(table, number)`, or also the chosen modifiers when it names a third parameter.
    """

    def register(function: F) -> F:
        takes_modifiers = function.__code__.co_argcount == 3
        work = function if takes_modifiers else lambda table, number, chosen: function(table, number)
        function.__doc__ = formula
        CRITERIA[code] = Criterion(code, formula=formula, work=work, **details)
        return function

    return register


def group_criterion(code: str, *, formula: str, **details: Any) -> Callable[[Settle], Settle]:
    """Register a function `(table, group, chosen) -> Encounter` that looks at a whole tied group."""

    def register(function: Settle) -> Settle:
        function.__doc__ = formula
        CRITERIA[code] = Criterion(code, formula=formula, settle=function, **details)
        return function

    return register
