"""Assign players to teams and to places in their lists."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Max

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.players import name_matching
from tournaments.models import Event, Game, Player, Team

HAS_PLAYED = sentence("team-played", gettext_noop("{player} has already played for {team} and can’t leave this team."))


class TeamPlace(NamedTuple):
    """A place in a team's list: the name of the team ("" for none) and the place (None for the last)."""

    player: Player
    team: str
    place: int | None = None


def enrol(event: Event, places: Sequence[TeamPlace]) -> None:
    """Put players of a locked event into teams by name; new teams are created.

    A player with a place goes there, and those after it move down; others come last. Raise Refusal.
    """
    teams = find_or_create_teams(event, [place.team for place in places])
    moved = [(place, teams.get(team_key(place.team))) for place in places]
    check_free(place.player for place, team in moved if place.player.team_id not in (None, team and team.pk))
    store_team_list(None, [place.player for place, team in moved if team is None])
    for team in dict.fromkeys(team for _place, team in moved if team):
        store_team_list(team, add_to_list(read_team_list(team), [place for place, other in moved if other == team]))


def add_to_list(players: Iterable[Player], joining: Sequence[TeamPlace]) -> list[Player]:
    """Return the list of a team with more players at their places, and those without a place at its end."""
    moving = {place.player.pk for place in joining}
    arranged = [player for player in players if player.pk not in moving]
    arranged += [place.player for place in joining if place.place is None]
    placed = sorted((place.place, at) for at, place in enumerate(joining) if place.place)
    for number, at in placed:
        arranged.insert(number - 1, joining[at].player)
    return arranged


def find_or_create_teams(event: Event, wanted: Sequence[str]) -> dict[str, Team]:
    """Return the teams of an event by the key of their name, with new teams for unknown names."""
    teams = {team_key(team.name): team for team in event.teams.all()}
    for name in wanted:
        if name.strip() and team_key(name) not in teams:
            teams[team_key(name)] = Team.objects.create(event=event, name=name, **next_team_numbers(event))
    return teams


def team_key(name: str) -> str:
    """Return the key by which names of teams are compared; a name without letters and digits is its own key."""
    return name_matching.spell_out(name) or name.strip()


def read_team_list(team: Team) -> list[Player]:
    """Return the players of a team in the order of its list. One query."""
    return list(team.players.order_by("team_place", "start_number"))


def store_team_list(team: Team | None, players: Sequence[Player]) -> None:
    """Store the team of its players and their places; without a team they have neither."""
    for place, player in enumerate(players, start=1):
        player.team, player.team_place = team, place if team else None
    Player.objects.bulk_update(players, ["team", "team_place"])


def check_free(players: Iterable[Player]) -> None:
    """Raise Refusal for the first player who has played in a match and can no longer change teams."""
    keys = {player.pk: player for player in players if player.team_id}
    seats = Game.objects.filter(match__isnull=False)
    seated = {*seats.filter(white__in=keys).values_list("white", flat=True)}
    seated |= {*seats.filter(black__in=keys).values_list("black", flat=True)}
    for pk, player in keys.items():
        if pk in seated:
            raise Refusal(HAS_PLAYED, field="team", player=player.name, team=player.team)


def next_team_numbers(event: Event) -> dict[str, int | None]:
    """Return the numbers of the next team: it comes last."""
    last = event.teams.aggregate(number=Max("number"), start=Max("start_number"))
    number, start = (last["number"] or 0) + 1, (last["start"] or 0) + 1
    return {"number": number, "given_number": start if start != number else None}
