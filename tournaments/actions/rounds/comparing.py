"""Compare a draft by FIDE’s rules with what another engine pairs. The event does not change, so the log has no line."""

from django.conf import settings as conf
from django.db import transaction

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.rounds.drafts import make_watch
from tournaments.models import Event, Job
from tournaments.operation import jobs
from tournaments.operation.job_kinds import COMPARE
from tournaments.scheduling import engines
from tournaments.scheduling.fide_rounds import read_fide_round

UNKNOWN = sentence("engine-unknown", gettext_noop("There is no engine {engine} here."))


def request_comparison(event: Event, number: int, name: str) -> Job:
    """Let another engine pair the round of a draft, or a published one; it replaces a comparison that runs."""
    engine = find_engine(event, name)
    read_fide_round(staff_reader(event), number)  # refuses now what the job would refuse later
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if running := jobs.find_unfinished(event, COMPARE):
            jobs.cancel(running)
        return jobs.enqueue(COMPARE, event, round=number, engine=engine.name, version=event.version)


def cancel_comparison(event: Event) -> None:
    """Cancel the comparison that waits or runs, if there is one."""
    if running := jobs.find_unfinished(event, COMPARE):
        jobs.cancel(running)


def compare_in_job(task: jobs.Task) -> None:
    """Let the engine of a job pair its round, and keep its boards. Raise Refusal."""
    assert task.job.event is not None
    event = task.job.event
    engine = find_engine(event, task.job.payload["engine"])
    paired = read_fide_round(staff_reader(event), task.job.payload["round"])
    pairing = paired.ask(engine, conf.ENGINE_SECONDS, make_watch(task, engine))
    bye = pairing.bye.player if pairing.bye else None
    task.finish(round=paired.round.number, boards=[list(pair) for pair in pairing.pairs], bye=bye)


def find_engine(event: Event, name: str) -> engines.Engine:
    """Return a foreign engine by its name. Raise Refusal."""
    for engine in engines.foreign_engines(event.of_teams):
        if engine.name == name:
            return engine
    raise Refusal(UNKNOWN, field="engine", engine=name[:40])
