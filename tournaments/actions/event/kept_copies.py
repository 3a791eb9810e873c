"""Keep a copy of one event: after each round, and before something that is hard to undo."""

from collections.abc import Iterator
from contextlib import contextmanager

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats.archive_write import export_event
from tournaments.models import Event
from tournaments.operation import backups, event_copies, jobs
from tournaments.operation.job_kinds import EVENT_COPY
from tournaments.queries.rounds.games import count_boards, last_played_round
from tournaments.queries.snapshot import snapshot

NO_COPY = sentence(
    "event-copy", gettext_noop("The copy that would undo this can’t be stored ({error}). Nothing was changed.")
)


@contextmanager
def keeping_copy(event: Event, kind: str) -> Iterator[None]:
    """Keep the event as it is now if what follows succeeds, inside the caller's transaction. Raise Refusal."""
    data = export_event(event)
    yield
    try:
        event_copies.store_copy(event.slug, kind, data)
    except OSError as failed:
        raise Refusal(NO_COPY, error=str(failed.strerror)) from failed


def request_copies(event: Event) -> None:
    """Ask, after the last result of a round, for a copy of the event as it is then and for one of the whole site."""
    request_copy(event)
    backups.request_backup()


def request_copy(event: Event) -> None:
    """Ask for a copy of an event after a round; a dry run leaves none behind."""
    if not event.is_dry_run:
        jobs.enqueue_once(EVENT_COPY, event)


def keep_round(task: jobs.Task) -> None:
    """Keep an event as it is after the last finished round, once more only while nothing of a later one is entered."""
    event = task.job.event
    assert event is not None
    with snapshot():
        number = last = last_played_round(event)
        while number and count_boards(event, number).open:
            number -= 1
        is_wanted = number and (number == last or not event_copies.has_round(event.slug, number))
        data = export_event(event) if is_wanted else b""
    if data:
        event_copies.store_copy(event.slug, event_copies.AFTER_ROUND, data, number)
    task.finish(round=number if data else None)
