"""Store where lists show events."""

import logging
from collections.abc import Iterable

from django.db import DatabaseError, transaction

from tournaments.models import Event
from tournaments.queries.event.event_order import find_list_places
from tournaments.queries.standings.standings import rank_afresh

log = logging.getLogger(__name__)


def place_in_lists(events: Iterable[Event]) -> None:
    """Store where lists show events, inside the transaction of a write."""
    events = list(events)
    places = find_list_places(events, rank_afresh)
    for event in events:
        if (event.status, event.listed_at) != (place := places[event.pk]):
            event.status, event.listed_at = place
            known = Event.objects.filter(pk=event.pk, version=event.version)  # a newer one has been placed already
            known.update(status=place.status, listed_at=place.listed_at)


def place_unlisted_events() -> None:
    """Place the events that no write of this release has placed: those from before an upgrade."""
    unlisted = Event.objects.filter(listed_at=None)
    for key in list(unlisted.values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                place_in_lists(unlisted.filter(pk=key))
        except DatabaseError:
            raise
        except Exception:  # rows that contradict each other: one event must not keep the others out
            log.exception("Event %s could not be placed in lists.", key)
