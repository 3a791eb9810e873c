"""Teams for the tests of drawn rounds: an event of teams with their members, plans, rounds and results."""

from django.utils import timezone

from pairing import stages
from tests.site.championship import draw, publish
from tournaments import actions, queries
from tournaments.actions import COMMAND, Entry
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


def swiss(event, rounds=5, **settings):
    return actions.set_plan(event, [stages.Stage("team-swiss", 1, rounds, settings)], COMMAND)


def robin(event, cycles=1):
    return actions.set_plan(event, stages.round_robin(event.teams.count(), cycles), COMMAND)


def round_of(event, **wishes):
    """Draw, publish and return the next round."""
    draw(event, **wishes)
    (round,) = publish(event)
    return round.number


def enter(event, number, *made):
    """Enter the boards of each match as its first team made them, board 1 first: 1, = or 0."""
    turned = {"10": "01", "01": "10", "==": "=="}
    for game in queries.boards(event, number).select_related("match__first", "white__team"):
        own = {"1": "10", "0": "01", "=": "=="}[made[game.match.table - 1][game.match_board - 1]]
        value = own if game.white.team == game.match.first else turned[own]
        actions.enter_result(event, number, game.board, Entry(value, version=game.version), COMMAND)
