"""Final and placement games: who plays whom for which places, and the final table that respects them.

A match is the best of one to five games. It is decided by wins; if those are equal after the last game, by the spread
of the match, then by the standings before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tiebreaks.refusal import Refusal, gettext_noop, sentence

GAMES_WANTED = sentence("final-games", gettext_noop("A match has one to five games, not {games}."))
MOST_GAMES = 5


class Match(NamedTuple):
    """A match for two neighbouring places, such as 1 and 2 for the final; the higher placed player first."""

    place: int
    players: tuple[int, int]
    games: int


class Result(NamedTuple):
    """One game of a match, seen from its first player: 2 for a win, 1 for a draw, 0 for a loss, and the spread."""

    half: int
    spread: int = 0


def plan_matches(
    standings: Sequence[int], games: int = 3, placements: int = 0, placement_games: int = 1
) -> list[Match]:
    """Return the final of the first two, then `placements` matches for the places 3 and 4, 5 and 6 …"""
    for count in (games, placement_games):
        if not 1 <= count <= MOST_GAMES:
            raise Refusal(GAMES_WANTED, field="games", games=count)
    pairs = list(zip(standings[::2], standings[1::2], strict=False))[: placements + 1]
    return [Match(2 * i + 1, pair, placement_games if i else games) for i, pair in enumerate(pairs)]


def count_open_games(match: Match, results: Sequence[Result]) -> int:
    """Count the games that are still needed: none once the wins can't be caught."""
    left = match.games - len(results)
    lead = abs(sum(2 * result.half - 2 for result in results))
    return 0 if lead > 2 * left else left


def match_winner(match: Match, results: Sequence[Result]) -> int | None:
    """Return who has won a match, None while it is open."""
    if count_open_games(match, results):
        return None
    wins, spread = sum(result.half - 1 for result in results), sum(result.spread for result in results)
    return match.players[(wins, spread) < (0, 0)]


class PlayedMatch(NamedTuple):
    """A match with its games so far."""

    match: Match
    results: tuple[Result, ...]

    @property
    def open_games(self) -> int:
        return count_open_games(self.match, self.results)

    @property
    def winner(self) -> int | None:
        return match_winner(self.match, self.results)

    @property
    def score(self) -> tuple[int, int]:
        """Return the wins of both, a draw as one half for each: twice the number."""
        own = sum(result.half for result in self.results)
        return own, 2 * len(self.results) - own


def final_table(standings: Sequence[int], played: Sequence[PlayedMatch]) -> list[tuple[int, int]]:
    """Return (place, player) in the final order: each match has its two places, the others follow in their order.

    The two of a match that is still open share its first place.
    """
    seats: dict[int, tuple[int, int]] = {}
    for each in played:
        one, other = each.match.players
        first = each.winner
        place = each.match.place
        if first is None:
            seats[place], seats[place + 1] = (place, one), (place, other)
        else:
            seats[place], seats[place + 1] = (place, first), (place + 1, other if first == one else one)
    taken = {player for _, player in seats.values()}
    rest = (player for player in standings if player not in taken)
    return [seats[place] if place in seats else (place, next(rest)) for place in range(1, len(standings) + 1)]
