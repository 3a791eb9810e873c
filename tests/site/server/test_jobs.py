"""Long work behind the pages: taken once, resumed when its process dies, ended when nobody wants it any more."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from pairing.rules.boards import because
from tests.site.championship import make_championship
from tiebreaks.refusal import Refusal
from tournaments import worker
from tournaments.domain.choices import JobState
from tournaments.models import Job
from tournaments.operation import backups, jobs
from tournaments.operation.job_kinds import COMPARE, DRAW
from tournaments.operation.jobs import Task, claim, enqueue, enqueue_once
from tournaments.push import sending as push
from tournaments.webhooks import sending

pytestmark = pytest.mark.django_db


@pytest.fixture
def kinds(monkeypatch):
    """Let a test add kinds of work."""

    def add(**handlers):
        for kind, handler in handlers.items():
            monkeypatch.setitem(worker.HANDLERS, kind, handler)

    return add


def state(job):
    job.refresh_from_db()
    return job.state


def test_a_job_is_taken_once_and_done(kinds):
    seen = []
    kinds(note=lambda task: seen.append(task.job.payload["text"]))
    job = enqueue("note", text="hello")
    assert [done.pk for done in worker.carry_out_all()] == [job.pk]
    assert (seen, state(job), job.progress, job.attempts) == (["hello"], JobState.DONE, 100, 1)
    assert claim() is None


def test_work_that_is_not_due_waits(kinds):
    kinds(note=lambda task: None)
    enqueue("note", due=timezone.now() + timedelta(hours=1))
    assert worker.carry_out_all() == []


def test_what_a_dead_process_began_is_taken_over(kinds):
    kinds(note=lambda task: None)
    job = enqueue("note")
    dead = Task(claim())
    assert claim() is None, "its lease still runs"
    Job.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    worker.carry_out_all()
    assert (state(job), job.attempts) == (JobState.DONE, 2)
    with pytest.raises(jobs.Ended):
        dead.report(50)
    with pytest.raises(jobs.Ended):
        dead.finish()


def test_a_cancelled_job_ends_at_its_next_step(kinds):
    steps = []

    def work(task):
        task.report(10, because("job-gave-up", attempts=1))
        assert jobs.cancel(task.job)
        steps.append("cancelled")
        task.report(20)
        steps.append("went on")

    kinds(note=work)
    job = enqueue("note")
    worker.carry_out_all()
    assert (state(job), steps) == (JobState.CANCELLED, ["cancelled"])
    assert not jobs.cancel(job)


def test_the_end_of_the_server_costs_no_attempt(kinds):
    stopping = threading.Event()

    def work(task):
        stopping.set()
        task.go_on()

    kinds(note=work)
    job = enqueue("note")
    worker.carry_out(Task(claim(), stopping))
    assert (state(job), job.attempts, job.leased_until) == (JobState.WAITING, 0, None)


def test_a_refusal_is_kept_with_its_parameters(kinds):
    def work(task):
        raise Refusal(jobs.GAVE_UP, attempts=3, relaxation=((1, 2),))

    kinds(note=work)
    job = enqueue("note")
    worker.carry_out_all()
    assert (state(job), job.error) == (JobState.FAILED, ["job-gave-up", {"attempts": 3, "relaxation": [[1, 2]]}])


def test_a_bug_is_tried_again_and_given_up_at_last(kinds, caplog):
    def work(task):
        raise ValueError("a bug")

    kinds(note=work)
    job = enqueue("note")
    for attempt in range(1, jobs.ATTEMPTS + 1):
        worker.carry_out_all()
        assert (state(job), job.attempts) == (JobState.WAITING if attempt < jobs.ATTEMPTS else JobState.FAILED, attempt)
        Job.objects.update(due_at=timezone.now())
    assert job.error == ["job-broken", {"error": "ValueError"}]
    assert "a bug" in caplog.text


def test_work_that_kills_its_process_each_time_is_given_up(kinds):
    kinds(note=lambda task: pytest.fail("it is not begun again"))
    job = enqueue("note")
    Job.objects.update(attempts=jobs.ATTEMPTS)
    worker.carry_out_all()
    assert (state(job), job.error[0]) == (JobState.FAILED, "job-gave-up")


def test_a_receiver_that_does_not_answer_is_asked_later(kinds):
    def work(task):
        raise jobs.Later(60)

    kinds(note=work)
    job = enqueue("note")
    worker.carry_out_all()
    assert state(job) == JobState.WAITING
    assert job.due_at > timezone.now() + timedelta(seconds=50)


def test_old_jobs_are_forgotten_and_events_take_theirs_along():
    event = make_championship(2)
    old, new, of_event = enqueue("note"), enqueue("note"), enqueue("note", event)
    for job in (old, new):
        jobs.cancel(job)
    Job.objects.filter(pk=old.pk).update(finished_at=timezone.now() - jobs.RETENTION - timedelta(days=1))
    jobs.delete_old_jobs()
    assert set(Job.objects.values_list("pk", flat=True)) == {new.pk, of_event.pk}
    event.log.all().delete()
    event.delete()
    assert not Job.objects.filter(pk=of_event.pk).exists()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="there nobody else writes meanwhile")
@pytest.mark.django_db(transaction=True)
def test_a_job_does_not_begin_before_what_it_was_asked_for_again_is_committed():
    enqueue_once("note")
    with ThreadPoolExecutor(1) as another, transaction.atomic():
        enqueue_once("note")
        assert another.submit(worker.with_connection, claim).result() is None
    assert claim("note").kind == "note"
    assert not Job.objects.filter(state=JobState.WAITING).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("held", worker.LANES, ids=lambda lane: next(iter(lane.handlers)))
def test_no_lane_waits_for_another_one_and_each_has_its_places(kinds, held):
    """A notification leaves while the database is copied; a round is drawn while a receiver does not answer."""
    begun, free = [], threading.Event()
    others = {kind: threading.Event() for kind in worker.HANDLERS if kind not in held.handlers}
    kinds(**{kind: lambda task: (begun.append(task), free.wait(30)) for kind in held.handlers})
    kinds(**{kind: lambda task: others[task.job.kind].set() for kind in others})
    for kind in [*held.handlers, *held.handlers, *held.handlers, *others]:
        enqueue(kind)

    async def serve():
        here = worker.Worker()
        await here.start()
        came = await asyncio.to_thread(lambda: [each.wait(30) for each in others.values()])
        at_once = len(begun)
        free.set()
        await here.stop()
        return came, at_once

    assert asyncio.run(serve()) == ([True] * len(others), held.places)


@pytest.mark.parametrize(
    ("one", "other"),
    [(push.JOB, backups.JOB), (push.NOTIFY_JOB, push.JOB), (sending.JOB, push.JOB), (DRAW, COMPARE)],
)
def test_what_somebody_waits_for_is_in_a_lane_of_its_own(one, other):
    assert not [lane for lane in worker.LANES if lane.handlers.keys() >= {one, other}]


def test_what_nobody_needs_is_cleaned_up_again_and_again(monkeypatch, committed):
    cleaned = [threading.Event() for _ in range(3)]
    monkeypatch.setattr(worker, "CLEAN_UP_EVERY", 0.0)
    monkeypatch.setattr(worker, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(worker, "CLEANUPS", (lambda: 1 / 0, lambda: next(e for e in cleaned if not e.is_set()).set()))

    async def serve():
        here = worker.Worker()
        await here.start()
        came = await asyncio.to_thread(cleaned[-1].wait, 30)
        await here.stop()
        return came

    assert asyncio.run(serve()), "one clean-up that fails ends neither the others nor the worker"
