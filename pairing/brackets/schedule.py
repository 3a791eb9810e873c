"""The settings of a stage of duels, and how many rounds it takes for so many players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing.brackets.deciding import BEST, BETTER, SPREAD, DuelFormat
from pairing.brackets.double_elimination import FINAL
from pairing.brackets.draw import NOBODY_APART, PLACES, Lines, divide, draw_lines
from pairing.brackets.duels import Duel
from pairing.brackets.elimination import USUAL, PlayOnRules, name_bracket, plan_stage
from pairing.brackets.seeding import size_of


class DuelSettings(NamedTuple):
    """How a stage is played: the players of its brackets, what a loss means, and the format of its duels.

    `entrants` is None for everybody in one bracket. `final_games` and `further_games`, those of the further brackets,
    are None for as many as in the other duels.
    """

    entrants: int | None = None
    further: int = 0
    seeding: str = PLACES
    apart: str = NOBODY_APART
    rules: PlayOnRules = USUAL
    games: int = 1
    final_games: int | None = None
    further_games: int | None = None
    counting: str = BEST
    play_off: tuple[str, ...] = (SPREAD, BETTER)

    def divide(self, players: Sequence[int]) -> list[list[int]]:
        """Return the players of each bracket, given all players in the order of the table."""
        return divide(players, self.entrants, self.further)

    def sizes(self, players: int) -> list[int]:
        """Return how many players each bracket has."""
        return [len(part) for part in self.divide(range(players))]

    def reach(self, players: int) -> list[int]:
        """Return how many players each bracket puts into a new order, one bracket behind the other."""
        return self.sizes(players)

    def draw(self, players: Sequence[int], seed: int, *mates: Mapping[int, object]) -> Lines:
        """Return the lines of each bracket for players in the order of the table."""
        return draw_lines(self.divide(players), self.seeding, seed, *mates, consolations=self.rules.consolations)

    def plan(self, parts: Sequence[int], lines: Lines | None = None) -> list[Duel]:
        """Return the duels of brackets with so many players each; `lines` are those of the draw."""
        return plan_stage(parts, self.rules, lines or {})

    def formats(self, duels: Sequence[Duel], parts: Sequence[int]) -> dict[str, DuelFormat]:
        """Return the format of each duel."""
        first_bracket = size_of(parts[0]) if parts else 0
        return {duel.key: DuelFormat(self._games(duel, first_bracket), self.counting, self.play_off) for duel in duels}

    def _games(self, duel: Duel, first_bracket: int) -> int:
        if duel.first > first_bracket:
            return self.further_games or self.games
        main = name_bracket(0)
        is_final = duel.bracket == main + FINAL or (duel.bracket == main and duel.field == 2)
        is_final = is_final and not (duel.bracket == main and self.rules.double and first_bracket > 2)
        return (self.final_games or self.games) if is_final else self.games

    def turn_games(self, parts: Sequence[int]) -> list[int]:
        """Return how many rounds each turn takes at most."""
        duels = self.plan(parts)
        formats = self.formats(duels, parts)
        games: dict[int, int] = {}
        for duel in duels:
            games[duel.turn] = max(games.get(duel.turn, 0), formats[duel.key].games)
        return [games[turn] for turn in sorted(games)]

    def count_rounds(self, players: int) -> int:
        """Return how many rounds the stage takes at most when so many players are there."""
        return sum(self.turn_games(self.sizes(players)))
