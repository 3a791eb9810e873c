"""The frame of every write: it begins with a lock; it ends with a log entry and wakes the watchers."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import policy
from tournaments.actions.event.list_places import place_in_lists
from tournaments.domain.choices import EventStatus
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import OF_THE_SERVER, Effect, LogAction
from tournaments.domain.rounds.fide_mode import Departure, LeavesFideMode
from tournaments.models import Event, Game, LogEntry, MirrorLink, PushSubscription, Webhook
from tournaments.models.events import draw_shared_key
from tournaments.models.prepared_queries import PreparedQuery
from tournaments.operation import jobs
from tournaments.operation.job_kinds import SHOW_ELSEWHERE
from tournaments.operation.waking import wake_for_event
from tournaments.push.sending import queue_notifications
from tournaments.queries.event.departures import find_new_departures
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.standings.endings import OF_DUELS
from tournaments.webhooks.payloads import queue_deliveries

MOVED = sentence("event-moved", gettext_noop("This event has moved to {where}. Results can no longer be entered here."))
MIRRORED = sentence(
    "event-mirrored",
    gettext_noop("This event is only shown here. It is kept at “{source}”: enter results and change settings there."),
)
IS_FINAL = sentence(
    "final-only-results",
    gettext_noop("This event is final. To change more than a result, the chief arbiter must reopen it, with a reason."),
)

type LogValues = Mapping[str, object]  # what the log stores as JSON


class Actor(NamedTuple):
    """Who writes: the user (None for a command), the role in the event, the network address.

    `departs` are the departures from FIDE's rules that the user has confirmed.
    """

    user: Any = None
    role: str = ""
    address: str | None = None
    departs: frozenset[str] = frozenset()


COMMAND = Actor(role="command")
MIRROR = "mirror"  # the role of the server that keeps an event which this one shows
PLAYER = "player"  # the role of somebody who reports the result of their own game


class Surroundings(NamedTuple):
    """What a write has to think of: listeners outside the pages, boards without a result, and stages of duels."""

    webhooks: bool
    mirror: bool
    subscribers: bool
    duels: bool
    open_boards: bool


LOCKED = PreparedQuery(Event.objects.select_for_update(), "pk")
HAS = [Exists(model.objects.filter(event=OuterRef("pk"))) for model in (Webhook, MirrorLink, PushSubscription)]
HAS += [Exists(OF_DUELS.filter(event=OuterRef("pk")))]
HAS += [Exists(Game.objects.filter(round__event=OuterRef("pk"), result=Result.OPEN, black__isnull=False))]
SURROUNDINGS = PreparedQuery(Event.objects.values_list(*HAS), "pk")


@contextmanager
def writing(event: Event, *, moved: bool = False) -> Iterator[Event]:
    """Open the transaction of one write, lock the row of the event and yield the event as it is now.

    Raise Refusal where the event has moved to another server, unless the write is allowed in a `moved` event.
    """
    with transaction.atomic():
        event = LOCKED.get(pk=event.pk)
        if event.moved_to and not moved:
            raise Refusal(MOVED, where=event.moved_to)
        yield event


def record(
    event: Event,
    by: Actor,
    action: LogAction,
    *,
    game_id: int | None = None,
    before: LogValues | None = None,
    after: LogValues | None = None,
    reason: str = "",
    uuid: UUID | None = None,
    answer: LogValues | None = None,
    counts: bool = True,
) -> LogEntry:
    """Give the locked event its next version, log the change under that version and wake the watchers.

    `uuid` is the client's number of an entry, and `answer` is what a replay of the entry gets again. Raise Refusal
    where another server keeps the event, or where it is final and somebody changes what counts without the right to it
    or without a reason; `counts` is False where the action could move the table, but this change of it can't.
    An action beside the event leaves its version as it is. Raise LeavesFideMode where the change would do so and nobody
    has confirmed that.
    """
    if event.mirrored and by.role != MIRROR and action not in OF_THE_SERVER:
        raise Refusal(MIRRORED, source=event.mirrored["source"])
    if counts:
        check_final(event, by, LogAction(action), reason)
    was_in_fide_mode = event.is_in_fide_mode
    departures = remember_departures(event, by, action, before or {}, after or {})
    if Effect.BESIDE in LogAction(action).effects:
        return write_log_line(event, by, action, timezone.now(), before=before, after=after, reason=reason, uuid=uuid)
    event.version += 1
    event.changed_at = timezone.now()
    if Effect.HIDES in LogAction(action).effects:
        event.shared_key = draw_shared_key()
    event.save(update_fields=["version", "changed_at", "shared_key"])
    entry = write_log_line(
        event,
        by,
        action,
        event.changed_at,
        game_id=game_id,
        before=before,
        after=after,
        reason=reason,
        uuid=uuid,
        answer=answer,
    )
    if departures and was_in_fide_mode and action != LogAction.FIDE_LEFT:
        left = {"departures": [each.value for each in departures]}
        write_log_line(event, by, LogAction.FIDE_LEFT, event.changed_at, after=left)
    around = Surroundings(*SURROUNDINGS.get(pk=event.pk))
    if around.webhooks:
        queue_deliveries(event, entry)
    if around.subscribers:
        queue_notifications(event)
    if around.mirror:
        jobs.run_soon(SHOW_ELSEWHERE, event)
    is_running = event.status == EventStatus.RUNNING and around.open_boards and not around.duels
    if not (is_running and Effect.GAME in LogAction(action).effects):
        place_in_lists([event])
    wake_for_event(event)
    return entry


def write_log_line(event: Event, by: Actor, action: LogAction, at: datetime, **fields: Any) -> LogEntry:
    """Write a line of the log, under the version that the event has now."""
    return LogEntry.objects.create(
        event=event,
        version=event.version,
        at=at,
        actor=by.user,
        actor_name=by.user.get_username() if by.user else "",
        role=by.role,
        address=by.address or None,
        action=LogAction(action),
        **fields,
    )


def remember_departures(
    event: Event, by: Actor, action: LogAction, before: LogValues, after: LogValues
) -> list[Departure]:
    """Note and return how an action leaves FIDE's rules. Raise LeavesFideMode if a person must confirm that.

    A file says how it was played: whoever imports it has seen that.
    """
    found = find_new_departures(event, action, before, after)
    is_asked = by.user is not None and action != LogAction.IMPORT
    if found and is_asked and not event.departures and not by.departs.issuperset(found):
        raise LeavesFideMode(found)
    if found:
        last = last_paired_round(event)
        event.departures = [*event.departures, *({"kind": each.value, "round": last} for each in found)]
        event.save(update_fields=["departures"])
    return found


COUNTS = Effect.TABLE | Effect.STANDINGS
ALWAYS = frozenset({LogAction.RESTORE, LogAction.IMPORT_ARCHIVE, LogAction.UNDO})


def check_final(event: Event, by: Actor, action: LogAction, reason: str) -> None:
    """Refuse what changes the table of a final event, unless the chief arbiter gives a reason.

    Undoing an entry is a correction that says itself why; its right is checked where it is made.
    """
    if not event.is_final or not action.effects & COUNTS or action in ALWAYS:
        return
    if not reason.strip() or not policy.may(by.user, event, policy.CORRECT_OLD):
        raise Refusal(IS_FINAL, field="event")


def require_owner(event: Event, by: Actor) -> None:
    """Raise PermissionDenied for everybody who does not own the event, whatever the views have checked before."""
    if not policy.may(by.user, event, policy.OWN):
        raise PermissionDenied


def unseen_version(event: Event) -> int:
    """Return a version for boards that replace others; no page that shows the old boards knows it.

    A board changes only together with its event, so its version is never higher than the event's.
    """
    return event.version + 1
