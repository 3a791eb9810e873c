"""Players who sat at a board of a team without standing in its list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.teams import Team
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.oddities import Oddities

RESERVE = sentence(
    "reserve-added",
    gettext_noop("Player {number} plays for team {team} but is not in its list."),
)


def add_reserves(
    players: Crosstable, teams: dict[int, Team], places: Mapping[int, int], odd: Oddities
) -> dict[int, Team]:
    """Return the teams with the players who stand in no list, each at the end of the team that fields them.

    That is the team whom the opponent's team plays on most other boards of the round.
    """
    team_of = {player: number for number, team in teams.items() for player in team.players}
    added: dict[int, list[int]] = {}
    for player, own in players.games.items():
        hosts = Counter(
            team_of[other.opponent]
            for game in own
            if player not in team_of and game.opponent in team_of
            for mate in teams[team_of[game.opponent]].players
            for other in players.games[mate]
            if other.round == game.round and other.opponent in team_of
        )
        for number, _boards in hosts.most_common(1):
            odd.report(Refusal(RESERVE, line=places[number], field="310", number=player, team=number))
            added.setdefault(number, []).append(player)
    return {n: team._replace(players=(*team.players, *added.get(n, ()))) for n, team in teams.items()}
