"""Long work behind the pages: asked for in a transaction, worked on by some process, resumed when that one dies.

    job = enqueue("draw", event, round=5)       # inside the transaction of the action that asks for it
    jobs.cancel(job)

`tournaments.worker` runs in each server process. A process holds a job by a lease that it renews; when the lease has
run out, another process takes the job over. So a handler may be run again, and writes its result together with
`Task.finish`, in one transaction.
"""

import secrets
import threading
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.utils import timezone

from pairing.rules.boards import Reason
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.choices import UNFINISHED, JobState
from tournaments.models import Event, Job

GAVE_UP = sentence(
    "job-gave-up", gettext_noop("This was started {attempts} times and never finished. It has been given up.")
)
BROKEN = sentence("job-broken", gettext_noop("Something went wrong that is not your fault ({error})."))

LEASE = timedelta(seconds=15)
ATTEMPTS = 5
RETENTION = timedelta(days=30)  # how long finished jobs can be looked at

_bells: set[Callable[[], None]] = set()


class Ended(Exception):
    """The work is not wanted any more: cancelled, or taken over by another process."""


class Interrupted(Exception):
    """This process stops; the next one goes on."""


class Later(Exception):
    """The work is tried again after so many seconds, as when a receiver does not answer."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Task:
    """A job that this process works on. `stopping` is set when the process is about to end."""

    def __init__(self, job: Job, stopping: threading.Event | None = None) -> None:
        self.job = job
        self.stopping = stopping or threading.Event()

    @property
    def mine(self) -> QuerySet[Job]:
        """Find the row while it is ours."""
        return Job.objects.filter(pk=self.job.pk, worker=self.job.worker, state=JobState.RUNNING)

    def go_on(self) -> None:
        """Raise Ended or Interrupted if the work has to end; to be called as often as possible."""
        if self.stopping.is_set():
            raise Interrupted
        if not self.mine.exists():
            raise Ended

    def report(self, progress: int, step: Reason | None = None) -> None:
        """Store how far the work is, in percent and in words, and renew the lease. Raise Ended or Interrupted."""
        if self.stopping.is_set():
            raise Interrupted
        self._write(progress=progress, step=[step.code, dict(step.params)] if step else None, leased_until=make_lease())

    def renew(self) -> None:
        """Renew the lease while the work goes on; nothing happens if the job is not ours any more."""
        self.mine.update(leased_until=make_lease())

    def finish(self, **result: Any) -> None:
        """Mark the job as done, in the transaction that writes its result. Raise Ended if it is not ours."""
        self._write(state=JobState.DONE, progress=100, result=result, finished_at=timezone.now())

    def _write(self, **values: Any) -> None:
        if not self.mine.update(**values):
            raise Ended


def enqueue(kind: str, event: Event | None = None, *, due: datetime | None = None, **payload: Any) -> Job:
    """Ask for work of a kind that `tournaments.worker` knows, now or when it is due. The payload is kept as JSON."""
    now = timezone.now()
    job = Job.objects.create(kind=kind, event=event, payload=payload, due_at=due or now, created_at=now)
    transaction.on_commit(ring_bells)
    return job


def run_soon(kind: str, event: Event, *, after: float = 0) -> None:
    """Let the one job of a kind that an event has run at once, or again if it runs; one that was lost begins again."""
    due = timezone.now() + timedelta(seconds=after)
    if not Job.objects.filter(event=event, kind=kind, state__in=UNFINISHED).update(due_at=due):
        enqueue(kind, event, due=due)
    transaction.on_commit(ring_bells)


def enqueue_once(kind: str, event: Event | None = None, *, due: datetime | None = None) -> None:
    """Ask for work on what this transaction writes, unless it is asked for already and has not begun.

    The job that waits is locked until this transaction ends, so that it does not begin without it.
    """
    waiting = Job.objects.filter(kind=kind, event=event, state=JobState.WAITING)
    if not waiting.update(due_at=F("due_at")):
        enqueue(kind, event, due=due)


def find_unfinished(event: Event, kind: str) -> Job | None:
    """Return the job of a kind that waits or runs for an event."""
    return Job.objects.filter(event=event, kind=kind, state__in=UNFINISHED).first()


def find_newest(event: Event, kind: str) -> Job | None:
    """Return the newest job of a kind."""
    return Job.objects.filter(event=event, kind=kind).order_by("-pk").first()


def cancel(job: Job) -> bool:
    """Cancel a job that waits or runs, and tell whether it did; its process notices within a second."""
    unfinished = Job.objects.filter(pk=job.pk, state__in=UNFINISHED)
    return bool(unfinished.update(state=JobState.CANCELLED, finished_at=timezone.now()))


# What the worker does with them.


def claim(*kinds: str) -> Job | None:
    """Take the next job that waits or whose process is dead, and return it; two processes never take the same."""
    if not find_ready(kinds).exists():  # SQLite would take the lock of all writers to find nothing
        return None
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        job = find_ready(kinds).select_for_update(skip_locked=skip).first()
        if job is None:
            return None
        job.state, job.worker, job.leased_until = JobState.RUNNING, secrets.token_hex(8), make_lease()
        job.attempts += 1
        job.started_at = job.started_at or timezone.now()
        job.save()
        return job


def find_ready(kinds: Collection[str] = ()) -> QuerySet[Job]:
    """Return the jobs that can be taken, of some kinds or of all."""
    now = timezone.now()
    free = Q(state=JobState.WAITING, due_at__lte=now) | Q(state=JobState.RUNNING, leased_until__lt=now)
    return Job.objects.filter(free, **({"kind__in": kinds} if kinds else {}))


def put_back(task: Task, seconds: float = 0, *, counted: bool = True) -> None:
    """Let a job wait again; an attempt is not counted if the end of its process cut it short.

    One that was woken while it ran is due already.
    """
    due = timezone.now() + timedelta(seconds=seconds)
    task.mine.update(
        state=JobState.WAITING,
        due_at=Case(When(due_at__gt=task.job.due_at, then=F("due_at")), default=Value(due)),
        attempts=task.job.attempts - (not counted),
        leased_until=None,
    )


def fail(task: Task, refusal: Refusal) -> None:
    """End a job with the sentence that says why."""
    error = [refusal.code, {name: make_plain(value) for name, value in refusal.params.items()}]
    task.mine.update(state=JobState.FAILED, error=error, finished_at=timezone.now())


def make_plain(value: Any) -> Any:
    """Return a parameter of a sentence as JSON can hold it; a reason that it quotes as {"because": [code, params]}."""
    if isinstance(value, Reason):
        return {"because": [value.code, {name: make_plain(each) for name, each in value.params.items()}]}
    if isinstance(value, tuple | list):
        return [make_plain(each) for each in value]
    return value if value is None or isinstance(value, int | float | str) else str(value)


def delete_old_jobs() -> None:
    """Delete the jobs that ended long ago."""
    Job.objects.exclude(state__in=UNFINISHED).filter(finished_at__lt=timezone.now() - RETENTION).delete()


def make_lease() -> datetime:
    return timezone.now() + LEASE


# The bell of the workers in this process; others look by themselves.


def ring_bells() -> None:
    """Let the workers of this process look at once."""
    for ring in tuple(_bells):
        ring()


def add_bell(ring: Callable[[], None]) -> None:
    _bells.add(ring)


def remove_bell(ring: Callable[[], None]) -> None:
    _bells.discard(ring)
