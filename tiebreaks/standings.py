"""Rank players by an ordered list of criteria: one tied group, split by each criterion in turn (C.07, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.team_crosstable import in_score_of_order
from tiebreaks.ranking.ranked_table import Encounters, Row, Standings
from tiebreaks.ranking.separation import Group, separate
from tiebreaks.table.columns import divide
from tiebreaks.table.table import Table
from tiebreaks.values.numbers import Value


def rank(facts: Crosstable, order: tuple[ChosenCriterion, ...]) -> Standings:
    """Rank all players of a crosstable. Tied players are listed by start number."""
    facts = in_score_of_order(facts, order[0].code)
    return _rank_table(Table(facts.counted()), facts, order)


def rank_again(ranked: Standings, further: Sequence[ChosenCriterion]) -> Standings:
    """Rank a table by the first criterion of its order and others instead; what is computed for it serves again."""
    return _rank_table(ranked.table, ranked.counted_facts, (ranked.order[0], *further))


def _rank_table(table: Table, facts: Crosstable, order: tuple[ChosenCriterion, ...]) -> Standings:
    unranked = facts.find_early_withdrawals()
    groups: list[Group] = [facts.start_order(facts.players.keys() - unranked)]
    columns: list[tuple[Mapping[int, Value], int]] = []
    encounters: Encounters = []
    for chosen in order:
        groups, values, scale, of_players = separate(table, chosen, groups)
        columns.append((values, scale))
        encounters.append(of_players)
    if unranked:
        groups.append(facts.start_order(unranked))
        columns = [({**values, **dict.fromkeys(unranked)}, scale) for values, scale in columns]
    return Standings(table, order, tuple(_rows(groups, columns)), encounters, facts if unranked else None, unranked)


def _rows(groups: Sequence[Group], columns: Sequence[tuple[Mapping[int, Value], int]]) -> Iterator[Row]:
    """Yield the rows in order. Tied players share the rank of the first of them."""
    ranks = (rank for group, rank in zip(groups, _ranks(groups), strict=True) for _ in group)
    numbers = [number for group in groups for number in group]
    values = [divide(map(column.__getitem__, numbers), scale) for column, scale in columns]
    return map(Row, ranks, numbers, zip(*values, strict=True))


def _ranks(groups: Sequence[Group]) -> Iterator[int]:
    return accumulate((len(group) for group in groups[:-1]), initial=1) if groups else iter(())
