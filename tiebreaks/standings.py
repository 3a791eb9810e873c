"""Rank players by an ordered list of criteria: one tied group, split by each criterion in turn (C.07, 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.team_crosstable import in_score_of_order
from tiebreaks.ranking.ranked_table import Encounters, Row, Standings
from tiebreaks.ranking.terms import compute_column, table_for
from tiebreaks.table.columns import divide
from tiebreaks.table.table import Table
from tiebreaks.values.numbers import Value

if TYPE_CHECKING:
    from tiebreaks.table.mini_table import Encounter

type Group = list[int]


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
            columns.append(compute_column(table, chosen))
            encounters.append({})
            applies = chosen.criterion.applies
            groups = _split(groups, columns[-1][0], chosen.lower_is_better, applies and partial(applies, table))
    if unranked:
        groups.append(facts.start_order(unranked))
        columns = [({**values, **dict.fromkeys(unranked)}, scale) for values, scale in columns]
    return Standings(table, order, tuple(_rows(groups, columns)), encounters, facts if unranked else None, unranked)


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
    """Return the place of each player in their mini-table, 0 without one."""
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
