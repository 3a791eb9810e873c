"""Which events a user sees, and as whom."""

from django.contrib.auth.models import User
from django.db.models import IntegerField, OuterRef, Q, QuerySet, Subquery
from django.http import Http404

from tournaments.access import policy
from tournaments.access.reader import Reader, reader_in_role
from tournaments.models import Event, Membership
from tournaments.models.prepared_queries import Parameter, PreparedQuery


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


MEMBERSHIP = Membership.objects.filter(event=OuterRef("pk"), user=Parameter("user", IntegerField()))
BY_SLUG = PreparedQuery(Event.objects.annotate(membership=Subquery(MEMBERSHIP.values("role"))), "slug")


def reader_for(user: policy.Visitor, slug: str) -> Reader:
    """Return a user as the reader of an event that they may see; a 404 for every other address. One query."""
    event = BY_SLUG.first(slug=slug, user=user.pk or 0)
    if event is None:
        raise Http404
    role = policy.role_by(user, vars(event).pop("membership") or "")
    # The rule of `visible_events`, asked of the row: as a condition it takes longer to write than all else here.
    if not (event.is_public or role):
        raise Http404
    return reader_in_role(event, role)
