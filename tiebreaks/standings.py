"""Rank players by an ordered list of criteria: one tied group, split by each criterion in turn (C.07, 4.2)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate, repeat
from typing import TYPE_CHECKING, NamedTuple, cast

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.teams import in_score_of_order
from tiebreaks.order.formulas import cut_article, rule_in, write_formula
from tiebreaks.order.notation import ChosenCriterion
from tiebreaks.order.registry import Criterion
from tiebreaks.table.columns import Column, divide
from tiebreaks.table.table import Table
from tiebreaks.table.working import (
    ALL_CUT,
    BY_ARTICLE,
    SUM,
    WITHDREW_EARLY,
    Number,
    Remark,
    Step,
    Terms,
    Working,
    cut_extremes,
)
from tiebreaks.values.numbers import Value, decimal_texts

if TYPE_CHECKING:
    from tiebreaks.table.encounter import Encounter

type Group = list[int]
type Encounters = list[dict[int, Encounter]]  # for each criterion, the mini-table of each member of a tied group


class Row(NamedTuple):
    """One line of the standings. Tied players share the rank (1, 2, 2, 4); `values` follow the order of criteria.

    Who is expelled has the rank 0 in a line that is not among the ranked ones.
    """

    rank: int
    number: int
    values: tuple[Value, ...]


class Standings:
    """The standings of a crosstable: ranked rows, with the working behind each value.

    Who is `expelled` is ranked like everybody, so that no value of the others changes, and then taken out of the
    `rows`: those below move up.
    """

    def __init__(
        self,
        table: Table,
        order: tuple[ChosenCriterion, ...],
        rows: tuple[Row, ...],
        encounters: Encounters,
        facts: Crosstable | None = None,
        unranked: frozenset[int] = frozenset(),
    ) -> None:
        """Store a table; `unranked` withdrew early: they come last, without values."""
        self.table, self.order, self._facts, self.unranked = table, order, facts, unranked
        self._encounters = encounters
        gone = self.facts.find_expelled()
        self.expelled = tuple(row._replace(rank=0) for row in rows if row.number in gone)
        self.rows = _close_ranks(rows, gone) if gone else rows

    @property
    def facts(self) -> Crosstable:
        """Return the facts of the event, including games later than the standings."""
        return self._facts or self.table.facts

    @cached_property
    def all_games(self) -> Table:
        """Return the table of all games, also of those that count for nobody after an early withdrawal."""
        return Table(self.facts) if self.unranked else self.table

    @cached_property
    def progress(self) -> tuple[int, bool, int]:
        """Return `Table.progress` of all games, also of those that decide places alone or count for nobody."""
        return self.table.progress if self._facts is None else Table(self._facts).progress

    @cached_property
    def _by_number(self) -> dict[int, Row]:
        return {row.number: row for row in (*self.rows, *self.expelled)}

    def placed(self, places: Sequence[tuple[int, int]], facts: Crosstable) -> Standings:
        """Return standings with the same values, but with ranks and order from (place, number) pairs.

        This is how a final decides the places; `facts` include its games.
        """
        rows = tuple(self.row(number)._replace(rank=place) for place, number in places)
        return Standings(self.table, self.order, rows, self._encounters, facts, self.unranked)

    def row(self, number: int) -> Row:
        """Return the row of a player. Raise KeyError for an unknown number."""
        return self._by_number[number]

    def column(self, index: int) -> dict[int, Value]:
        """Return everybody's value of the criterion at `index` in the order."""
        return {row.number: row.values[index] for row in self._by_number.values()}

    @cached_property
    def texts(self) -> dict[int, tuple[str, ...]]:
        """Return everybody's values as decimals, by number; values of a column that differ have different texts."""
        rows = self._by_number.values()
        columns = [decimal_texts([row.values[index] for row in rows]) for index in range(len(self.order))]
        return {row.number: texts for row, texts in zip(rows, zip(*columns, strict=True), strict=True)}

    def explain(self, number: int, index: int) -> Working:
        """Return the working of a player's value of the criterion at `index` in the order."""
        chosen, criterion = self.order[index], self.order[index].criterion
        edition, value = self.facts.edition, self.row(number).values[index]
        facts = (write_formula(chosen, edition), rule_in(edition, criterion.rule), edition)
        if number in self.unranked:
            return Working(chosen.notation, number, None, (), *facts, missing=Remark(WITHDREW_EARLY))
        if criterion.place_group:
            return Working(chosen.notation, number, value, (), *facts, self._encounters[index].get(number))
        columns = find_terms(self.table, chosen, number)
        terms, missing = tuple(columns), None
        cuts = tuple(Step(term.cut, term.value) for term in terms if term.cut)
        if value is None:
            missing = Remark(ALL_CUT) if cuts else criterion.why_undefined(self.table, chosen)
        steps = (*cuts, *make_steps(criterion, columns))
        limit = criterion.limit(table_for(self.table, chosen), chosen) if criterion.limit else None
        return Working(chosen.notation, number, value, terms, *facts, steps=steps, missing=missing, limit=limit)


def rank(facts: Crosstable, order: tuple[ChosenCriterion, ...]) -> Standings:
    """Rank all players of a crosstable. Tied players are listed by start number."""
    facts = in_score_of_order(facts, order[0].code)
    table, unranked = Table(facts.counted()), facts.find_early_withdrawals()
    groups: list[Group] = [facts.start_order(facts.players.keys() - unranked)]
    columns: list[tuple[Mapping[int, Value], int]] = []
    encounters: Encounters = []
    for chosen in order:
        if chosen.criterion.place_group:
            of_players = _place_groups(table, chosen, groups)
            encounters.append(of_players)
            columns.append((_places_in(of_players, facts.players), 1))
            groups = _split(groups, columns[-1][0], lower_is_better=True)
        else:
            columns.append(_compute_column(table, chosen))
            encounters.append({})
            applies = chosen.criterion.applies
            groups = _split(groups, columns[-1][0], chosen.lower_is_better, applies and partial(applies, table))
    if unranked:
        groups.append(facts.start_order(unranked))
        columns = [({**values, **dict.fromkeys(unranked)}, scale) for values, scale in columns]
    return Standings(table, order, tuple(_rows(groups, columns)), encounters, facts if unranked else None, unranked)


def _compute_column(table: Table, chosen: ChosenCriterion) -> tuple[dict[int, Value], int]:
    """Return everybody's value of a criterion in 1/scale, by number, and the scale."""
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
    """Return everybody's sum without the terms that the modifiers C and M cut, in 1/`scale` of the column."""
    sums = column.sums_without(*chosen.cuts) if chosen.criterion.cut is cut_extremes else repeat(None)
    return [
        sum(_terms(chosen, column, number).uncut().values) if each is None else each
        for number, each in zip(column.numbers, sums, strict=False)
    ]


def make_steps(criterion: Criterion, terms: Terms) -> tuple[Step, ...]:
    """Return the steps from a player's terms to the value."""
    if criterion.from_games:
        return criterion.from_games.steps(cast("Sequence[int]", terms.values), sum(terms.results))
    uncut = terms.uncut()
    total = sum([term.value for term in uncut])
    return criterion.from_sum.steps(total, len(uncut)) if criterion.from_sum else (Step(SUM, total),)


def _column(table: Table, chosen: ChosenCriterion) -> Column:
    """Return the addends of a criterion, computed once for all the cuts of it. `table` is the one of `table_for`."""
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


def _place_groups(table: Table, chosen: ChosenCriterion, groups: Iterable[Group]) -> dict[int, Encounter]:
    """Return the mini-table of each member of a tied group."""
    place_group = chosen.criterion.place_group
    assert place_group is not None
    table = table_for(table, chosen)
    encounters: dict[int, Encounter] = {}
    for group in groups:
        if len(group) > 1:
            encounters.update(dict.fromkeys(group, place_group(table, group)))
    return encounters


def _places_in(encounters: Mapping[int, Encounter], players: Iterable[int]) -> dict[int, Value]:
    """Return everybody's place in their mini-table, 0 without one."""
    places: dict[int, Value] = dict.fromkeys(players, 0)
    places.update((number, encounter.places[number]) for number, encounter in encounters.items())
    return places


def _split(
    groups: Iterable[Group],
    values: Mapping[int, Value],
    lower_is_better: bool,
    applies: Callable[[Group], bool] | None = None,
) -> list[Group]:
    """Split each tied group that the criterion applies to by value; undefined values come below every number."""
    parts: list[Group] = []
    for group in groups:
        if len(group) == 1 or (applies and not applies(group)):
            parts.append(group)
            continue
        blocks: dict[Value, Group] = {}
        for number in group:
            blocks.setdefault(values[number], []).append(number)
        undefined = blocks.pop(None, None)
        parts += [blocks[value] for value in sorted(blocks, reverse=not lower_is_better)]  # type: ignore[type-var]
        if undefined:
            parts.append(undefined)
    return parts


def _rows(groups: Sequence[Group], columns: Sequence[tuple[Mapping[int, Value], int]]) -> Iterator[Row]:
    """Yield the rows in order. Tied players share the rank of the first of them."""
    ranks = (rank for group, rank in zip(groups, _ranks(groups), strict=True) for _ in group)
    numbers = [number for group in groups for number in group]
    values = [divide(map(column.__getitem__, numbers), scale) for column, scale in columns]
    return map(Row, ranks, numbers, zip(*values, strict=True))


def _ranks(groups: Sequence[Group]) -> Iterator[int]:
    return accumulate((len(group) for group in groups[:-1]), initial=1) if groups else iter(())


def _close_ranks(rows: Iterable[Row], gone: Collection[int]) -> tuple[Row, ...]:
    """Return the rows without some players; everybody below moves up."""
    left = sorted(row.rank for row in rows if row.number in gone and row.rank)
    return tuple(row._replace(rank=row.rank - bisect_left(left, row.rank)) for row in rows if row.number not in gone)


def find_changed_players(before: Standings, after: Standings) -> list[int]:
    """Return the numbers of the players whose row differs, in the new order; newcomers count as changed."""
    return [row.number for row in after.rows if before._by_number.get(row.number) != row]
