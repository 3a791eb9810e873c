"""A crosstable under computation: everything derived from the facts, each value computed once.

Criteria ask the table and never the facts for what they share, so that two of them can't count a round differently.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cached_property
from typing import cast

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import ZERO, Colour, Game, Kind, find_game
from tiebreaks.facts.scoring import FORFEITS, OVER_THE_BOARD, has_decided_points
from tiebreaks.facts.team_crosstable import in_score
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.columns import KIND, Column, Rounds, exact, make_rounds

OPEN, PLAYED = Kind.OPEN, Kind.PLAYED
DECIDED_GAME = sentence("decided-game", gettext_noop("the points that an arbiter gave the game"))


class Table:
    """Derive what criteria need from a crosstable: games with a result, points, and cached intermediate values.

    No cached value may refer back to its table. A table is made for every entered result, and must be freed as soon as
    it is dropped, without waiting for the garbage collector.
    """

    def __init__(self, facts: Crosstable, forfeits_count: bool = False) -> None:
        """Store the facts; with `forfeits_count`, forfeits count as games against their opponents (modifier P)."""
        self.facts, self.forfeits_count = facts, forfeits_count
        self.scheme, self.edition = facts.scheme, facts.edition
        self.is_round_robin = facts.system == "round-robin"
        self.kinds_of_games = frozenset({PLAYED}) | (FORFEITS if forfeits_count else frozenset())
        self._with_result: dict[int, tuple[Game, ...]] = {}
        self._cache: dict[object, object] = {}

    @cached_property
    def progress(self) -> tuple[int, bool, int]:
        """Return the last round with a result, whether it is still running, and the last round that is paired.

        A round, including its byes, counts as soon as one of its games has a result; where nobody plays in a round, as
        soon as everybody has a bye or an absence in it (decision 2).
        """
        last, open_rounds = 0, set[int]()
        for games in self.facts.games.values():
            for game in reversed(games):
                if game.opponent is None:
                    continue
                if game.kind is OPEN:
                    open_rounds.add(game.round)
                else:
                    last = max(last, game.round)
                    break
        if last > max(open_rounds, default=-1):
            last = self._last_without_games(last)
        return last, last in open_rounds, max(last, *open_rounds) if open_rounds else last

    def _last_without_games(self, last: int) -> int:
        """Return the last of the rounds after `last` in which nobody can play any more; `last` if there is none."""
        while self._is_without_games(last + 1):
            last += 1
        return last

    def _is_without_games(self, round_number: int) -> bool:
        games, players = self.facts.games, self.facts.players.items()
        here = (number for number, player in players if not player.has_left_by(round_number))
        entered = (find_game(games.get(number, ()), round_number) is not None for number in here)
        return next(entered, False) and all(entered)

    @property
    def rounds_so_far(self) -> int:
        """Return the number of rounds so far: the last one that has a result."""
        return self.progress[0]

    @property
    def is_running(self) -> bool:
        """Return whether the last round still has open boards."""
        return self.progress[1]

    @cached_property
    def _finished_rounds(self) -> list[int]:
        """Return the numbers of the rounds in which no board is open."""
        return list(range(1, self.rounds_so_far + (0 if self.is_running else 1)))

    @cached_property
    def _all_games(self) -> dict[int, tuple[Game, ...]]:
        """Return the rounds of each player in order, the players by number; absences are explicit."""
        games, last = self.facts.games, self.rounds_so_far
        by_player = {number: games.get(number, ()) for number in sorted(self.facts.players)}
        for number, own in by_player.items():
            if not own or not len(own) == own[-1].round == last:  # most players have every round
                by_player[number] = self._with_absences(own)
        return by_player

    def _with_absences(self, games: tuple[Game, ...]) -> tuple[Game, ...]:
        """Make absences explicit: a finished round without the player becomes a zero-point bye."""
        if games and games[-1].round > self.rounds_so_far:
            games = tuple([g for g in games if g.round <= self.rounds_so_far or g.kind is OPEN])
        if [g.round for g in games[: len(self._finished_rounds)]] == self._finished_rounds:
            return games
        by_round = {g.round: g for g in games}
        for missing in self._finished_rounds:
            by_round.setdefault(missing, Game(missing, None, Colour.NONE, Kind.ZPB, ZERO))
        return tuple(by_round[number] for number in sorted(by_round))

    def all_games_of(self, number: int) -> tuple[Game, ...]:
        """Return the rounds of a player in order, including open ones."""
        return self._all_games[number]

    def games_of(self, number: int) -> tuple[Game, ...]:
        """Return the rounds of a player that have a result, in order, byes and absences included."""
        games = self._with_result.get(number)
        if games is None:
            games = self.all_games_of(number)
            if OPEN in map(KIND, games):
                games = tuple([game for game in games if game.kind is not OPEN])
            self._with_result[number] = games
        return games

    def games_and_open_of(self, number: int) -> tuple[Game, ...]:
        """Return the rounds of a player that have a result, in order, and the open games of the rounds so far."""
        last = self.rounds_so_far
        return tuple([g for g in self.all_games_of(number) if g.kind is not OPEN or g.round <= last])

    @cached_property
    def rounds(self) -> Rounds:
        """Return the rounds of all players that have a result in flat columns, the players by number."""
        rounds = self.rounds_and_open
        return rounds.select([kind is not OPEN for kind in rounds.kinds]) if OPEN in rounds.kinds else rounds

    @cached_property
    def rounds_and_open(self) -> Rounds:
        """Return the rounds that have a result, and the open games of the rounds so far: decision 83."""
        rounds, (last, _, paired) = make_rounds(self._all_games, self.facts.list_schemes()), self.progress
        if paired <= last:
            return rounds
        return rounds.select([game.kind is not OPEN or game.round <= last for game in rounds.games])

    @property
    def has_open(self) -> bool:
        """Return whether a game of the rounds so far is open."""
        return self.rounds_and_open is not self.rounds

    @cached_property
    def points(self) -> Column:
        """Return the points of all players from their rounds as addends, without adjustments."""
        rounds, scheme_of = self.rounds, self.facts.scheme_of

        def reason(position: int) -> str:
            game = rounds.games[position]
            return DECIDED_GAME if has_decided_points(game, scheme_of(game.round)) else ""

        return rounds.column(rounds.points, rounds.scale, reason=reason)

    @cached_property
    def are_played(self) -> list[bool]:
        """Return for each round whether it was played over the board."""
        return self.rounds.are_of(OVER_THE_BOARD)

    @cached_property
    def are_games(self) -> list[bool]:
        """Return for each round whether it was a game against its opponent, as `is_game` does for one."""
        return self.rounds.are_of(self.kinds_of_games) if self.forfeits_count else self.are_played

    @cached_property
    def scores(self) -> dict[int, int]:
        """Return the points of all players from their rounds, in 1/`rounds.scale`, without adjustments."""
        return dict(zip(self.rounds.numbers, cast("list[int]", self.points.sums()), strict=True))

    @cached_property
    def positions(self) -> dict[int, slice]:
        """Return where each player's rounds with a result are in the columns."""
        return dict(zip(self.rounds.numbers, self.rounds.parts, strict=True))

    def score(self, number: int) -> Decimal:
        """Return the points from a player's rounds so far, without adjustments (they count for no tie-break)."""
        return Decimal(exact(self.scores[number], self.rounds.scale))

    def in_scale(self, points: Decimal) -> int:
        """Return points in the scale of the rounds."""
        return int(points * self.rounds.scale)

    def worth_in_scale(self, result: str, round_number: int) -> int:
        """Return what a "win" or a "draw" is worth in a round, in the scale of the rounds."""
        return self.in_scale(getattr(self.facts.scheme_of(round_number), result))

    @property
    def highest_win(self) -> Decimal:
        """Return what a win is worth in the round where it is worth most."""
        return max(scheme.win for scheme in self.facts.list_schemes())

    def total_points(self, number: int) -> Decimal:
        """Return the points of a player: from the rounds so far, plus what arbiters gave or took."""
        return self.score(number) + sum((a.points for a in self.facts.adjustments.get(number, ())), ZERO)

    def points_after(self, number: int, last: int) -> Decimal:
        """Return the points of a player after round `last`; after all rounds so far they are the `total_points`."""
        made = (game.points for game in self.all_games_of(number) if game.round <= last)
        return sum(made, sum((a.points for a in self.facts.adjustments.get(number, ()) if a.round <= last), ZERO))

    def compute_once[T](self, key: object, compute: Callable[[], T]) -> T:
        """Return the result of `compute`, called only for the first request of this key."""
        if key not in self._cache:
            self._cache[key] = compute()
        return cast("T", self._cache[key])

    def is_game(self, game: Game) -> bool:
        """Return whether a round was a game against its opponent: played, or a forfeit where forfeits count."""
        return game.kind in self.kinds_of_games

    def with_forfeits(self) -> Table:
        """Return the table in which forfeits count as games; computed once."""
        return self.compute_once("with forfeits", lambda: Table(self.facts, forfeits_count=True))

    def in_score(self, score: str) -> Table:
        """Return the table of a team event in match points ("MP") or game points ("GP"); computed once for each."""
        if score == self.facts.score:
            return self
        return self.compute_once(("in score", score), lambda: Table(in_score(self.facts, score), self.forfeits_count))

    def variant(self, change: Callable[[Crosstable], Crosstable]) -> Table:
        """Return the table of changed facts, for example with a drawn last round; computed once per change."""
        return self.compute_once(change, lambda: Table(change(self.facts), self.forfeits_count))
