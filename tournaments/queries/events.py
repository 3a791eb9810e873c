"""Which events a user sees, and as whom."""

from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from tournaments.access import policy
from tournaments.models import Event


def visible_events(user: Any) -> QuerySet[Event]:
    """Return the events that a user may see: the public ones, his own, and all for the site's admin.

    They come as the public sees them.
    """
    events = Event.objects.all()
    if user.is_authenticated and user.is_superuser:
        return events
    shown = Q(is_public=True)
    if user.is_authenticated:
        shown |= Q(pk__in=user.memberships.values("event"))
    return events.filter(shown)


def event_for(user: Any, slug: str) -> Event:
    """Return one event that a user may see, as this user sees it and with his role; a 404 for every other address."""
    event = get_object_or_404(visible_events(user).select_related("series"), slug=slug)
    event.visitors_role = policy.find_role(user, event)
    event.for_staff = policy.allows(event.visitors_role, policy.INSIDE)
    return event
