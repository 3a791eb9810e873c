"""What can still become of the points and spreads of an event: bounds for each player, and the results of open boards.

Everything that may be entered is allowed for: forfeits, both absent, a lost game on both sides, and in rounds that are
not paired yet any game, bye or absence. Past results stand, nobody joins or is given a penalty, and who has withdrawn
stays away.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.criteria.scrabble import counted_spread, spread
from tiebreaks.crosstable import ZERO, Game, Kind, Scheme
from tiebreaks.notation import ChosenCriterion
from tiebreaks.scoring import RESULT_PAIRS, outcome
from tiebreaks.table import Table

UNBOUNDED = Decimal("Infinity")

type Key = tuple[Decimal, ...]  # points, and the spread where it comes next


class Prospect(NamedTuple):
    """The least and the most that a player can end with, by the criteria that can be foreseen."""

    number: int
    least: Key
    most: Key

    def plus(self, least: Decimal, most: Decimal, swing: Decimal) -> Prospect:
        """Return the prospect with points between two bounds more, and a spread that moves by at most `swing`."""
        low, high = [self.least[0] + least, *self.least[1:]], [self.most[0] + most, *self.most[1:]]
        if len(low) > 1:
            low[1], high[1] = low[1] - swing, high[1] + swing
        return Prospect(self.number, tuple(low), tuple(high))


type Outcome = tuple[Prospect, ...]
type Board = tuple[Outcome, ...]  # what may come of one game for its two players, or of one player by himself


class Prospects:
    """What can still become of everybody in an event that is ranked by points first."""

    def __init__(self, table: Table, order: tuple[ChosenCriterion, ...]) -> None:
        facts = table.facts
        self.table, self.scheme = table, facts.scheme
        self.with_spread = [chosen.notation for chosen in order[:2]] == ["PTS", "SPREAD"]
        self.swing = UNBOUNDED if facts.spread_cap is None else Decimal(facts.spread_cap)
        self.games = {number: facts.games.get(number, ()) for number in facts.players}
        self.open = {n: [g for g in games if g.kind == Kind.OPEN] for n, games in self.games.items()}
        self.last = max([facts.rounds, *(g.round for games in self.games.values() for g in games)])
        self.past = table.rounds_so_far - table.is_running
        self.unpaired = {number: self._unpaired(number) for number in facts.players}

    def _unpaired(self, number: int) -> int:
        """Count the rounds to come that hold nothing yet for a player; one that was played without him is past."""
        gone = self.table.facts.players[number].withdrawn_from
        known = {game.round for game in self.games[number]}
        until = self.last if gone is None else min(self.last, gone - 1)
        return len(set(range(self.past + 1, until + 1)) - known)

    def boards(self) -> list[Board]:
        """Return who decides what together: an open board whose players have no other one, else each player alone."""
        boards, seen = [], set()
        for number, games in self.open.items():
            other = games[0].opponent if len(games) == 1 else None
            if number in seen:
                continue
            if other is not None and len(self.open[other]) == 1:
                seen.add(other)
                boards.append(self._board(number, other))
            else:
                boards.append(((self.of(number),),))
        return boards

    def of(self, number: int) -> Prospect:
        """Return the bounds of a player, whatever becomes of the others."""
        gains = [own for own, _ in game_results(self.scheme)]
        prospect, count = self._settled(number), len(self.open[number])
        return prospect.plus(min(gains) * count, max(gains) * count, self.swing * count) if count else prospect

    def _board(self, one: int, other: int) -> Board:
        here, there = self._settled(one), self._settled(other)
        return tuple((here.plus(a, a, self.swing), there.plus(b, b, self.swing)) for a, b in game_results(self.scheme))

    def _settled(self, number: int) -> Prospect:
        """Return the bounds of a player without his open boards: what he has, and what unpaired rounds may bring."""
        has = self.table.facts.total(number)
        key = (has, self._spread(number)) if self.with_spread else (has,)
        prospect, count = Prospect(number, key, key), self.unpaired[number]
        if not count:
            return prospect
        scheme = self.scheme
        gains = (ZERO, scheme.win, scheme.draw, scheme.loss, scheme.pab)
        return prospect.plus(min(gains) * count, max(gains) * count, self.swing * count)

    def _spread(self, number: int) -> Decimal:
        """Add up the spread as it counts, with that of byes in rounds that were published ahead."""
        ahead = [g for g in self.games[number] if g.round > self.table.rounds_so_far and g.kind != Kind.OPEN]
        so_far = sum(term.value for term in spread(self.table, number))
        return Decimal(so_far) + sum(counted_spread(self.table, game) for game in ahead)


def game_results(scheme: Scheme) -> list[tuple[Decimal, Decimal]]:
    """Return the points that one game may bring to its two players, each pair once."""
    return sorted({(outcome(pair[0], True, scheme)[1], outcome(pair[1], True, scheme)[1]) for pair in RESULT_PAIRS})


def complete_games(table: Table, boards: list[tuple[int, Game]]) -> Iterator[dict[int, tuple[Game, ...]]]:
    """Yield the games of everybody for each way in which these open boards can end."""
    games = {number: table.facts.games.get(number, ()) for number in table.facts.players}
    return _ended(games, boards, table.facts.scheme)


def _ended(
    games: dict[int, tuple[Game, ...]], boards: list[tuple[int, Game]], scheme: Scheme
) -> Iterator[dict[int, tuple[Game, ...]]]:
    if not boards:
        yield games
        return
    (number, game), *others = boards
    assert game.opponent is not None
    for pair in sorted(RESULT_PAIRS):
        ended = dict(games)
        for player, letter in ((number, pair[0]), (game.opponent, pair[1])):
            kind, points = outcome(letter, True, scheme)
            ended[player] = tuple(
                g._replace(kind=kind, points=points, letter=letter) if g.round == game.round else g
                for g in games[player]
            )
        yield from _ended(ended, others, scheme)
