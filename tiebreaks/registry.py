"""The one list of criteria: each registers itself with its code, rule and modifiers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tiebreaks.numbers import Value
from tiebreaks.working import Term, Terms, cut_extremes, sum_terms

if TYPE_CHECKING:
    from tiebreaks.encounter import Encounter
    from tiebreaks.notation import ChosenCriterion
    from tiebreaks.table import Table


class Criterion(NamedTuple):
    """A rule that orders players.

    `make_terms(table, number, chosen)` returns the terms of a player's value. A criterion such as direct encounter has
    `place_group(table, group, chosen)` instead, which places the members of a tied group.
    `name` and `formula` are English texts for translation, `rule` is the article, `modifiers` the letters allowed, and
    `scope` the games and systems that the criterion is meant for. `total` computes the value from its uncut terms,
    `cut` decides which terms the modifiers C and M cut.
    `scores` are the scores of a team event that the criterion can use; without one in the notation it uses the primary
    score, or the only one listed. `applies` says which tied groups the rule allows the criterion to split.
    `reach` says whose games a value depends on: 0 only the player's, 1 also the opponents', 2 also those of the
    opponents' opponents; None if it may be anybody's.
    """

    code: str
    name: str
    formula: str
    rule: str
    modifiers: str = ""
    scope: tuple[str, ...] = ("swiss", "round-robin")
    make_terms: Callable[[Table, int, ChosenCriterion], Sequence[Term]] | None = None
    place_group: Callable[[Table, Sequence[int], ChosenCriterion], Encounter] | None = None
    total: Callable[[Terms], Value] = sum_terms
    cut: Callable[[Terms, int, int, bool], dict[int, str]] = cut_extremes
    lower_is_better: bool = False
    scores: tuple[str, ...] = ()
    applies: Callable[[Table, Sequence[int]], bool] | None = None
    reach: int | None = None


CRITERIA: dict[str, Criterion] = {}

type TermsFunction = Callable[..., Sequence[Term]]
type GroupFunction = Callable[[Table, Sequence[int], ChosenCriterion], Encounter]


def criterion[F: TermsFunction](code: str, *, formula: str, **details: Any) -> Callable[[F], F]:
    """Register the decorated function as a criterion; the formula in words becomes its docstring.

    The function takes `(table, number)`, and the chosen criterion with its modifiers if it has a third parameter.
    """

    def register(function: F) -> F:
        takes_modifiers = function.__code__.co_argcount == 3
        make_terms = function if takes_modifiers else lambda table, number, chosen: function(table, number)
        function.__doc__ = formula
        CRITERIA[code] = Criterion(code, formula=formula, make_terms=make_terms, **details)
        return function

    return register


def group_criterion(code: str, *, formula: str, **details: Any) -> Callable[[GroupFunction], GroupFunction]:
    """Register a function `(table, group, chosen) -> Encounter` as a criterion that places a whole tied group."""

    def register(function: GroupFunction) -> GroupFunction:
        function.__doc__ = formula
        CRITERIA[code] = Criterion(code, formula=formula, place_group=function, **details)
        return function

    return register
