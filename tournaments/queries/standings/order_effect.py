"""What another order of the tie-breaks, or other settings, do to a table: it is compared with the one they give.

That is the table with its ends: where matches decide places, no order of criteria moves anybody. The facts come as they
are stored, since those of a ranked table of teams are in the score that its own order begins with.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.order.choices import OUTSIDE
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.ranking.separation import Group, Separation, count_pairs, find_separations, separate
from tiebreaks.values.numbers import Value
from tournaments.access.reader import Reader
from tournaments.queries.snapshot import renew_event, snapshot
from tournaments.queries.standings.crosstable import read_all_facts, refresh_facts
from tournaments.queries.standings.endings import is_knock_out, rank_with_endings
from tournaments.queries.standings.order_choices import count_rounds, list_choices
from tournaments.queries.standings.prizes import read_offers
from tournaments.queries.standings.standings import read_standings

NO_SETTINGS: Mapping[str, Any] = MappingProxyType({})


class Move(NamedTuple):
    """A player, or a team, whose place another order changes.

    `of_prizes` says that one of the two places brings a prize of the whole table; `qualifies` is 1 for who comes above
    the line of those who qualify by it, -1 for who falls below.
    """

    number: int
    name: str
    before: int
    after: int
    of_prizes: bool = False
    qualifies: int = 0

    @property
    def places(self) -> int:
        """Count the places won, or lost where negative."""
        return self.before - self.after

    @property
    def lost(self) -> int:
        return -self.places


class ValueChange(NamedTuple):
    """The values of a player that other settings change: each with its criterion, now and then."""

    number: int
    name: str
    values: list[tuple[ChosenCriterion, Value, Value]]


class OrderEffect(NamedTuple):
    """What another order and other settings do: whose place and values differ, what each criterion separates.

    `further` are the criteria that would separate more pairs, with how many, most first. Where duels alone decide
    places, no criterion separates anybody.
    """

    moves: list[Move]
    values: list[ValueChange]
    separations: list[Separation]
    pairs_left: int
    further: list[tuple[ChosenCriterion, int]]
    names: Mapping[int, str]


def read_effect(
    reader: Reader, order: tuple[ChosenCriterion, ...], settings: Mapping[str, Any] = NO_SETTINGS
) -> OrderEffect:
    """Return what another order, and other settings by their fields, do to the table, or what the present ones do."""
    with snapshot():
        reader = renew_event(reader)
        before = read_standings(reader)
        facts, ends = read_all_facts(_with_settings(reader, settings)) if settings else refresh_facts(reader)
        prizes = sum(not offer.key for offer in read_offers(reader.event))
        rounds = count_rounds(reader.event)
    after = before if order == before.order and not settings else rank_with_endings(ends, facts, order)
    names = {number: player.name for number, player in facts.players.items()}
    moves = _list_moves(before, after, names, prizes, reader.event.qualifying_places or 0)
    values = _list_values(before, after, names) if settings else []
    if is_knock_out(after) or not after.table.rounds_so_far:
        return OrderEffect(moves, values, [], 0, [], names)
    separations = find_separations(after)
    left = separations[-1].after
    further = _count_further(before, after, left, rounds, same_values=not settings)
    return OrderEffect(moves, values, separations, count_pairs(left), further, names)


def _with_settings(reader: Reader, settings: Mapping[str, Any]) -> Reader:
    """Return the reader of an event that has other settings and is not stored."""
    event = copy(reader.event)
    for field, value in settings.items():
        setattr(event, field, value)
    return replace(reader, event=event)


def _list_values(before: Standings, after: Standings, names: Mapping[int, str]) -> list[ValueChange]:
    """Return whose values differ in the criteria that both orders have."""
    columns = [
        (chosen, before.order.index(chosen), i) for i, chosen in enumerate(after.order) if chosen in before.order
    ]
    found = []
    for row in after.rows:
        old = before.row(row.number).values
        pairs = [(chosen, old[was], row.values[now]) for chosen, was, now in columns if old[was] != row.values[now]]
        if pairs:
            found.append(ValueChange(row.number, names[row.number], pairs))
    return found


def find_moves(reader: Reader, order: tuple[ChosenCriterion, ...]) -> list[Move]:
    """Return the players whose place another order would change, in the new order."""
    return read_effect(reader, order).moves


def _list_moves(
    before: Standings, after: Standings, names: Mapping[int, str], prizes: int, qualifying: int
) -> list[Move]:
    moves = []
    for row in after.rows:
        old, new = before.row(row.number).rank, row.rank
        if old != new:
            qualifies = (new <= qualifying) - (old <= qualifying)
            moves.append(Move(row.number, names[row.number], old, new, min(old, new) <= prizes, qualifies))
    return moves


def _count_further(
    before: Standings, after: Standings, left: Sequence[Group], rounds: int, same_values: bool
) -> list[tuple[ChosenCriterion, int]]:
    """Return which criteria beside those of the order would separate how many more pairs, most first.

    The present table has computed most of them; another score of teams, or other settings, are another table.
    """
    if not left:
        return []
    is_same = same_values and before.order[0].code == after.order[0].code
    table = before.table if is_same else after.table
    groups = [group for group in list_choices(after, rounds) if group.title != OUTSIDE]
    ways = [way for group in groups for way in group.ways if way not in after.order or way.criterion.place_group]
    pairs = count_pairs(left)
    counted = [(way, pairs - count_pairs(separate(table, way, left).groups)) for way in ways]
    return sorted([each for each in counted if each[1]], key=lambda each: -each[1])
