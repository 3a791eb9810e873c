"""The job that draws a round by an engine. It survives a restart, and draws again if the event changes meanwhile."""

from django.contrib.auth import get_user_model

from tiebreaks.refusal import Refusal
from tournaments.actions.rounds.drafts import CHANGED, make_draft
from tournaments.actions.writing import Actor
from tournaments.operation.jobs import Task
from tournaments.scheduling.next_round import DrawWishes

ATTEMPTS = 3  # a correction while the engine works is rare, and three in a row do not happen


def draw_in_job(task: Task) -> None:
    """Draw the round of the job in the name of the person who asked for it. Raise Refusal."""
    wishes, by = DrawWishes.stored(task.job.payload["wishes"]), task.job.payload["by"]
    actor = Actor(get_user_model().objects.filter(pk=by["user"]).first(), by["role"], by["address"])
    assert task.job.event is not None
    for left in reversed(range(ATTEMPTS)):
        task.report(5)
        try:
            make_draft(task.job.event, wishes, actor, task)
            return
        except Refusal as refusal:
            if refusal.code != CHANGED or not left:
                raise
