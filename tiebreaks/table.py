"""A crosstable under computation: what is derived from the facts, each thing computed once."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cached_property
from typing import cast

from tiebreaks.crosstable import ZERO, Colour, Crosstable, Game, Kind
from tiebreaks.scoring import FORFEITS
from tiebreaks.teams import in_score

OPEN, PLAYED = Kind.OPEN, Kind.PLAYED


class Table:
    """Answer the questions that criteria ask: games with a result, points, and terms already worked out.

    Nothing that a table remembers may point back at it: one is made for each entry, and has to go as soon as it is let
    go, without waiting for the garbage collector.
    """

    def __init__(self, facts: Crosstable, forfeits_count: bool = False) -> None:
        """Keep the facts; with `forfeits_count` forfeits are games against their opponents (modifier P)."""
        self.facts, self.forfeits_count = facts, forfeits_count
        self.scheme, self.edition = facts.scheme, facts.edition
        self.is_round_robin = facts.system == "round-robin"
        self.kinds_of_games = {PLAYED} | (FORFEITS if forfeits_count else frozenset())
        self._games: dict[int, tuple[Game, ...]] = {}
        self._with_result: dict[int, list[Game]] = {}
        self._scores: dict[int, Decimal] = {}
        self._memory: dict[object, object] = {}

    @cached_property
    def progress(self) -> tuple[int, bool, int]:
        """Return the last round, whether it is still running, and the last one that is paired.

        A round, with its byes, counts from the first result of a game.
        """
        last, still_open = 0, set()
        for games in self.facts.games.values():
            for game in reversed(games):
                if game.opponent and game.kind != OPEN:
                    last = max(last, game.round)
                    break
                if game.opponent:
                    still_open.add(game.round)
        return last, last in still_open, max(last, *still_open) if still_open else last

    @property
    def rounds_so_far(self) -> int:
        """Count the rounds so far."""
        return self.progress[0]

    @property
    def is_running(self) -> bool:
        """Tell whether the last round still has open boards."""
        return self.progress[1]

    @cached_property
    def _due(self) -> list[int]:
        """Return the rounds that have been played out."""
        return list(range(1, self.rounds_so_far + (0 if self.is_running else 1)))

    def _with_absences(self, number: int) -> tuple[Game, ...]:
        """Make absences explicit: a round that was played out without the player is a zero-point bye."""
        games = self.facts.games.get(number, ())
        if games and games[-1].round > self.rounds_so_far:
            games = tuple(g for g in games if g.round <= self.rounds_so_far or g.kind == OPEN)
        if [g.round for g in games[: len(self._due)]] == self._due:
            return games
        by_round = {g.round: g for g in games}
        for missing in self._due:
            by_round.setdefault(missing, Game(missing, None, Colour.NONE, Kind.ZPB, ZERO))
        return tuple(by_round[number] for number in sorted(by_round))

    def all_games_of(self, number: int) -> tuple[Game, ...]:
        """Return the rounds of a player in order, the open ones included."""
        games = self._games.get(number)
        if games is None:
            games = self._games[number] = self._with_absences(number)
        return games

    def games_of(self, number: int) -> list[Game]:
        """Return the rounds of a player that have a result, in order."""
        games = self._with_result.get(number)
        if games is None:
            games = self._with_result[number] = [game for game in self.all_games_of(number) if game.kind != OPEN]
        return games

    def score(self, number: int) -> Decimal:
        """Return the points that a player was awarded so far."""
        score = self._scores.get(number)
        if score is None:
            score = self._scores[number] = sum((game.points for game in self.all_games_of(number)), ZERO)
        return score

    def compute_once[T](self, key: object, work: Callable[[], T]) -> T:
        """Return what `work` gives, worked out at the first call with this key."""
        if key not in self._memory:
            self._memory[key] = work()
        return cast("T", self._memory[key])

    def is_game(self, game: Game) -> bool:
        """Tell whether a round was a game against its opponent: played, or a forfeit where forfeits count."""
        return game.kind in self.kinds_of_games

    def with_forfeits(self) -> Table:
        """Return the table in which forfeits count as games; made once."""
        return self.compute_once("with forfeits", lambda: Table(self.facts, forfeits_count=True))

    def in_score(self, score: str) -> Table:
        """Return the table of a team event in match points ("MP") or game points ("GP"); made once for each."""
        if score == self.facts.score:
            return self
        return self.compute_once(("scored", score), lambda: Table(in_score(self.facts, score), self.forfeits_count))

    def variant(self, change: Callable[[Crosstable], Crosstable]) -> Table:
        """Return the table of the changed facts, such as a last round of draws; made once for each change."""
        return self.compute_once(change, lambda: Table(change(self.facts), self.forfeits_count))
