"""A championship of 50 teams for pictures: the pairings of FIDE's example file under the names of nobody."""

from datetime import date
from random import Random

from tournaments.demo.names import CLUBS, TOWNS, people
from tournaments.domain.desk.results import Result
from tournaments.models import Event, Game


def rename(slug):
    """Give the imported event and everybody in it other names; open boards at the first tables of its last round."""
    event, chance = Event.objects.get(slug=slug), Random(50)
    about = {"name": "Mannschaftspokal Ahorntal 2026", "place": "Ahorntal", "accent": "slate", "may_embed": True}
    dates = {"starts_on": date(2026, 11, 14), "ends_on": date(2026, 11, 22)}
    Event.objects.filter(pk=event.pk).update(**about, **dates)
    names = people(chance, event.players.count())
    for player, name in zip(event.players.order_by("number"), names, strict=True):
        event.players.filter(pk=player.pk).update(name=name, federation="", fide_id="", birth_date="")
    teams = [f"{club} {town}" for town in TOWNS for club in CLUBS]
    for team, name in zip(event.teams.order_by("number"), chance.sample(teams, event.teams.count()), strict=True):
        event.teams.filter(pk=team.pk).update(name=name, short_name="", captain="")
    last = event.rounds.latest("number")
    Game.objects.filter(round=last, match__table__lt=5, match_board__gt=1).update(result=Result.OPEN)
