"""Which players a changed game can affect, so that only their values are recomputed."""

from __future__ import annotations

from collections.abc import Iterable

from tiebreaks.crosstable import Game
from tiebreaks.table import Table

FARTHEST_REACH = 2  # no criterion looks beyond the opponents of opponents


def find_affected_players(before: Table, after: Table) -> list[set[int]] | None:
    """Return three sets of numbers: players whose games changed, with their opponents, and with the opponents of those.

    Return None if any value may have changed: if players or settings changed, if a round was paired, began or ended,
    and in team events.
    """
    same_setting = before.facts._replace(games=after.facts.games) == after.facts
    if not same_setting or before.progress != after.progress or after.facts.team_event:
        return None
    games = (before.facts.games, after.facts.games)
    reaches = [{n for n in after.facts.players if games[0].get(n) != games[1].get(n)}]
    if any(_paired(games[0].get(n, ())) != _paired(games[1].get(n, ())) for n in reaches[0]):
        return None
    for _ in range(FARTHEST_REACH):
        opponents = {
            g.opponent for number in reaches[-1] for by_number in games for g in by_number.get(number, ()) if g.opponent
        }
        reaches.append(reaches[-1] | opponents)
    return reaches


def _paired(games: Iterable[Game]) -> list[int]:
    """Return the rounds with an opponent: pairing one game of the last round affects the Fore Buchholz of everybody."""
    return [game.round for game in games if game.opponent]
