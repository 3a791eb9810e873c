"""What a criterion computes: the values of all players, and the terms and steps that lead to one of them."""

from collections.abc import Sequence
from itertools import repeat
from typing import cast

from tiebreaks.criteria.criterion import ChosenCriterion, Criterion
from tiebreaks.order.formulas import cut_article
from tiebreaks.table.columns import Column, divide
from tiebreaks.table.table import Table
from tiebreaks.table.working import BY_ARTICLE, SUM, Number, Terms, WorkingStep, cut_extremes
from tiebreaks.values.numbers import Value


def compute_column(table: Table, chosen: ChosenCriterion) -> tuple[dict[int, Value], int]:
    """Return all players' values of a criterion in 1/scale, by number, and the scale."""
    table, criterion, (low, high) = table_for(table, chosen), chosen.criterion, chosen.cuts
    column, from_sum = _column(table, chosen), criterion.from_sum
    if criterion.from_games:
        return column.values_by(criterion.from_games), 1
    sums = _sums_with_cuts(chosen, column) if low or high else column.sums()
    if from_sum:
        compute, counts = from_sum.compute, [max(0, count - low - high) for count in column.counts()]
        return dict(
            zip(column.numbers, map(compute, cast("list[Number]", divide(sums, column.scale)), counts), strict=True)
        ), 1
    return dict(zip(column.numbers, sums, strict=True)), column.scale


def _sums_with_cuts(chosen: ChosenCriterion, column: Column) -> list[Number]:
    """Return all players' sums without the terms that the modifiers C and M cut, in 1/`scale` of the column."""
    sums = column.sums_without(*chosen.cuts) if chosen.criterion.cut is cut_extremes else repeat(None)
    return [
        sum(_terms(chosen, column, number).uncut().values) if each is None else each
        for number, each in zip(column.numbers, sums, strict=False)
    ]


def make_steps(criterion: Criterion, terms: Terms) -> tuple[WorkingStep, ...]:
    """Return the steps from a player's terms to the value."""
    if criterion.from_games:
        return criterion.from_games.steps(cast("Sequence[int]", terms.values), sum(terms.results))
    uncut = terms.uncut()
    total = sum([term.value for term in uncut])
    return criterion.from_sum.steps(total, len(uncut)) if criterion.from_sum else (WorkingStep(SUM, total),)


def _column(table: Table, chosen: ChosenCriterion) -> Column:
    """Return the addends of a criterion, computed once for all its cuts. `table` comes from `table_for`."""
    make_column = chosen.criterion.make_column
    assert make_column is not None
    same_addends = (chosen.code, *(modifier for modifier in chosen.modifiers if modifier.letter not in "CM"))
    return table.compute_once(same_addends, lambda: make_column(table, chosen))


def _terms(chosen: ChosenCriterion, column: Column, number: int) -> Terms:
    """Return a player's terms, with the cut ones marked."""
    terms, (low, high) = column.terms_of(number), chosen.cuts
    return terms.with_cuts(chosen.criterion.cut(terms, low, high)) if low or high else terms


def find_terms(table: Table, chosen: ChosenCriterion, number: int) -> Terms:
    """Return the terms of a player's value, with the cut ones marked by their article."""
    terms = _terms(chosen, _column(table_for(table, chosen), chosen), number)
    article = cut_article(chosen, table.facts.edition)
    return terms.with_cuts({p: BY_ARTICLE.get((code, article), code) for p, code in terms.left_out.items()})


def table_for(table: Table, chosen: ChosenCriterion) -> Table:
    """Return the table in the score, and with the changes, that a criterion with its modifiers needs."""
    if chosen.team_score and table.facts.team_event:
        table = table.in_score(chosen.team_score)
    if chosen.has_modifier("P"):
        table = table.with_forfeits()
    return table
