"""A team event as a crosstable of teams in one of its two scores (C.07, article 11).

The teams are the participants, the matches their games. So every criterion for players also works for teams, with match
points (MP) or game points (GP).
"""

from __future__ import annotations

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Game, Kind, Scheme
from tiebreaks.facts.teams import Match, Team, TeamEvent, TeamScheme
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.values.numbers import round_ratio_half_up

TEAMS_WANTED = sentence("teams-wanted", gettext_noop("Only a team event has match points and game points."))

SCORES = ("MP", "GP")


def average_rating(team: Team, scheme: TeamScheme, players: Crosstable) -> int | None:
    """Return the average rating of a team's first boards, None where nobody is rated."""
    listed = (players.players[number] for number in team.players[: scheme.boards])
    ratings = [rating for player in listed if (rating := players.rating_of(player))]
    return round_ratio_half_up(sum(ratings), len(ratings)) if ratings else None


def team_crosstable(event: TeamEvent, primary: str = "MP", **settings: str) -> Crosstable:
    """Return the crosstable of teams in the primary score, which orders the table. The other is the secondary score."""
    teams = {n: Player(n, team.name, federation=team.federation) for n, team in event.teams.items()}
    facts = Crosstable(teams, {}, event.rounds, team_event=event)._replace(**settings)  # type: ignore[arg-type]
    return in_score(facts, primary)


def in_score(facts: Crosstable, score: str) -> Crosstable:
    """Return the crosstable of the same team event in match points ("MP") or game points ("GP")."""
    assert score in SCORES
    event = event_of(facts)
    if score == facts.score:
        return facts
    scheme = event.scheme.match
    if score == "GP":
        # The points of a whole match: a draw in game points is half of the boards.
        win, draw, loss = (points * event.scheme.boards for points in event.scheme.game[:3])
        scheme = Scheme(win, draw, loss, event.scheme.worth(Kind.PAB).game_points)
    games = {n: tuple(_as_game(match, score) for match in matches) for n, matches in event.matches.items()}
    return facts._replace(games=games, scheme=scheme, score=score)


def in_score_of_order(facts: Crosstable, code: str) -> Crosstable:
    """Return a team event with the score that comes first in its order as the primary score."""
    return in_score(facts, code) if facts.team_event and code in SCORES else facts


def event_of(facts: Crosstable) -> TeamEvent:
    """Return the team event behind a crosstable. Raise Refusal for an event of players."""
    if facts.team_event is None:
        raise Refusal(TEAMS_WANTED, field="order")
    return facts.team_event


def _as_game(match: Match, score: str) -> Game:
    points = match.match_points if score == "MP" else match.game_points
    return Game(match.round, match.opponent, match.colour, match.kind, points)
