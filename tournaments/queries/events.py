"""Which events a user sees, and as whom."""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.access import policy
from tournaments.models import Event


def visible_events(user: policy.Visitor) -> QuerySet[Event]:
    """Return the events that a user may see: the public ones, their own, and all for the site's admin.

    They show what the public sees.
    """
    events = Event.objects.all()
    if user.is_superuser:
        return events
    shown = Q(is_public=True)
    if isinstance(user, User):
        shown |= Q(pk__in=user.memberships.values("event"))
    return events.filter(shown)


def event_for(user: policy.Visitor, slug: str) -> Event:
    """Return one event that a user may see, as this user sees it and with their role; a 404 for every other address."""
    event = get_object_or_404(Event, slug=slug)
    event.visitors_role, event.visitor_id = policy.find_role(user, event), user.pk
    # The rule of `visible_events`, asked of the row: as a condition it takes longer to write than all else here.
    if not (event.is_public or event.visitors_role):
        raise Http404
    event.for_staff = policy.allows(event.visitors_role, policy.INSIDE)
    return event
