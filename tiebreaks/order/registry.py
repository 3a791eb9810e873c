"""The one list of criteria: each registers itself with its code, rule and modifiers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tiebreaks.table.columns import Column
from tiebreaks.table.working import NOTHING_COUNTS, FromGames, FromSum, Remark, Step, Term, Terms, cut_extremes

if TYPE_CHECKING:
    from tiebreaks.order.notation import ChosenCriterion
    from tiebreaks.table.encounter import Encounter
    from tiebreaks.table.table import Table


class Criterion(NamedTuple):
    """A rule that orders players.

    `make_column(table, chosen)` returns the addends of everybody's value. A criterion such as direct encounter has
    `place_group(table, group)` instead, which places the members of a tied group.
    `name` and `formula` are English texts for translation, `rule` is the article, `modifiers` the letters allowed, and
    `scope` the games and systems that the criterion is meant for. The value is the sum of the uncut terms, unless
    `from_sum` computes it from that sum and their number, or `from_games` from ratings and results that no modifier
    cuts. `cut` decides which terms the modifiers C and M cut, and `limit` computes what an opponent needs to count.
    `scores` are the scores of a team event that the criterion can use; without one in the notation it uses the primary
    score, or the only one listed. `applies` says which tied groups the rule allows the criterion to split, and
    `why_undefined` why a player without terms has no value.
    """

    code: str
    name: str
    formula: str
    rule: str
    modifiers: str = ""
    scope: tuple[str, ...] = ("swiss", "round-robin")
    make_column: Callable[[Table, ChosenCriterion], Column] | None = None
    place_group: Callable[[Table, Sequence[int]], Encounter] | None = None
    from_sum: FromSum | None = None
    from_games: FromGames | None = None
    cut: Callable[[Terms, int, int], dict[int, str]] = cut_extremes
    limit: Callable[[Table, ChosenCriterion], Step] | None = None
    lower_is_better: bool = False
    scores: tuple[str, ...] = ()
    applies: Callable[[Table, Sequence[int]], bool] | None = None
    why_undefined: Callable[[Table, ChosenCriterion], Remark] = lambda _table, _chosen: Remark(NOTHING_COUNTS)


CRITERIA: dict[str, Criterion] = {}
LAST = 99


def article_numbers(criterion: Criterion) -> list[int]:
    """Return the numbers of a criterion's article, to sort by; those without one come last."""
    return [int(number) for number in re.findall(r"\d+", criterion.rule)] or [LAST]


type AddendsFunction = Callable[..., Sequence[Term] | Column]
type GroupFunction = Callable[[Table, Sequence[int]], Encounter]


def criterion[F: AddendsFunction](code: str, *, formula: str, **details: Any) -> Callable[[F], F]:
    """Register the decorated function as a criterion; the formula in words becomes its docstring.

    The function takes the table and returns a column, or the table and a player's `number` and returns the terms of
    that player. Its last parameter may be `chosen`, the criterion with its modifiers.
    """

    def register(function: F) -> F:
        names = function.__code__.co_varnames[: function.__code__.co_argcount]

        def call(*arguments: Any) -> Any:
            return function(*arguments[: len(names)])

        def make_column(table: Table, chosen: ChosenCriterion) -> Column:
            if "number" not in names:
                column: Column = call(table, chosen)
                return column
            return Column.of({number: call(table, number, chosen) for number in sorted(table.facts.players)})

        function.__doc__ = function.__doc__ or formula
        CRITERIA[code] = Criterion(code, formula=formula, make_column=make_column, **details)
        return function

    return register


def group_criterion(code: str, *, formula: str, **details: Any) -> Callable[[GroupFunction], GroupFunction]:
    """Register a function `(table, group) -> Encounter` as a criterion that places a whole tied group."""

    def register(function: GroupFunction) -> GroupFunction:
        function.__doc__ = formula
        CRITERIA[code] = Criterion(code, formula=formula, place_group=function, **details)
        return function

    return register
