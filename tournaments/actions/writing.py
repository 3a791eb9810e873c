"""The frame of every write: it begins with a lock and ends with a log entry and an announcement."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import audience, policy
from tournaments.domain.log_actions import LogAction
from tournaments.models import Event, LogEntry
from tournaments.operation.announcements import announce
from tournaments.webhooks.news import queue_deliveries

MOVED = sentence("event-moved", gettext_noop("This event has moved to {where}. Results can no longer be entered here."))


type Facts = Mapping[str, object]  # what the log stores as JSON


class Actor(NamedTuple):
    """Who writes: the user (None for a command), the role in the event, the network address."""

    user: Any = None
    role: str = ""
    address: str | None = None


COMMAND = Actor(role="command")
PLAYER = "player"  # the role of somebody who reports the result of their own game


@contextmanager
def writing(event: Event, *, moved: bool = False) -> Iterator[Event]:
    """Open the transaction of one write, lock the row of the event and yield the event as it is now.

    Raise Refusal where the event has moved to another server, unless the write is allowed in a `moved` event.
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
    """Give the locked event its next version, log the change under that version and announce it.

    `uuid` is the client's number of an entry, and `answer` is what a replay of the entry gets again.
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
    queue_deliveries(event, entry)
    announce(event)
    return entry


def require_owner(event: Event, by: Actor) -> None:
    """Raise PermissionDenied for everybody who does not own the event, whatever the views have checked before."""
    if not policy.may(by.user, event, policy.OWN):
        raise PermissionDenied


def unseen_version(event: Event) -> int:
    """Return a version for boards that replace others; no page that shows the old boards knows it.

    A board changes only together with its event, so its version is never higher than the event's.
    """
    return event.version + 1
