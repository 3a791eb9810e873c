"""The frame of every write: the lock that it begins with, the log entry and the announcement that it ends with."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import audience
from tournaments.domain.log_actions import LogAction
from tournaments.models import Event, LogEntry
from tournaments.operation.announcements import announce
from tournaments.webhooks.news import note

MOVED = sentence("event-moved", gettext_noop("This event goes on at {where}. Nothing can be entered here any more."))


type Facts = Mapping[str, object]  # what a line of the log stores as JSON


class Actor(NamedTuple):
    """Who writes: the user (None for a command), the role in the event, the network address."""

    user: Any = None
    role: str = ""
    address: str | None = None


COMMAND = Actor(role="command")
PLAYER = "player"  # the role of somebody who reports the result of his own game


@contextmanager
def writing(event: Event, *, moved: bool = False) -> Iterator[Event]:
    """Open the transaction of one write, lock the row of the event and yield it as it is now.

    Raise Refusal where the event was handed over and goes on elsewhere, unless the write says that it may be `moved`.
    """
    with transaction.atomic():
        event = audience.as_staff(Event.objects.select_for_update().get(pk=event.pk))
        if event.moved_to and not moved:
            raise Refusal(MOVED, where=event.moved_to)
        yield event


def record(
    event: Event,
    by: Actor,
    action: LogAction,
    *,
    game_id: int | None = None,
    before: Facts | None = None,
    after: Facts | None = None,
    reason: str = "",
    uuid: UUID | None = None,
    answer: Facts | None = None,
) -> LogEntry:
    """Give the locked event its next version, log the change under it and announce it.

    `uuid` is the client's own number of an entry, and `answer` what a replay of it gets again.
    """
    event.version += 1
    event.changed_at = timezone.now()
    event.save(update_fields=["version", "changed_at"])
    entry = LogEntry.objects.create(
        event=event,
        version=event.version,
        at=event.changed_at,
        actor=by.user,
        role=by.role,
        address=by.address or None,
        action=LogAction(action),
        game_id=game_id,
        before=before,
        after=after,
        reason=reason,
        uuid=uuid,
        answer=answer,
    )
    note(event, entry)
    announce(event)
    return entry


def unseen_version(event: Event) -> int:
    """Return a version for boards that take the place of others: no page that shows the old ones has it.

    A board changes only with its event, so that its version is never the higher one.
    """
    return event.version + 1
