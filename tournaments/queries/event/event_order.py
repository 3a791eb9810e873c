"""The order in which lists show events: what runs, what comes next, and what is over, the newest first.

Status and moment are stored with the event, so that a list reads no more than it shows.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.db.models import Case, DateField, Max, Min, QuerySet, When
from django.db.models.functions import TruncDate
from django.utils import timezone

from tiebreaks.ranking.ranked_table import Standings
from tournaments.access.reader import Reader
from tournaments.domain.choices import EventStatus
from tournaments.models import Event, Game, LogEntry
from tournaments.queries.event.progress import Progress, read_progress_by_event
from tournaments.queries.standings.standings import read_standings

# An event that should have begun this long ago, or was created then without a day, comes after those that will begin.
OVERDUE = timedelta(days=30)
DAY = DateField()


class ListPlace(NamedTuple):
    """Where lists show an event: among those of its status, by a moment."""

    status: EventStatus
    listed_at: datetime


def find_status(event: Event, progress: Progress) -> EventStatus:
    """Return whether an event runs, is to come or is over, from how far the public sees it."""
    if event.is_final or progress.finished:
        return EventStatus.OVER
    return EventStatus.RUNNING if progress.round else EventStatus.COMING


def find_list_places(
    events: Sequence[Event], rank: Callable[[Reader], Standings] = read_standings
) -> dict[int, ListPlace]:
    """Return by id where lists show events. At most three queries, and some for those whose last matches are played.

    A finished event is listed by its last result, or by its last day where that was earlier, as before a late
    correction; any other event by its first day. Without a day it is listed by its creation.
    """
    progress = read_progress_by_event(map(Reader, events), rank)
    status = {event.pk: find_status(event, progress[event.pk]) for event in events}
    over = {pk for pk, each in status.items() if each == EventStatus.OVER}
    undated = {event.pk for event in events if event.starts_on is None}
    played = Game.objects.filter(round__event__in=over, entered_at__isnull=False).order_by()
    entered = dict(played.values_list("round__event").annotate(Max("entered_at")))
    lines = LogEntry.objects.filter(event__in=undated).order_by()
    created = dict(lines.values_list("event").annotate(Min("at")))
    places = {}
    for event in events:
        at = _moment(event.starts_on, time.min) or created.get(event.pk) or event.changed_at
        if event.pk in over:
            at = min(filter(None, (entered.get(event.pk), _moment(event.ends_on, time.max))), default=at)
        places[event.pk] = ListPlace(status[event.pk], at)
    return places


def _moment(day: date | str | None, at: time) -> datetime | None:
    """Return a moment of a day, which was perhaps just set and is still text."""
    return datetime.combine(DAY.to_python(day), at, UTC) if day else None


def order_events(events: QuerySet[Event], status: EventStatus) -> QuerySet[Event]:
    """Return the events of a status in the order of lists.

    Of the running ones those with the newest change come first, by days, so that they keep their places meanwhile.
    """
    events = events.filter(status=status)
    if status == EventStatus.RUNNING:
        return events.order_by(TruncDate("changed_at").desc(), "-listed_at", "name", "pk")
    if status == EventStatus.COMING:
        is_overdue = Case(When(listed_at__lt=timezone.now() - OVERDUE, then=1), default=0)
        return events.order_by(is_overdue, "listed_at", "name", "pk")
    return events.order_by("-listed_at", "name", "pk")
