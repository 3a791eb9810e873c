"""The job that draws a round by an engine: it survives the end of the server and draws again what changed meanwhile."""

from django.contrib.auth import get_user_model

from tiebreaks.refusal import Refusal
from tournaments.actions.rounds.drafts import CHANGED, make_draft
from tournaments.actions.writing import Actor
from tournaments.operation.jobs import Task
from tournaments.scheduling.next_round import Wishes

ATTEMPTS = 3  # a correction while an engine works is rare, one in each of three drawings is none


def draw_in_job(task: Task) -> None:
    """Draw the round that the job asks for, as the one who asked. Raise Refusal."""
    told = task.job.payload
    by = Actor(
        get_user_model().objects.filter(pk=told["by"]["user"]).first(), told["by"]["role"], told["by"]["address"]
    )
    for left in reversed(range(ATTEMPTS)):
        task.report(5)
        try:
            make_draft(task.job.event, Wishes.stored(told["wishes"]), by, task)
            return
        except Refusal as refusal:
            if refusal.code != CHANGED or not left:
                raise
