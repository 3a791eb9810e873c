"""A Scrabble championship for the tests of pairings: players by rating, and results that follow from their numbers."""

from django.utils import timezone

from pairing.plan.stages import Stage
from tests.site.factories import person
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.rounds.drafts import make_draft
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import publish_round
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.results import Result
from tournaments.models import Event, Player
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.rounds.games import read_boards
from tournaments.scheduling import next_round


def make_championship(count=42, slug="championship", discipline="scrabble", **fields):
    """Store an event with players and nothing else."""
    clear_caches()
    event = Event.objects.create(
        slug=slug,
        name="The championship",
        discipline=discipline,
        tiebreaks="PTS,SPREAD,SCORE" if discipline == "scrabble" else "PTS,BH,DE",
        edition="plain" if discipline == "scrabble" else "2026-03",
        planned_rounds=20,
        lots_seed=7,
        epoch="e1",
        changed_at=timezone.now(),
        **fields,
    )

    Player.objects.bulk_create(
        Player(event=event, number=number, name=f"Player {number:02}", rating=2000 - 10 * number)
        for number in range(1, count + 1)
    )
    return event


def director(event):
    """Return the chief arbiter of an event as he writes."""
    return Actor(person(f"chief-{event.slug}", event, Role.CHIEF_ARBITER), Role.CHIEF_ARBITER)


def swiss(event, rounds=5, **settings):
    return set_plan(event, [Stage("new-swiss", 1, rounds, settings)], COMMAND)


def draw(event, by=COMMAND, **wishes):
    """Draw the next round as a draft."""
    make_draft(event, next_round.DrawWishes(**wishes), by)
    return list(event.drafts.all())


def publish(event, by=COMMAND, reason=""):
    """Publish what is drafted."""
    return publish_round(event, {draft.number: draft.revision for draft in event.drafts.all()}, by, reason)


def play(event, number, by=COMMAND):
    """Enter all open results of a round: the stronger one mostly wins, and by how much depends on the numbers."""
    for game in read_boards(event, number).filter(result=Result.OPEN):
        enter(event, game, by)


def enter(event, game, by=COMMAND, turned=False):
    white, black = game.white.number, game.black.number
    margin = (7 * white + 11 * black + 5 * game.round.number) % 150 + 1
    wins = (white < black) ^ ((white + black + game.round.number) % 4 == 0) ^ turned
    reason = "scores exchanged" if turned else ""
    scores = (400 + margin, 400) if wins else (400, 400 + margin)
    if event.discipline == "scrabble":
        entry = Entry(None, *scores, version=game.version, reason=reason)
    else:
        entry = Entry("10" if wins else "01", version=game.version, reason=reason)
    return enter_result(event, game.round.number, game.board, entry, by)
