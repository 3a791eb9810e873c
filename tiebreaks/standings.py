"""Rank players by an ordered list of criteria: one tied group, split by each criterion in turn (C.07, 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from tiebreaks.crosstable import DUMMY_EDITIONS, Crosstable
from tiebreaks.notation import Chosen
from tiebreaks.numbers import Value
from tiebreaks.table import Table
from tiebreaks.teams import ordered_by
from tiebreaks.unplayed import last_round_drawn
from tiebreaks.working import Term, Working

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
        terms = () if criterion.settle else tuple(_terms(self.table, chosen, number))
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
            values.append({n: value(table, chosen, n) for n in facts.players})
            encounters.append({})
            applies = chosen.criterion.applies
            groups = list(_split(groups, values[-1], chosen.lower_is_better, applies and partial(applies, table)))
    return Standings(table, order, tuple(_rows(groups, values)), encounters)


def value(table: Table, chosen: Chosen, number: int) -> Value:
    """Return a player's value of a criterion that needs no tied group."""
    return chosen.criterion.total([term for term in _terms(table, chosen, number) if not term.cut])


def _terms(table: Table, chosen: Chosen, number: int) -> Sequence[Term]:
    """Return the terms of a value with the cut ones marked."""
    criterion = chosen.criterion
    assert criterion.work is not None
    work = criterion.work
    table = varied(table, chosen)
    key = (criterion.code, number, *(m for m in chosen.modifiers if m.letter not in "CM"))
    terms = table.once(key, lambda: work(table, number, chosen))
    low, high = chosen.cuts
    if not (low or high):
        return terms
    return criterion.cut(terms, low, high, table.edition in DUMMY_EDITIONS)


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

    def key(number: int) -> tuple[bool, object]:
        value = values[number]
        return (value is None, 0 if value is None else value if lower_is_better else -value)

    for group in groups:
        if len(group) == 1 or (applies and not applies(group)):
            yield group
        else:
            for _, tied in groupby(sorted(group, key=lambda n: (*key(n), n)), key):
                yield list(tied)


def _rows(groups: Iterable[Group], values: Sequence[dict[int, Value]]) -> Iterator[Row]:
    above = 0
    for group in groups:
        for number in group:
            yield Row(above + 1, number, tuple(column[number] for column in values))
        above += len(group)


def changed(before: Standings, after: Standings) -> list[int]:
    """Return the numbers of the players whose line differs, in the new order; newcomers count as changed."""
    return [row.number for row in after.rows if before._by_number.get(row.number) != row]
