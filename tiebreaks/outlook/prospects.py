"""Bounds of the points and spreads that players can still reach, and the results that open boards can have.

Everything that can be entered is considered: forfeits, double forfeits, double losses, and, in rounds that are not
paired yet, any game, bye or absence. Past results are final, nobody joins or is penalised, and withdrawn players do
not return.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import product
from operator import add
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.criteria.scrabble import counted_spread, spread
from tiebreaks.criteria.team_scores import secondary_table
from tiebreaks.facts.games import ZERO, Game, Kind, Scheme
from tiebreaks.facts.scoring import RESULT_PAIRS, outcome
from tiebreaks.outlook.match_prospects import End, Key, count_boards, match_results
from tiebreaks.table.table import Table

UNBOUNDED = Decimal("Infinity")


class Prospect(NamedTuple):
    """The least and the most that a player can end with: points, and the spread or other score if it comes next."""

    number: int
    least: Key
    most: Key

    def extend(self, least: Key, most: Key) -> Prospect:
        """Return the prospect with `least` to `most` added."""
        return Prospect(self.number, tuple(map(add, self.least, least)), tuple(map(add, self.most, most)))


type Outcome = tuple[Prospect, ...]


class GameProspects(NamedTuple):
    """The possible outcomes of one game for both players, or of one player alone.

    `usual` are those in which a game is not lost by both. `name` is the number of a board, or the two teams.
    """

    outcomes: tuple[Outcome, ...]
    usual: tuple[Outcome, ...]
    name: str = ""

    @classmethod
    def alone(cls, prospect: Prospect) -> GameProspects:
        return cls(((prospect,),), ((prospect,),))

    def limited_to(self, includes: Callable[[int], bool]) -> GameProspects:
        """Return the board with only some of its players."""

        def limit(outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
            return tuple(tuple(p for p in outcome if includes(p.number)) for outcome in outcomes)

        return GameProspects(limit(self.outcomes), limit(self.usual), self.name)


class Prospects:
    """The prospects of all players in an event that is ranked by points first."""

    def __init__(self, table: Table, order: tuple[ChosenCriterion, ...]) -> None:
        facts = table.facts
        self.table = table
        first, second = [*(chosen.notation for chosen in order[:2]), "", ""][:2]
        self.with_spread = (first, second) == ("PTS", "SPREAD")
        self.scored = [facts]  # once for each score that comes first in the order
        if facts.team_event and first in ("PTS", facts.score):
            secondary = secondary_table(table).facts
            self.scored += [secondary] if second in (secondary.score, "MPvGP") else []
        self.swing = UNBOUNDED if facts.spread_cap is None else Decimal(facts.spread_cap)
        self.games = {number: facts.games.get(number, ()) for number in facts.players}
        self.open_games = {n: [g for g in games if g.kind == Kind.OPEN] for n, games in self.games.items()}
        self.last = max([facts.rounds, *(g.round for games in self.games.values() for g in games)])
        self.finished_rounds = table.rounds_so_far - table.is_running
        self._bounds: dict[int, tuple[Key, Key]] = {}
        self.unpaired = {number: self._list_unpaired_rounds(number) for number in facts.players}

    def _list_unpaired_rounds(self, number: int) -> list[int]:
        """Return the rounds that a player may still play and is not paired in yet, before their withdrawal."""
        withdrawn_from = self.table.facts.players[number].withdrawn_from
        entered = {game.round for game in self.games[number]}
        last = self.last if withdrawn_from is None else min(self.last, withdrawn_from - 1)
        return [each for each in range(self.finished_rounds + 1, last + 1) if each not in entered]

    def boards(self) -> list[GameProspects]:
        """Return the outcomes of each board whose players have no other open game, and of all other players alone."""
        boards, seen = [], set()
        for number, games in self.open_games.items():
            game = games[0] if len(games) == 1 else None
            if number in seen:
                continue
            if game and game.opponent and len(self.open_games[game.opponent]) == 1:
                seen.add(game.opponent)
                boards.append(self._board(number, game))
            else:
                boards.append(GameProspects.alone(self.prospect_of(number)))
        return boards

    def prospect_of(self, number: int) -> Prospect:
        """Return the bounds of a player, whatever the others do."""
        prospect = self.without_open_games(number)
        for game in self.open_games[number]:
            gains = [end.own for end in self._results(number, game)]
            prospect = prospect.extend(self._range(min(gains))[0], self._range(max(gains))[1])
        return prospect

    def _board(self, one: int, game: Game) -> GameProspects:
        assert game.opponent is not None
        first, second = self.without_open_games(one), self.without_open_games(game.opponent)
        ends = {
            (first.extend(*self._range(end.own)), second.extend(*self._range(end.other))): end.is_usual
            for end in self._results(one, game)
        }
        return GameProspects(
            tuple(ends), tuple(outcome for outcome, is_usual in ends.items() if is_usual), self._name(one, game)
        )

    def _name(self, one: int, game: Game) -> str:
        """Return the number of a board, or the two teams of a match."""
        players = self.table.facts.players
        if self.table.facts.team_event and game.opponent:
            return " – ".join(players[number].name or str(number) for number in (one, game.opponent))
        return "" if game.board is None else str(game.board)

    def _results(self, number: int, game: Game) -> list[End]:
        """Return what an open game or match can bring to its two sides."""
        event = self.table.facts.team_event
        if event is None:
            return game_results(self.table.facts.scheme_of(game.round))
        scores, boards = [facts.score for facts in self.scored], count_boards(event, number, game.round)
        return self.table.compute_once(
            ("match results", *scores, boards), lambda: match_results(event.scheme, boards, scores)
        )

    def _range(self, gain: Key) -> tuple[Key, Key]:
        """Return the least and the most that a gain may turn out to be: a game changes the spread by up to a swing."""
        return ((*gain, -self.swing), (*gain, self.swing)) if self.with_spread else (gain, gain)

    def without_open_games(self, number: int) -> Prospect:
        """Return the bounds of a player without their open games: points so far, and what unpaired rounds may bring."""
        key = tuple(facts.total_points(number) for facts in self.scored)
        prospect = Prospect(number, *[(*key, self._spread(number)) if self.with_spread else key] * 2)
        for its_round in self.unpaired[number]:
            prospect = prospect.extend(*self._bounds_of(its_round))
        return prospect

    def _bounds_of(self, its_round: int) -> tuple[Key, Key]:
        """Return the least and the most that a round which is not paired yet can bring."""
        if its_round not in self._bounds:
            schemes = [facts.scheme_of(its_round) for facts in self.scored]
            least, most = (tuple(choose(ZERO, *scheme) for scheme in schemes) for choose in (min, max))
            self._bounds[its_round] = self._range(least)[0], self._range(most)[1]
        return self._bounds[its_round]

    def _spread(self, number: int) -> Decimal:
        """Add up the counted spread, including that of byes in rounds published ahead."""
        ahead = [g for g in self.games[number] if g.round > self.table.rounds_so_far and g.kind != Kind.OPEN]
        spread_so_far = sum(term.value for term in spread(self.table, number))
        return Decimal(spread_so_far) + sum(counted_spread(self.table, game) for game in ahead)


def game_results(scheme: Scheme) -> list[End]:
    """Return what a game can bring to its two players, each pair of points once, in order."""
    pairs = {(outcome(pair[0], True, scheme)[1], outcome(pair[1], True, scheme)[1]) for pair in RESULT_PAIRS}
    both_lose = {(scheme.loss, scheme.loss), (scheme.forfeit, scheme.forfeit)}
    return [End((own,), (other,), (own, other) not in both_lose) for own, other in sorted(pairs)]


def complete_games(
    table: Table, boards: list[tuple[int, Game]]
) -> Iterator[tuple[tuple[str, ...], dict[int, tuple[Game, ...]]]]:
    """Yield the letters of these open boards and the games of all players, once for each way in which they can end."""
    games = {number: table.facts.games.get(number, ()) for number in table.facts.players}
    for letters in product(sorted(RESULT_PAIRS), repeat=len(boards)):
        finished = dict(games)
        for (number, game), pair in zip(boards, letters, strict=True):
            assert game.opponent is not None
            for player, letter in ((number, pair[0]), (game.opponent, pair[1])):
                kind, points = outcome(letter, True, table.facts.scheme_of(game.round))
                finished[player] = tuple(
                    g._replace(kind=kind, points=points, letter=letter) if g.round == game.round else g
                    for g in finished[player]
                )
        yield letters, finished
