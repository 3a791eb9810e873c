"""The task of the ASGI lifespan that works on jobs, a few at once, each in a thread of its own."""

import asyncio
import logging
import threading
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from django.db import DatabaseError, close_old_connections

from tiebreaks.refusal import Refusal
from tournaments.access import accounts, sessions, sign_in_log, site_tokens, tokens
from tournaments.actions import kept_answers
from tournaments.actions.event import kept_copies, list_places
from tournaments.actions.exchange import mirror_messages, mirror_sending, uploads
from tournaments.actions.rounds import comparing, draw_job
from tournaments.live import notifying
from tournaments.models import Job
from tournaments.operation import backups, event_copies, jobs
from tournaments.operation.job_kinds import COMPARE, DRAW, EVENT_COPY, SHOW_ELSEWHERE, SILENCE, STATIC_SITE
from tournaments.operation.jobs import Task
from tournaments.push import sending as push
from tournaments.rating_lists import fetching, importing, store
from tournaments.static_site import building
from tournaments.webhooks import sending
from tournaments.webhooks.sending import send_delivery

log = logging.getLogger(__name__)

LOOK_EVERY = 2.0  # for jobs of other processes, and for leases that have run out
CLEAN_UP_EVERY = 60 * 60.0
RENEW_EVERY = jobs.LEASE.total_seconds() / 3
PATIENCE = 10  # seconds for handlers to end when the server does
LONGEST_PAUSE = 300


class JobLane(NamedTuple):
    """Kinds of jobs that wait for one another: so many of them run at once."""

    places: int
    handlers: dict[str, Callable[[Task], object]]


# Every kind of job. No lane waits for another one: a round can always be drawn, and a notification leaves while the
# database is copied, a million lines are read or somebody else's server does not answer.
# A handler may run again after a crash: it calls `task.finish` in the transaction of its result, `task.report` as it
# goes on, and lets `Ended` and `Interrupted` pass.
LANES = (
    JobLane(2, {DRAW: draw_job.draw_in_job}),
    JobLane(1, {push.NOTIFY_JOB: notifying.notify_subscribers, SILENCE: mirror_messages.watch_silence}),
    JobLane(1, {push.JOB: push.send_messages}),
    JobLane(1, {sending.JOB: send_delivery}),
    JobLane(1, {SHOW_ELSEWHERE: mirror_sending.show_elsewhere}),
    JobLane(1, {EVENT_COPY: kept_copies.keep_round, backups.JOB: backups.back_up_after_round}),
    JobLane(
        1,
        {
            COMPARE: comparing.compare_in_job,
            importing.JOB: importing.run_import,
            importing.FETCH: fetching.run_fetch,
            STATIC_SITE: building.make_site,
        },
    ),
)
HANDLERS = {kind: handler for lane in LANES for kind, handler in lane.handlers.items()}
PLACES = sum(lane.places for lane in LANES)
# Deletes what nobody needs any more, once an hour, and begins what was lost.
CLEANUPS: tuple[Callable[[], object], ...] = (
    list_places.place_unlisted_events,
    jobs.delete_old_jobs,
    sending.delete_old_deliveries,
    push.delete_old_subscriptions,
    tokens.delete_old_tokens,
    site_tokens.delete_expired,
    kept_answers.delete_old_answers,
    accounts.delete_expired_links,
    sessions.delete_expired_sessions,
    sign_in_log.delete_old_entries,
    building.delete_old_sites,
    store.delete_leftovers,
    uploads.delete_old_uploads,
    event_copies.delete_old_rounds,
    mirror_sending.revive_jobs,
)


class Worker:
    """Carries out jobs as long as the server runs."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.loop, self.bell = asyncio.get_running_loop(), asyncio.Event()
        self.threads = ThreadPoolExecutor(max_workers=PLACES + 1, thread_name_prefix="jobs")
        self.task = asyncio.create_task(self.run())
        jobs.add_bell(self.ring)

    async def stop(self) -> None:
        """Wait for the handlers to end; unfinished jobs wait for the next process."""
        if self.task is None:
            return
        jobs.remove_bell(self.ring)
        self.stopping.set()
        self.bell.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.task, PATIENCE)
        self.threads.shutdown(wait=False, cancel_futures=True)

    def ring(self) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self.loop.call_soon_threadsafe(self.bell.set)

    async def run(self) -> None:
        working: dict[asyncio.Task[None], str] = {}
        clean_up_at = 0.0

        def forget(done: asyncio.Task[None]) -> None:
            del working[done]
            self.bell.set()

        while not self.stopping.is_set():
            self.bell.clear()
            if self.loop.time() >= clean_up_at:
                clean_up_at = self.loop.time() + CLEAN_UP_EVERY
                for clean_up in CLEANUPS:
                    await self.safely(clean_up)
            kinds = list_free_kinds(working.values())
            job = await self.safely(partial(jobs.claim, *kinds)) if kinds else None
            if job:
                one = asyncio.create_task(self.work(Task(job, self.stopping)))
                working[one] = job.kind
                one.add_done_callback(forget)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self.bell.wait(), LOOK_EVERY)
        if working:
            await asyncio.wait(working)

    async def work(self, task: Task) -> None:
        """Carry out one job, and keep its lease meanwhile."""
        outcome = asyncio.ensure_future(self.loop.run_in_executor(self.threads, with_connection, carry_out, task))
        while not (await asyncio.wait({outcome}, timeout=RENEW_EVERY))[0]:
            await self.safely(task.renew)
        if error := outcome.exception():
            log.error("Job %s could not be written back.", task.job, exc_info=error)

    async def safely[Result](self, step: Callable[[], Result]) -> Result | None:
        """Do one step in a thread. If it fails, log that and return None: a failure must not end the worker."""
        try:
            return await self.loop.run_in_executor(self.threads, with_connection, step)
        except DatabaseError as failure:
            log.warning("The jobs lost the database (%s); they try again.", type(failure).__name__)
        except Exception:  # whatever it was, without the worker every job would stand still
            log.exception("The jobs could not be looked at; they try again.")
        return None


def list_free_kinds(working: Collection[str]) -> list[str]:
    """Return the kinds of jobs that may begin beside those that are under way."""
    free = (lane for lane in LANES if sum(kind in lane.handlers for kind in working) < lane.places)
    return [kind for lane in free for kind in lane.handlers]


def with_connection[*Arguments, Result](step: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
    """Run a step in a thread that lives longer than any request, and keep no connection."""
    close_old_connections()
    try:
        return step(*arguments)
    finally:
        close_old_connections()


def carry_out(task: Task) -> None:
    """Run the handler of a job, and store how it ended."""
    job = task.job
    try:
        if job.attempts > jobs.ATTEMPTS:
            raise Refusal(jobs.GAVE_UP, attempts=jobs.ATTEMPTS)
        HANDLERS[job.kind](task)
        if task.mine.exists():
            task.finish()
    except jobs.Ended:
        return
    except jobs.Interrupted:
        jobs.put_back(task, counted=False)
    except jobs.Later as later:
        jobs.put_back(task, later.seconds, counted=False)
    except Refusal as refusal:
        jobs.fail(task, refusal)
    except Exception as error:
        log.exception("Job %s failed.", job)
        if job.attempts >= jobs.ATTEMPTS:
            jobs.fail(task, Refusal(jobs.BROKEN, error=type(error).__name__))
        else:
            jobs.put_back(task, min(2.0**job.attempts, LONGEST_PAUSE))


def carry_out_all(*kinds: str) -> list[Job]:
    """Carry out all jobs of some kinds that are ready, in this thread, and return them: for commands and tests."""
    done = []
    while job := jobs.claim(*kinds):
        carry_out(Task(job))
        job.refresh_from_db()
        done.append(job)
    return done


worker = Worker()
