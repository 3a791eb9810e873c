"""Final and placement games: who plays whom for which places, and the final table that respects them.

A match is the best of one to five games. It is decided by wins; if those are equal after the last game, by the spread
of the match, then by the standings before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def matches(standings: Sequence[int], games: int = 3, placements: int = 0, placement_games: int = 1) -> list[Match]:
    """Return the final of the first two, then `placements` matches for the places 3 and 4, 5 and 6 …"""
    for count in (games, placement_games):
        if not 1 <= count <= MOST_GAMES:
            raise Refusal(GAMES_WANTED, field="games", games=count)
    pairs = list(zip(standings[::2], standings[1::2], strict=False))[: placements + 1]
    return [Match(2 * i + 1, pair, placement_games if i else games) for i, pair in enumerate(pairs)]


def open_games(match: Match, results: Sequence[Result]) -> int:
    """Count the games that are still needed: none once the wins can't be caught."""
    left = match.games - len(results)
    lead = abs(sum(2 * result.half - 2 for result in results))
    return 0 if lead > 2 * left else left


def winner(match: Match, results: Sequence[Result]) -> int | None:
    """Return who has won a match, None while it is open."""
    if open_games(match, results):
        return None
    wins, spread = sum(result.half - 1 for result in results), sum(result.spread for result in results)
    return match.players[(wins, spread) < (0, 0)]


def final_table(
    standings: Sequence[int], played: Sequence[Match], results: Mapping[int, Sequence[Result]]
) -> list[int]:
    """Return the players in the final order; `results` has the games of each match by its place."""
    table = list(standings)
    for match in played:
        first = winner(match, results.get(match.place, ()))
        if first is not None:
            one, other = match.players
            table[match.place - 1 : match.place + 1] = [first, other if first == one else one]
    return table
