"""What another order of the tie-breaks does to a table: it is compared with the one that saving the order gives.

That is the table with its ends: where matches decide places, no order of criteria moves anybody. The facts come as they
are stored, since those of a ranked table of teams are in the score that its own order begins with.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.order.choices import OUTSIDE
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.ranking.separation import Group, Separation, count_pairs, find_separations, separate
from tournaments.access.reader import Reader
from tournaments.queries.snapshot import renew_event, snapshot
from tournaments.queries.standings.crosstable import refresh_facts
from tournaments.queries.standings.endings import is_knock_out, rank_with_endings
from tournaments.queries.standings.order_choices import count_rounds, list_choices
from tournaments.queries.standings.prizes import read_offers
from tournaments.queries.standings.standings import read_standings


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


class Effect(NamedTuple):
    """The table by another order, whose place differs in it, what each criterion separates, and who stays level.

    `further` are the criteria that would separate more pairs, with how many, most first. Where duels alone decide
    places, no criterion separates anybody.
    """

    moves: list[Move]
    separations: list[Separation]
    pairs_left: int
    further: list[tuple[ChosenCriterion, int]]
    names: Mapping[int, str]


def read_effect(reader: Reader, order: tuple[ChosenCriterion, ...]) -> Effect:
    """Return what another order does to the table, or what the present one does."""
    with snapshot():
        reader = renew_event(reader)
        before = read_standings(reader)
        facts, ends = refresh_facts(reader)
        prizes = sum(not offer.key for offer in read_offers(reader.event))
        rounds = count_rounds(reader.event)
    after = before if order == before.order else rank_with_endings(ends, facts, order)
    names = {number: player.name for number, player in facts.players.items()}
    moves = _list_moves(before, after, names, prizes, reader.event.qualifying_places or 0)
    if is_knock_out(after) or not after.table.rounds_so_far:
        return Effect(moves, [], 0, [], names)
    separations = find_separations(after)
    left = separations[-1].after
    return Effect(moves, separations, count_pairs(left), _count_further(before, after, left, rounds), names)


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
    before: Standings, after: Standings, left: Sequence[Group], rounds: int
) -> list[tuple[ChosenCriterion, int]]:
    """Return which criteria beside those of the order would separate how many more pairs, most first.

    The present table has computed most of them; another score of teams is another table.
    """
    if not left:
        return []
    table = before.table if before.order[0].code == after.order[0].code else after.table
    groups = [group for group in list_choices(after, rounds) if group.title != OUTSIDE]
    ways = [way for group in groups for way in group.ways if way not in after.order or way.criterion.place_group]
    pairs = count_pairs(left)
    counted = [(way, pairs - count_pairs(separate(table, way, left).groups)) for way in ways]
    return sorted([each for each in counted if each[1]], key=lambda each: -each[1])
