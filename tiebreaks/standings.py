"""Rank players by an ordered list of criteria: one tied group, split by each criterion in turn (C.07, 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tiebreaks.affected import find_affected_players
from tiebreaks.crosstable import DUMMY_EDITIONS, Crosstable
from tiebreaks.notation import ChosenCriterion
from tiebreaks.numbers import Value
from tiebreaks.table import Table
from tiebreaks.teams import in_score_of_order
from tiebreaks.unplayed import with_last_round_drawn
from tiebreaks.working import Terms, Working

if TYPE_CHECKING:
    from tiebreaks.encounter import Encounter

type Group = list[int]
type Encounters = list[dict[int, Encounter]]  # for each criterion, the mini-table of each member of a tied group


class Row(NamedTuple):
    """One line of the table. Tied players share the rank (1, 2, 2, 4); `values` follow the order of criteria."""

    rank: int
    number: int
    values: tuple[Value, ...]


class Standings:
    """The ranked table of a crosstable, with the working behind each value."""

    def __init__(
        self,
        table: Table,
        order: tuple[ChosenCriterion, ...],
        rows: tuple[Row, ...],
        encounters: Encounters,
        facts: Crosstable | None = None,
    ) -> None:
        self.table, self.order, self.rows, self._facts = table, order, rows, facts
        self._encounters = encounters
        self._by_number = {row.number: row for row in rows}

    @property
    def facts(self) -> Crosstable:
        """Return all the games that are known, also those that came after the table."""
        return self._facts or self.table.facts

    def placed(self, places: Sequence[tuple[int, int]], facts: Crosstable) -> Standings:
        """Return the same values in the (place, player) order of something else, such as a final, with its games."""
        rows = tuple(self.row(number)._replace(rank=place) for place, number in places)
        return Standings(self.table, self.order, rows, self._encounters, facts)

    def row(self, number: int) -> Row:
        """Return the line of a player. Raise KeyError for an unknown number."""
        return self._by_number[number]

    def column(self, index: int) -> dict[int, Value]:
        """Return everybody's value of the criterion at `index` in the order."""
        return {row.number: row.values[index] for row in self.rows}

    def explain(self, number: int, index: int) -> Working:
        """Return the working of a player's value of the criterion at `index` in the order."""
        chosen, criterion = self.order[index], self.order[index].criterion
        encounter = self._encounters[index].get(number)
        terms = () if criterion.place_group else tuple(next(_terms(self.table, chosen, [number]))[1])
        return Working(
            chosen.notation,
            number,
            self.row(number).values[index],
            terms,
            criterion.formula,
            criterion.rule,
            self.facts.edition,
            encounter,
        )


def rank(facts: Crosstable, order: tuple[ChosenCriterion, ...], before: Standings | None = None) -> Standings:
    """Rank every player of a crosstable. The order of its rows is irrelevant: the tied stand by number.

    With `before`, the standings of an earlier moment, only what the changed games can reach is worked out anew; the
    answer is the same.
    """
    table = Table(in_score_of_order(facts, order[0].code))
    rings = find_affected_players(before.table, table) if before and before.order == order else None
    groups: list[Group] = [sorted(facts.players)]
    values: list[dict[int, Value]] = []
    encounters: Encounters = []
    for index, chosen in enumerate(order):
        if chosen.criterion.place_group:
            known = before._encounters[index] if before and rings else {}
            settled = _settle(table, chosen, groups, known, rings[0] if rings else set())
            encounters.append(settled)
            places: dict[int, Value] = {n: settled[n].places[n] if n in settled else 0 for n in facts.players}
            values.append(places)
            groups = list(_split(groups, places, lower_is_better=True))
        else:
            reach = chosen.criterion.reach
            if before and rings and reach is not None:
                values.append(before.column(index) | column_values(table, chosen, rings[reach]))
            else:
                values.append(column_values(table, chosen, facts.players))
            encounters.append({})
            applies = chosen.criterion.applies
            groups = list(_split(groups, values[-1], chosen.lower_is_better, applies and partial(applies, table)))
    return Standings(table, order, tuple(_rows(groups, values)), encounters)


def column_values(table: Table, chosen: ChosenCriterion, numbers: Iterable[int]) -> dict[int, Value]:
    """Return these players' values of a criterion that needs no tied group."""
    total = chosen.criterion.total
    return {number: total(terms.uncut()) for number, terms in _terms(table, chosen, numbers)}


def _terms(table: Table, chosen: ChosenCriterion, numbers: Iterable[int]) -> Iterator[tuple[int, Terms]]:
    """Yield the terms of players' values with the cut ones marked."""
    criterion = chosen.criterion
    assert criterion.make_terms is not None
    table = table_for(table, chosen)
    same_terms = (criterion.code, *(m for m in chosen.modifiers if m.letter not in "CM"))
    known: dict[int, Terms] = table.compute_once(same_terms, dict)
    (low, high), by_choice = chosen.cuts, table.edition in DUMMY_EDITIONS
    for number in numbers:
        terms = known.get(number)
        if terms is None:
            made = criterion.make_terms(table, number, chosen)
            terms = known[number] = made if isinstance(made, Terms) else Terms.of(made)
        yield number, terms.with_cuts(criterion.cut(terms, low, high, by_choice)) if low or high else terms


def table_for(table: Table, chosen: ChosenCriterion) -> Table:
    """Return the table as the score of a team event and the modifiers P and F want it."""
    if chosen.team_score and table.facts.team_event:
        table = table.in_score(chosen.team_score)
    if chosen.has_modifier("P"):
        table = table.with_forfeits()
    if chosen.code == "FB":
        table = table.variant(with_last_round_drawn)
    return table


def _settle(
    table: Table, chosen: ChosenCriterion, groups: Iterable[Group], known: dict[int, Encounter], touched: set[int]
) -> dict[int, Encounter]:
    """Return the mini-table of every member of a tied group; a `known` one stands while none of its games changed."""
    assert chosen.criterion.place_group is not None
    settled: dict[int, Encounter] = {}
    for group in groups:
        if len(group) > 1:
            encounter = known.get(group[0])
            if encounter is None or encounter.group != tuple(group) or not touched.isdisjoint(group):
                encounter = chosen.criterion.place_group(table_for(table, chosen), group, chosen)
            settled.update(dict.fromkeys(group, encounter))
    return settled


def _split(
    groups: Iterable[Group],
    values: dict[int, Value],
    lower_is_better: bool,
    applies: Callable[[Group], bool] | None = None,
) -> Iterator[Group]:
    """Split each tied group that the criterion applies to by a value; the undefined stand below every number."""

    for group in groups:
        if len(group) == 1 or (applies and not applies(group)):
            yield group
            continue
        blocks: dict[Value, Group] = {}
        for number in group:
            blocks.setdefault(values[number], []).append(number)
        undefined = blocks.pop(None, None)
        for value in sorted(blocks, reverse=not lower_is_better):  # type: ignore[type-var]
            yield blocks[value]
        if undefined:
            yield undefined


def _rows(groups: Sequence[Group], values: Sequence[dict[int, Value]]) -> Iterator[Row]:
    """Return the lines in order: the tied share the rank of the first of them."""
    ranks = (rank for group, rank in zip(groups, _ranks(groups), strict=True) for _ in group)
    numbers = [number for group in groups for number in group]
    columns = [map(column.__getitem__, numbers) for column in values]
    return map(Row, ranks, numbers, zip(*columns, strict=True))


def _ranks(groups: Sequence[Group]) -> Iterator[int]:
    return accumulate((len(group) for group in groups[:-1]), initial=1) if groups else iter(())


def find_changed_players(before: Standings, after: Standings) -> list[int]:
    """Return the numbers of the players whose line differs, in the new order; newcomers count as changed."""
    return [row.number for row in after.rows if before._by_number.get(row.number) != row]
