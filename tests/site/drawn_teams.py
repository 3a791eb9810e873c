"""Teams for the tests of drawn rounds: an event of teams with their members, and nothing else."""

from django.utils import timezone

from tournaments import queries
from tournaments.models import Event, Player, Team

NAMES = ("Aster", "Birch", "Cedar", "Dahlia", "Elder", "Fern", "Gorse", "Hazel", "Iris", "Juniper", "Kale", "Lilac")


def make_teams(count=6, boards=2, reserves=1, slug="league", **fields):
    """Store an event of teams, each with as many players as boards and some reserves, and nothing else."""
    queries.forget()
    settings = {"tiebreaks": "MP,GP", "planned_rounds": 5, "edition": "2026-03"} | fields
    event = Event.objects.create(
        slug=slug, name="The league", lots_seed=7, epoch="l1", changed_at=timezone.now(), team_boards=boards, **settings
    )
    size = boards + reserves
    for number in range(1, count + 1):
        team = Team.objects.create(event=event, number=number, name=NAMES[number - 1])
        Player.objects.bulk_create(
            Player(
                event=event, number=(number - 1) * size + place, name=f"{team.name} {place}",
                rating=2200 - 20 * number - place, team=team, team_place=place,
            )
            for place in range(1, size + 1)
        )  # fmt: skip
    return event


def matches(event, number):
    """Return the matches of a round as numbers of teams, and the letter of each team without an opponent."""
    rows = event.rounds.get(number=number).matches.select_related("first", "second")
    pairs = [(row.first.number, row.second.number) for row in rows if row.second]
    return pairs, {row.first.number: row.end for row in rows if row.second is None}
