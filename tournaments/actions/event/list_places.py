"""Store where lists show events."""

from collections.abc import Sequence
from itertools import batched

from django.db import transaction

from tournaments.models import Event
from tournaments.queries.event.event_order import find_list_places
from tournaments.queries.standings.standings import rank_afresh

AT_ONCE = 100


def place_in_lists(events: Sequence[Event]) -> None:
    """Store where lists show events, inside the transaction of a write."""
    places = find_list_places(events, rank_afresh)
    for event in events:
        if (event.status, event.listed_at) != (place := places[event.pk]):
            event.status, event.listed_at = place
            known = Event.objects.filter(pk=event.pk, version=event.version)  # a newer one has been placed already
            known.update(status=place.status, listed_at=place.listed_at)


def place_unlisted_events() -> None:
    """Place the events that no write of this release has placed: those from before an upgrade."""
    unlisted = Event.objects.filter(listed_at=None)
    for keys in batched(unlisted.values_list("pk", flat=True), AT_ONCE):
        with transaction.atomic():
            place_in_lists(list(unlisted.filter(pk__in=keys)))
