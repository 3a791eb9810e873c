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
    """One line of the standings. Tied players share the rank (1, 2, 2, 4); `values` follow the order of criteria."""

    rank: int
    number: int
    values: tuple[Value, ...]


class Standings:
    """The standings of a crosstable: ranked rows, with the working behind each value."""

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
        """Return the facts of the event, including games later than the standings."""
        return self._facts or self.table.facts

    def placed(self, places: Sequence[tuple[int, int]], facts: Crosstable) -> Standings:
        """Return standings with the same values, but with ranks and order from (place, number) pairs.

        This is how a final decides the places; `facts` include its games.
        """
        rows = tuple(self.row(number)._replace(rank=place) for place, number in places)
        return Standings(self.table, self.order, rows, self._encounters, facts)

    def row(self, number: int) -> Row:
        """Return the row of a player. Raise KeyError for an unknown number."""
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
    """Rank all players of a crosstable. Tied players are listed by number, whatever the order of the crosstable.

    If `before` holds earlier standings of the event, only values that the changed games can affect are recomputed; the
    result is the same.
    """
    table = Table(in_score_of_order(facts, order[0].code))
    affected = find_affected_players(before.table, table) if before and before.order == order else None
    groups: list[Group] = [sorted(facts.players)]
    values: list[dict[int, Value]] = []
    encounters: Encounters = []
    for index, chosen in enumerate(order):
        if chosen.criterion.place_group:
            earlier = before._encounters[index] if before and affected else {}
            of_players = _place_groups(table, chosen, groups, earlier, affected[0] if affected else set())
            encounters.append(of_players)
            places: dict[int, Value] = {n: of_players[n].places[n] if n in of_players else 0 for n in facts.players}
            values.append(places)
            groups = list(_split(groups, places, lower_is_better=True))
        else:
            reach = chosen.criterion.reach
            if before and affected and reach is not None:
                values.append(before.column(index) | column_values(table, chosen, affected[reach]))
            else:
                values.append(column_values(table, chosen, facts.players))
            encounters.append({})
            applies = chosen.criterion.applies
            groups = list(_split(groups, values[-1], chosen.lower_is_better, applies and partial(applies, table)))
    return Standings(table, order, tuple(_rows(groups, values)), encounters)


def column_values(table: Table, chosen: ChosenCriterion, numbers: Iterable[int]) -> dict[int, Value]:
    """Return the values of a criterion for these players, by number. The criterion must not need tied groups."""
    total = chosen.criterion.total
    return {number: total(terms.uncut()) for number, terms in _terms(table, chosen, numbers)}


def _terms(table: Table, chosen: ChosenCriterion, numbers: Iterable[int]) -> Iterator[tuple[int, Terms]]:
    """Yield each player's number and terms, with the cut ones marked."""
    criterion = chosen.criterion
    assert criterion.make_terms is not None
    table = table_for(table, chosen)
    same_terms = (criterion.code, *(m for m in chosen.modifiers if m.letter not in "CM"))
    cache: dict[int, Terms] = table.compute_once(same_terms, dict)
    (low, high), by_choice = chosen.cuts, table.edition in DUMMY_EDITIONS
    for number in numbers:
        terms = cache.get(number)
        if terms is None:
            computed = criterion.make_terms(table, number, chosen)
            terms = cache[number] = computed if isinstance(computed, Terms) else Terms.of(computed)
        yield number, terms.with_cuts(criterion.cut(terms, low, high, by_choice)) if low or high else terms


def table_for(table: Table, chosen: ChosenCriterion) -> Table:
    """Return the table in the score, and with the changes, that a criterion with its modifiers needs."""
    if chosen.team_score and table.facts.team_event:
        table = table.in_score(chosen.team_score)
    if chosen.has_modifier("P"):
        table = table.with_forfeits()
    if chosen.code == "FB":
        table = table.variant(with_last_round_drawn)
    return table


def _place_groups(
    table: Table, chosen: ChosenCriterion, groups: Iterable[Group], earlier: dict[int, Encounter], changed: set[int]
) -> dict[int, Encounter]:
    """Return the mini-table of each member of a tied group.

    An `earlier` one is reused if its group is the same and contains no player with `changed` games.
    """
    assert chosen.criterion.place_group is not None
    encounters: dict[int, Encounter] = {}
    for group in groups:
        if len(group) > 1:
            encounter = earlier.get(group[0])
            if encounter is None or encounter.group != tuple(group) or not changed.isdisjoint(group):
                encounter = chosen.criterion.place_group(table_for(table, chosen), group, chosen)
            encounters.update(dict.fromkeys(group, encounter))
    return encounters


def _split(
    groups: Iterable[Group],
    values: dict[int, Value],
    lower_is_better: bool,
    applies: Callable[[Group], bool] | None = None,
) -> Iterator[Group]:
    """Split each tied group that the criterion applies to by value; undefined values come below every number."""

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
    """Yield the rows in order. Tied players share the rank of the first of them."""
    ranks = (rank for group, rank in zip(groups, _ranks(groups), strict=True) for _ in group)
    numbers = [number for group in groups for number in group]
    columns = [map(column.__getitem__, numbers) for column in values]
    return map(Row, ranks, numbers, zip(*columns, strict=True))


def _ranks(groups: Sequence[Group]) -> Iterator[int]:
    return accumulate((len(group) for group in groups[:-1]), initial=1) if groups else iter(())


def find_changed_players(before: Standings, after: Standings) -> list[int]:
    """Return the numbers of the players whose row differs, in the new order; newcomers count as changed."""
    return [row.number for row in after.rows if before._by_number.get(row.number) != row]
