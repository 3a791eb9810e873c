"""Pools that have been drawn: their players, their tables, and the places that each player can still reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from pairing.brackets.course import DuelState
from pairing.brackets.duels import NOBODY, Duel
from pairing.brackets.places import Span
from pairing.brackets.pools import LOSERS, PoolSettings
from pairing.brackets.stage import MATCH_POINTS, Course, sort_lines
from pairing.plan.own_table import cut_facts
from pairing.plan.stages import Stage
from pairing.rules.boards import Reason, because
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.team_crosstable import in_score
from tiebreaks.order.notation import read_order
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.standings import rank

EVERYBODY_MEETS = sentence("pool-round", gettext_noop("Pool {pool}, round {round}: all play all."))
FIRST_GAMES = sentence("pool-first", gettext_noop("Pool {pool}: first games."))
WINNERS_MEET = sentence("pool-winners", gettext_noop("Pool {pool}: the winners of the first games."))
LOSERS_MEET = sentence("pool-losers", gettext_noop("Pool {pool}: the losers of the first games."))
AT_BARRAGE = sentence(
    "pool-barrage", gettext_noop("Pool {pool}, barrage: the loser of the winners and the winner of the losers.")
)


class Pool(NamedTuple):
    """A pool by its number and the name of its bracket, with its members in their order, and their duels.

    `table` has their values; None where duels decide the places. `places` are those in the pool that everybody can
    still reach.
    """

    number: int
    name: str
    members: tuple[int, ...]
    states: tuple[DuelState, ...]
    places: Mapping[int, Span]
    table: Standings | None = None

    @property
    def is_over(self) -> bool:
        return not any(state.is_open for state in self.states)

    def find_place(self, number: int) -> int | None:
        """Return a player's place: the one that is certain, or today's in the table; None before its first result."""
        span = self.places[number]
        if span.best == span.last:
            return span.best
        return self.table.row(number).rank if self.table and self.table.table.rounds_so_far else None


class PoolCourse(Course):
    """A stage of pools that has been drawn. Players with the same place in different pools share it in the table."""

    settings: PoolSettings

    @cached_property
    def is_round_robin(self) -> bool:
        return self.settings.is_round_robin([len(line) for line in self.draw.lines.values()])

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        """Return the pools in their order."""
        make = self._make_pool if self.is_round_robin else self._make_pool_of_duels
        return tuple(make(number, name) for number, name in enumerate(sort_lines(self.draw.lines), start=1))

    def number_of(self, duel: Duel) -> int:
        """Return the number of the pool of a duel."""
        return list(sort_lines(self.draw.lines)).index(duel.bracket) + 1

    def _of(self, name: str) -> tuple[tuple[int, ...], tuple[DuelState, ...]]:
        """Return the players of a pool, including substitutes, and its duels."""
        states = tuple(state for state in self.states if state.duel.bracket == name)
        seated = [player for state in states for player in state.players if player]
        drawn = [player for player in self.draw.lines[name] if player != NOBODY]
        gone = {old for (key, old) in self.draw.replaced if key in self.by_key and old not in seated}
        return tuple(dict.fromkeys(p for p in (*drawn, *seated) if p not in gone)), states

    def _make_pool(self, number: int, name: str) -> Pool:
        """Return a pool whose table decides its places."""
        members, states = self._of(name)
        table = rank_pool(self.facts, self.stage, members, self.settings.ties)
        if any(state.is_open for state in states):
            places = bound_places(self.facts, table, states)
        else:
            order = sorted(table.rows, key=lambda row: (row.rank, self.order[row.number]))
            places = {row.number: Span(place, place) for place, row in enumerate(order, start=1)}
        ranks = {row.number: row.rank for row in table.rows}
        standing = sorted(members, key=lambda n: (places[n].best, ranks[n], self.order[n]))
        return Pool(number, name, tuple(standing), states, places, table)

    def _make_pool_of_duels(self, number: int, name: str) -> Pool:
        """Return a pool in which winners meet winners and losers meet losers."""
        members, states = self._of(name)
        pools = len(self.draw.lines)
        spans = {number: self.spans[number] for number in members if number in self.spans}
        places = {n: Span((span.best - 1) // pools + 1, (span.last - 1) // pools + 1) for n, span in spans.items()}
        standing = sorted(places, key=lambda n: (places[n], self.order[n]))
        return Pool(number, name, tuple(standing), states, places)

    @cached_property
    def spans(self) -> dict[int, Span]:
        """Return the places that each player of the pools can still reach."""
        return self._spread() if self.is_round_robin else super().spans

    @cached_property
    def sure_spans(self) -> dict[int, Span]:
        return self.spans if self.is_round_robin else super().sure_spans

    def _spread(self) -> dict[int, Span]:
        """Return places of the whole stage: all who are first in their pool, then all who are second …"""
        ends = [0]
        while len(ends) <= max((len(pool.members) for pool in self.pools), default=0):
            ends.append(ends[-1] + sum(len(pool.members) >= len(ends) for pool in self.pools))
        return {
            number: Span(ends[own.best - 1] + 1, ends[own.last])
            for pool in self.pools
            for number, own in pool.places.items()
        }

    def explain_game(self, state: DuelState) -> Reason:
        """Say which pool the next game belongs to, and who meets in it."""
        duel, pool = state.duel, self.number_of(state.duel)
        if self.is_round_robin:
            return because(EVERYBODY_MEETS, pool=pool, round=duel.level)
        is_of_losers = duel.key.endswith(f"-{LOSERS}")
        code = {1: FIRST_GAMES, 2: LOSERS_MEET if is_of_losers else WINNERS_MEET}.get(duel.level, AT_BARRAGE)
        return because(code, pool=pool)


def rank_pool(facts: Crosstable, stage: Stage, members: Sequence[int], ties: str) -> Standings:
    """Return the table of a pool from its own games."""
    own = cut_facts(facts, stage, members)._replace(system="round-robin")
    if facts.team_event:
        return rank(in_score(own, MATCH_POINTS), read_order(facts.game.team_pool_orders[ties], of_teams=True))
    return rank(own, read_order(facts.game.pool_orders[ties]))


def bound_places(facts: Crosstable, table: Standings, states: Sequence[DuelState]) -> dict[int, Span]:
    """Return the places of a pool that each player can still reach by points."""
    scheme = facts.scheme
    least, most = min(scheme.loss, scheme.forfeit), max(scheme.win, scheme.draw)
    left = {row.number: sum(s.is_open and row.number in s.players for s in states) for row in table.rows}
    points = {number: table.facts.total_points(number) for number in left}
    low = {number: points[number] + left[number] * least for number in left}
    high = {number: points[number] + left[number] * most for number in left}
    return {
        one: Span(1 + sum(low[other] > high[one] for other in left), len(left) - sum(low[one] > high[n] for n in left))
        for one in left
    }
