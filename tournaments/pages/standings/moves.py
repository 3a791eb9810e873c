"""Places gained or lost in a round: what ▲ and ▼ say wherever they stand, in rows, tickers and notices."""

from collections.abc import Mapping
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind, find_game
from tournaments.pages.standings.marks import find_outcome, is_over


class Moves(NamedTuple):
    """Compares places with those before a round. `before` has these by number; it is empty in the first round.

    While a round `is_running`, the table is of two halves: whoever is done has what the round brought, and the others
    have not. So nobody who has lost is said to have risen then.
    """

    facts: Crosstable
    round: int
    before: Mapping[int, int]
    is_running: bool

    def find(self, number: int, place: int) -> int | None:
        """Return the places that a participant has gained; None without a place before or with a game still open."""
        games = self.facts.games[number]
        if not place or number not in self.before or any(g.kind is Kind.OPEN and g.round >= self.round for g in games):
            return None
        gained = self.before[number] - place
        return None if gained > 0 and self.is_running and self.has_lost(number) else gained

    def has_lost(self, number: int) -> bool:
        """Return whether a participant has lost the game or match of the round."""
        game = find_game(self.facts.games[number], self.round)
        return game is not None and is_over(game) and find_outcome(self.facts, number, game) == "lost"


def compare_with(facts: Crosstable, round_number: int, before: Mapping[int, int]) -> Moves:
    """Return what compares places with those before a round."""
    in_round = (find_game(own, round_number) for own in facts.games.values())
    is_running = any(game is not None and game.kind is Kind.OPEN for game in in_round)
    return Moves(facts, round_number, before, is_running)
