"""A small team event for the tests of the arbiter's pages: teams of five, four boards, rounds stored as published."""

from django.utils import timezone

from tournaments import queries
from tournaments.actions.matches import store
from tournaments.actions.writing import writing
from tournaments.models import Event, Player, Round, Team

TEAMS = ("Aster", "Birke", "Ceder", "Distel")
NAMES = (
    "Abel, Ada", "Bach, Bo", "Cron, Cem", "Dorn, Dea", "Eck, Eva",
    "Falk, Fee", "Gast, Gil", "Hahn, Hal", "Iser, Ina", "Jost, Jan",
    "Kern, Kai", "Lenz, Lea", "Mohr, Mia", "Nies, Nils", "Opel, Ove",
    "Pohl, Pia", "Quast, Quin", "Ritt, Rea", "Senn, Sam", "Thon, Tea",
)  # fmt: skip
MEMBERS = 5
PAIRS = ([(1, 2), (3, 4)], [(4, 1), (2, 3)])


def make_team_event(slug="league", rounds=1, **fields):
    """Store a team event: team n has the players 5n-4 to 5n in the order of its list; no result is in."""
    queries.forget()  # an event of another test may have had the same id and version
    known = {"team_boards": 4, "tiebreaks": "MP,GP", "planned_rounds": 3, "name": f"The {slug}"} | fields
    event = Event.objects.create(slug=slug, lots_seed=1, epoch="e1", changed_at=timezone.now(), **known)
    for number, name in enumerate(TEAMS, start=1):
        team = Team.objects.create(event=event, number=number, name=name)
        for place in range(1, MEMBERS + 1):
            key = (number - 1) * MEMBERS + place
            rating = 2300 - 10 * key
            Player.objects.create(
                event=event, number=key, name=NAMES[key - 1], team=team, team_place=place, rating=rating
            )
    for number, pairs in enumerate(PAIRS[:rounds], start=1):
        with writing(event) as locked:
            store(locked, Round.objects.create(event=event, number=number), pairs, {})
    return event


def lists(event):
    """Return the numbers of the players of each team in the order of its list, by the name of the team."""
    return {
        team.name: [player.number for player in team.players.order_by("team_place", "number")]
        for team in event.teams.order_by("number")
    }
