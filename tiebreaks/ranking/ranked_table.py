"""The standings as a value: ranked rows, with the working behind each of their values."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.order.formulas import rule_in, write_formula
from tiebreaks.ranking.terms import find_terms, make_steps, table_for
from tiebreaks.table.table import Table
from tiebreaks.table.working import ALL_CUT, WITHDREW_EARLY, Remark, Working, WorkingStep
from tiebreaks.values.numbers import Value, decimal_texts

if TYPE_CHECKING:
    from tiebreaks.table.mini_table import Encounter

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

    @property
    def counted_facts(self) -> Crosstable:
        """Return the facts that the values come from: those of the whole event only where somebody withdrew early."""
        return self.facts if self.unranked else self.table.facts

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
        """Return all players' values of the criterion at `index` in the order."""
        return {row.number: row.values[index] for row in self._by_number.values()}

    @cached_property
    def texts(self) -> dict[int, tuple[str, ...]]:
        """Return all values as decimals, by number; different values of a column have different texts."""
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
        cuts = tuple(WorkingStep(term.cut, term.value) for term in terms if term.cut)
        if value is None:
            missing = Remark(ALL_CUT) if cuts else criterion.why_undefined(self.table, chosen)
        steps = (*cuts, *make_steps(criterion, columns))
        limit = criterion.limit(table_for(self.table, chosen), chosen) if criterion.limit else None
        return Working(chosen.notation, number, value, terms, *facts, steps=steps, missing=missing, limit=limit)


def _close_ranks(rows: Iterable[Row], gone: Collection[int]) -> tuple[Row, ...]:
    """Return the rows without some players; everybody below moves up."""
    left = sorted(row.rank for row in rows if row.number in gone and row.rank)
    return tuple(row._replace(rank=row.rank - bisect_left(left, row.rank)) for row in rows if row.number not in gone)


def find_changed_players(before: Standings, after: Standings) -> list[int]:
    """Return the numbers of the players whose row differs, in the new order; newcomers count as changed."""
    return [row.number for row in after.rows if before._by_number.get(row.number) != row]
