"""Split tied groups by a criterion, and count what each criterion of an order has separated (C.07, 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.ranking.terms import compute_column, table_for
from tiebreaks.table.mini_table import Encounter
from tiebreaks.table.table import Table
from tiebreaks.values.numbers import Value

type Group = list[int]


class Separated(NamedTuple):
    """What a criterion makes of tied groups: the smaller groups, everybody's value in 1/`scale`, the mini-tables."""

    groups: list[Group]
    values: Mapping[int, Value]
    scale: int
    encounters: dict[int, Encounter]


class Split(NamedTuple):
    """A tied group, and the parts into which a criterion splits it, best first."""

    group: Group
    parts: list[Group]


class Separation(NamedTuple):
    """What one criterion of an order does: the groups that are tied before it, those that it splits, and the rest."""

    chosen: ChosenCriterion
    before: list[Group]
    splits: list[Split]
    after: list[Group]


def separate(table: Table, chosen: ChosenCriterion, groups: Sequence[Group]) -> Separated:
    """Split each tied group by a criterion."""
    criterion = chosen.criterion
    if criterion.place_group:
        encounters = _place_groups(table, chosen, groups)
        places = _places_in(encounters, table.facts.players)
        return Separated(_split_all(groups, places, lower_is_better=True), places, 1, encounters)
    values, scale = compute_column(table, chosen)
    applies = criterion.applies and partial(criterion.applies, table)
    return Separated(_split_all(groups, values, chosen.lower_is_better, applies), values, scale, {})


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


def _split_all(
    groups: Iterable[Group],
    values: Mapping[int, Value],
    lower_is_better: bool,
    applies: Callable[[Group], bool] | None = None,
) -> list[Group]:
    """Split each tied group that the criterion applies to by value."""
    parts: list[Group] = []
    for group in groups:
        if len(group) == 1 or (applies and not applies(group)):
            parts.append(group)
        else:
            parts += _split(group, values, lower_is_better)
    return parts


def _split(group: Group, values: Mapping[int, Value], lower_is_better: bool) -> list[Group]:
    """Split a group by value; undefined values come below every number."""
    blocks: dict[Value, Group] = {}
    for number in group:
        blocks.setdefault(values[number], []).append(number)
    undefined = blocks.pop(None, None)
    parts = [blocks[value] for value in sorted(blocks, reverse=not lower_is_better)]  # type: ignore[type-var]
    return [*parts, undefined] if undefined else parts


def find_separations(ranked: Standings) -> list[Separation]:
    """Return what each criterion of a table's order has separated, among those who are ranked by it."""
    kept = {row.number for row in ranked.rows} - ranked.unranked
    groups = [[row.number for row in (*ranked.rows, *ranked.expelled) if row.number not in ranked.unranked]]
    found = []
    for index, chosen in enumerate(ranked.order):
        values, applies = ranked.column(index), chosen.criterion.applies
        lower_is_better = chosen.lower_is_better or bool(chosen.criterion.place_group)
        splits = []
        for group in groups:
            is_split = len(group) > 1 and not (applies and not applies(ranked.table, group))
            splits.append(Split(group, _split(group, values, lower_is_better) if is_split else [group]))
        groups = [part for split in splits for part in split.parts]
        seen = [Split(_keep(split.group, kept), _keep_groups(split.parts, kept)) for split in splits]
        tied = [split for split in seen if len(split.group) > 1]
        found.append(
            Separation(
                chosen,
                before=[split.group for split in tied],
                splits=[split for split in tied if len(split.parts) > 1],
                after=[part for split in tied for part in split.parts if len(part) > 1],
            )
        )
    return found


def _keep(group: Group, kept: set[int]) -> Group:
    return [number for number in group if number in kept]


def _keep_groups(groups: Iterable[Group], kept: set[int]) -> list[Group]:
    return [part for part in (_keep(group, kept) for group in groups) if part]


def count_pairs(groups: Iterable[Group]) -> int:
    """Count the pairs of players who are level."""
    return sum(len(group) * (len(group) - 1) // 2 for group in groups)
