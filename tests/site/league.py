"""A small team event for tests: three teams of two boards with a reserve each, round 1 published."""

from django.utils import timezone

from tournaments import queries
from tournaments.actions import COMMAND, Entry, enter_result
from tournaments.actions.matches import store
from tournaments.actions.writing import writing
from tournaments.models import Event, Player, Round, Team

NAMES = ("Aster", "Birch", "Cedar")


def make_league(teams=NAMES, boards=2, members=3, slug="league", **settings):
    """Return the event; the players of team 1 have the numbers 1 to `members`, and so on, the better first."""
    queries.forget()
    event = Event.objects.create(
        slug=slug, name="League", lots_seed=1, epoch="t1", changed_at=timezone.now(),
        **{"tiebreaks": "MP,GP", "team_boards": boards, "team_colours": "WB", "planned_rounds": 3} | settings,
    )  # fmt: skip
    for number, name in enumerate(teams, start=1):
        team = Team.objects.create(event=event, number=number, name=name, short_name=name[:2].upper())
        for place in range(1, members + 1):
            key = (number - 1) * members + place
            rating = 2400 - 100 * number - 10 * place
            Player.objects.create(
                event=event, number=key, name=f"{name} {place}", team=team, team_place=place, rating=rating
            )
    return event


def publish(event, number, pairs, free=None):
    """Publish a round: pairs of teams at tables 1, 2 and so on, and letters of those who are free."""
    with writing(event) as locked:
        store(locked, Round.objects.create(event=event, number=number), pairs, free or {})
    queries.forget()


def enter(event, number, *results):
    """Enter results of the boards 1, 2 and so on of a round: "10", "==", "01"; "" leaves a board open."""
    for board, result in enumerate(results, start=1):
        if result:
            event.refresh_from_db()
            answer = enter_result(event, number, board, Entry(result=result, version=0), COMMAND)
            assert answer.outcome == "saved", answer
    event.refresh_from_db()
