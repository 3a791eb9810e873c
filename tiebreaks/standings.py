"""Rank players by an ordered list of criteria: one tied group, split by each criterion in turn (C.07, 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tiebreaks.crosstable import DUMMY_EDITIONS, Crosstable
from tiebreaks.notation import Chosen
from tiebreaks.numbers import Value
from tiebreaks.table import Table
from tiebreaks.teams import ordered_by
from tiebreaks.unplayed import last_round_drawn
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

    def __init__(self, table: Table, order: tuple[Chosen, ...], rows: tuple[Row, ...], encounters: Encounters) -> None:
        self.table, self.order, self.rows = table, order, rows
        self._encounters = encounters
        self._by_number = {row.number: row for row in rows}

    @property
    def facts(self) -> Crosstable:
        return self.table.facts

    def row(self, number: int) -> Row:
        """Return the line of a player. Raise KeyError for an unknown number."""
        return self._by_number[number]

    def explain(self, number: int, index: int) -> Working:
        """Return the working of a player's value of the criterion at `index` in the order."""
        chosen, criterion = self.order[index], self.order[index].criterion
        encounter = self._encounters[index].get(number)
        terms = () if criterion.settle else tuple(next(_terms(self.table, chosen, [number]))[1])
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


def rank(facts: Crosstable, order: tuple[Chosen, ...]) -> Standings:
    """Rank every player of a crosstable. The order of its rows is irrelevant: the tied stand by number."""
    table = Table(ordered_by(facts, order[0].code))
    groups: list[Group] = [sorted(facts.players)]
    values: list[dict[int, Value]] = []
    encounters: Encounters = []
    for chosen in order:
        if chosen.criterion.settle:
            settled = _settle(table, chosen, groups)
            encounters.append(settled)
            places: dict[int, Value] = {n: settled[n].places[n] if n in settled else 0 for n in facts.players}
            values.append(places)
            groups = list(_split(groups, places, lower_is_better=True))
        else:
            values.append(column(table, chosen))
            encounters.append({})
            applies = chosen.criterion.applies
            groups = list(_split(groups, values[-1], chosen.lower_is_better, applies and partial(applies, table)))
    return Standings(table, order, tuple(_rows(groups, values)), encounters)


def column(table: Table, chosen: Chosen) -> dict[int, Value]:
    """Return everybody's value of a criterion that needs no tied group."""
    total = chosen.criterion.total
    return {number: total(terms.kept()) for number, terms in _terms(table, chosen, table.facts.players)}


def _terms(table: Table, chosen: Chosen, numbers: Iterable[int]) -> Iterator[tuple[int, Terms]]:
    """Yield the terms of players' values with the cut ones marked."""
    criterion = chosen.criterion
    assert criterion.work is not None
    table = varied(table, chosen)
    same_terms = (criterion.code, *(m for m in chosen.modifiers if m.letter not in "CM"))
    known: dict[int, Terms] = table.once(same_terms, dict)
    (low, high), by_choice = chosen.cuts, table.edition in DUMMY_EDITIONS
    for number in numbers:
        terms = known.get(number)
        if terms is None:
            made = criterion.work(table, number, chosen)
            terms = known[number] = made if isinstance(made, Terms) else Terms.of(made)
        yield number, terms.leaving_out(criterion.cut(terms, low, high, by_choice)) if low or high else terms


def varied(table: Table, chosen: Chosen) -> Table:
    """Return the table as the score of a team event and the modifiers P and F want it."""
    if chosen.reference and table.facts.team_event:
        table = table.scored(chosen.reference)
    if chosen.has("P"):
        table = table.with_forfeits()
    if chosen.code == "FB":
        table = table.variant(last_round_drawn)
    return table


def _settle(table: Table, chosen: Chosen, groups: Iterable[Group]) -> dict[int, Encounter]:
    assert chosen.criterion.settle is not None
    settled: dict[int, Encounter] = {}
    for group in groups:
        if len(group) > 1:
            encounter = chosen.criterion.settle(varied(table, chosen), group, chosen)
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


def _rows(groups: Iterable[Group], values: Sequence[dict[int, Value]]) -> Iterator[Row]:
    above = 0
    for group in groups:
        for number in group:
            yield Row(above + 1, number, tuple(column[number] for column in values))
        above += len(group)


def changed(before: Standings, after: Standings) -> list[int]:
    """Return the numbers of the players whose line differs, in the new order; newcomers count as changed."""
    return [row.number for row in after.rows if before._by_number.get(row.number) != row]
