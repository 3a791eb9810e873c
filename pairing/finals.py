"""The final and placement matches: who plays for which places, and the final table that follows from them.

A match is the best of one to five games. It is decided by wins; if these are equal after the last game, by the spread
of the match, then by the standings before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tiebreaks.refusal import Refusal, gettext_noop, sentence

GAMES_WANTED = sentence("final-games", gettext_noop("A match has one to five games, not {games}."))
MOST_GAMES = 5


class Match(NamedTuple):
    """A match for two adjacent places from `place` on: 1 and 2 in the final. The higher-placed player comes first."""

    place: int
    players: tuple[int, int]
    games: int


class Result(NamedTuple):
    """One game of a match, seen from its first player. `half` is 2 for a win, 1 for a draw and 0 for a loss.

    `other_half` is what the second player has of it, if not the rest: nothing either if both have forfeited.
    """

    half: int
    spread: int = 0
    other_half: int | None = None

    @property
    def lead(self) -> int:
        """Return by how many half wins the first player is ahead."""
        return self.half - (2 - self.half if self.other_half is None else self.other_half)


def plan_matches(
    standings: Sequence[int], games: int = 3, placements: int = 0, placement_games: int = 1
) -> list[Match]:
    """Return the final of the first two players, then `placements` matches for places 3 and 4, 5 and 6 …

    Raise Refusal unless a match has one to five games.
    """
    for count in (games, placement_games):
        if not 1 <= count <= MOST_GAMES:
            raise Refusal(GAMES_WANTED, field="games", games=count)
    pairs = list(zip(standings[::2], standings[1::2], strict=False))[: placements + 1]
    return [Match(2 * i + 1, pair, placement_games if i else games) for i, pair in enumerate(pairs)]


def count_open_games(match: Match, results: Sequence[Result]) -> int:
    """Count the games of a match still needed: none once the lead in wins can't be made up."""
    left = match.games - len(results)
    lead = abs(sum(result.lead for result in results))
    return 0 if lead > 2 * left else left


def match_winner(match: Match, results: Sequence[Result]) -> int | None:
    """Return the number of the winner of a match, None while it is open."""
    if count_open_games(match, results):
        return None
    lead, spread = sum(result.lead for result in results), sum(result.spread for result in results)
    return match.players[(lead, spread) < (0, 0)]


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
        """Return the half wins of both players: a win counts 2, a draw 1 for each."""
        own = sum(result.half for result in self.results)
        return own, own - sum(result.lead for result in self.results)


def final_table(standings: Sequence[int], played: Sequence[PlayedMatch]) -> list[tuple[int, int]]:
    """Return (place, number) in the final order: each match decides its two places, all others keep their order.

    The players of an open match share its first place.
    """
    decided: dict[int, tuple[int, int]] = {}
    for each in played:
        one, other = each.match.players
        winner, place = each.winner, each.match.place
        if winner is None:
            decided[place], decided[place + 1] = (place, one), (place, other)
        else:
            decided[place], decided[place + 1] = (place, winner), (place + 1, other if winner == one else one)
    taken = {player for _, player in decided.values()}
    rest = (player for player in standings if player not in taken)
    return [decided[place] if place in decided else (place, next(rest)) for place in range(1, len(standings) + 1)]
