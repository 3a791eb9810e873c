"""Rounds after pools or brackets with a table of their own: a final group, or a Swiss system of those who advance.

It begins from zero. Tied players keep their order from before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cached_property

from pairing.brackets.course import Draw
from pairing.brackets.places import Span
from pairing.brackets.pool_course import Pool, PoolCourse
from pairing.brackets.pools import PoolSettings
from pairing.brackets.stage import Course
from pairing.plan.own_table import cut_facts
from pairing.plan.stages import DUELS, POOLS, Stage
from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.standings import rank

BY_POINTS = ("PTS", "MP", "GP")  # first in an order, they say who is ahead whatever comes
NAME = "A"  # of the line that holds who plays in it


class TableCourse(PoolCourse):
    """Stages of points that follow duels, as one pool without duels: its table decides."""

    is_round_robin = True

    def __init__(
        self,
        facts: Crosstable,
        stage: Stage,
        draw: Draw,
        order: Sequence[int],
        criteria: tuple[ChosenCriterion, ...],
    ) -> None:
        """Follow the rounds of a stage. `criteria` are those of the event."""
        self.stage, self.draw, self.facts, self.criteria = stage, draw, facts, criteria
        self.settings, self.duels, self.states, self.turns = PoolSettings(), [], [], {}
        self.order = {player: place for place, player in enumerate(order)}
        self.by_spread = facts.game.has_scores
        playing = (n for n in order if any(g.round in stage.rounds and g.opponent for g in facts.games[n]))
        self.members = tuple(dict.fromkeys((*draw.lines.get(NAME, ()), *playing)))

    @cached_property
    def own(self) -> Crosstable:
        """Return the facts of these rounds, numbered from 1."""
        return cut_facts(self.facts, self.stage, self.members)

    @cached_property
    def table_of_all(self) -> Standings:
        return rank(self.own, self.criteria)

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        table = self.table_of_all
        if self.is_over:
            order = sorted(table.rows, key=lambda row: (row.rank, self.order[row.number]))
            places = {row.number: Span(place, place) for place, row in enumerate(order, start=1)}
        else:
            places = self._bound_places()
        ranks = {row.number: row.rank for row in table.rows}
        standing = sorted(self.members, key=lambda n: (ranks[n], places[n].best, self.order[n]))
        return (Pool(1, NAME, tuple(standing), (), places, table),)

    def _bound_places(self) -> dict[int, Span]:
        """Return the places that each player can still reach by points."""
        size = len(self.members)
        if self.criteria[0].code not in BY_POINTS:
            return dict.fromkeys(self.members, Span(1, size))
        facts = self.table_of_all.facts
        scheme = facts.scheme
        least, most = min(scheme.loss, scheme.forfeit, Decimal(0)), max(scheme.win, scheme.draw, scheme.pab)
        low, high = dict[int, Decimal](), dict[int, Decimal]()
        for number in self.members:
            points = facts.total_points(number)
            left = facts.rounds - sum(game.kind != Kind.OPEN for game in facts.games[number])
            low[number], high[number] = points + left * least, points + left * most
        return {
            one: Span(1 + sum(low[n] > high[one] for n in low), size - sum(low[one] > high[n] for n in low))
            for one in low
        }

    @property
    def standing(self) -> Mapping[int, Span]:
        """Return today's places in this table while it is open, as in every table of points."""
        if self.is_over:
            return self.spans
        return {row.number: Span(row.rank, row.rank) for row in self.table_of_all.rows}

    @property
    def playing(self) -> frozenset[int]:
        return frozenset() if self.is_over else frozenset(self.members)

    @property
    def is_over(self) -> bool:
        games = [game for number in self.members for game in self.own.games[number] if game.opponent]
        is_open = any(game.kind == Kind.OPEN for game in games)
        return not is_open and max((game.round for game in games), default=0) >= len(self.stage.rounds)

    def find_free(self, _round_number: int) -> list[int]:
        """Return nobody: a bye in these rounds is the usual bye of a round."""
        return []

    def points_before(self, round_number: int) -> Mapping[int, Decimal]:
        """Return the points of everybody in this table before a round."""
        facts = self.table_of_all.facts.up_to(round_number - self.stage.first)
        return {number: facts.total_points(number) for number in self.members}


def follow_stage(
    facts: Crosstable,
    stage: Stage,
    draw: Draw,
    order: Sequence[int],
    criteria: tuple[ChosenCriterion, ...] = (),
) -> Course:
    """Follow a stage that has been drawn: pools, brackets, or rounds after them by these `criteria`."""
    if stage.system not in DUELS:
        return TableCourse(facts, stage, draw, order, criteria)
    return (PoolCourse if stage.system == POOLS else Course)(facts, stage, draw, order)
