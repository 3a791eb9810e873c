"""Who plays for which team of an event, and at which place of its list."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Max

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain import name_matching
from tournaments.models import Event, Game, Player, Team

HAS_PLAYED = sentence("team-played", gettext_noop("{player} has already played for {team} and can't leave this team."))


class TeamPlace(NamedTuple):
    """Where a player is to stand: the name of the team ("" for none), and his place in its list (None: the last)."""

    player: Player
    team: str
    place: int | None = None


def enrol(event: Event, places: Sequence[TeamPlace]) -> None:
    """Put players of a locked event into the teams that are named, which are made where they are new.

    A player with a place is put there, and those after him move down; others come last. Raise Refusal.
    """
    teams = find_or_create_teams(event, [place.team for place in places])
    moved = [(place, teams.get(team_key(place.team))) for place in places]
    check_free(place.player for place, team in moved if place.player.team_id not in (None, team and team.pk))
    store_team_list(None, [place.player for place, team in moved if team is None])
    for team in {team.pk: team for _place, team in moved if team}.values():
        coming = [place for place, other in moved if other == team]
        placed = {place.player.pk for place in coming}
        players = [player for player in read_team_list(team) if player.pk not in placed]
        players += [place.player for place in coming if place.place is None]
        for place in sorted((each for each in coming if each.place), key=lambda each: each.place or 0):
            players.insert((place.place or 1) - 1, place.player)
        store_team_list(team, players)


def find_or_create_teams(event: Event, wanted: Sequence[str]) -> dict[str, Team]:
    """Return the teams of an event by their name as it is compared, with new ones for names that nobody has yet."""
    teams = {team_key(team.name): team for team in event.teams.all()}
    number = next_team_number(event)
    for name in wanted:
        if name.strip() and team_key(name) not in teams:
            teams[team_key(name)] = Team.objects.create(event=event, number=number, name=name)
            number += 1
    return teams


def team_key(name: str) -> str:
    """Return the name of a team as it is compared; one without a letter or digit is compared as it is."""
    return name_matching.spell_out(name) or name.strip()


def read_team_list(team: Team) -> list[Player]:
    """Return the players of a team in the order of its list. One question."""
    return list(team.players.order_by("team_place", "number"))


def store_team_list(team: Team | None, players: Sequence[Player]) -> None:
    """Write a team into its players with their places; without a team they have neither."""
    for place, player in enumerate(players, start=1):
        player.team, player.team_place = team, place if team else None
    Player.objects.bulk_update(players, ["team", "team_place"])


def check_free(players: Iterable[Player]) -> None:
    """Raise Refusal for the first player who has sat at a board of a match: he can't change his team any more."""
    keys = {player.pk: player for player in players if player.team_id}
    seats = Game.objects.filter(match__isnull=False)
    seated = {*seats.filter(white__in=keys).values_list("white", flat=True)}
    seated |= {*seats.filter(black__in=keys).values_list("black", flat=True)}
    for pk, player in keys.items():
        if pk in seated:
            raise Refusal(HAS_PLAYED, field="team", player=player.name, team=player.team)


def next_team_number(event: Event) -> int:
    return (event.teams.aggregate(last=Max("number"))["last"] or 0) + 1
