"""What a changed game can reach: whose values must be worked out anew, and whose stand."""

from __future__ import annotations

from collections.abc import Iterable

from tiebreaks.crosstable import Game
from tiebreaks.table import Table

FARTHEST = 2  # no criterion looks farther than at the opponents of opponents


def find_affected_players(before: Table, after: Table) -> list[set[int]] | None:
    """Return the players whose own games changed, those and their opponents, those and the opponents of these.

    None where anything may have changed: other players or settings, a round that was paired, began or ended, a team
    event.
    """
    same_setting = before.facts._replace(games=after.facts.games) == after.facts
    if not same_setting or before.progress != after.progress or after.facts.team_event:
        return None
    games = (before.facts.games, after.facts.games)
    rings = [{n for n in after.facts.players if games[0].get(n) != games[1].get(n)}]
    if any(_paired(games[0].get(n, ())) != _paired(games[1].get(n, ())) for n in rings[0]):
        return None
    for _ in range(FARTHEST):
        beyond = {g.opponent for number in rings[-1] for of in games for g in of.get(number, ()) if g.opponent}
        rings.append(rings[-1] | beyond)
    return rings


def _paired(games: Iterable[Game]) -> list[int]:
    """Return the rounds with an opponent: Fore Buchholz looks at everybody's last round once one game of it is set."""
    return [game.round for game in games if game.opponent]
