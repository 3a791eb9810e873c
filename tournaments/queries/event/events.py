"""Which events a user sees, and as whom."""

from django.contrib.auth.models import User
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import Http404

from pairing.plan.stages import DUELS, OLD_FINAL
from tournaments.access import policy
from tournaments.access.reader import Reader, reader_in_role
from tournaments.models import Event, Stage
from tournaments.models.prepared_queries import PreparedQuery


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


FIRST_OF_DUELS = (
    Stage.objects.filter(event=OuterRef("pk"), system__in=(*DUELS, OLD_FINAL))
    .order_by("order")
    .values_list("first_round", flat=True)[:1]
)
# An event with the first round of it whose matches decide places.
BY_SLUG = PreparedQuery(Event.objects.annotate(duels_begin=Subquery(FIRST_OF_DUELS)), "slug")


def reader_for(user: policy.Visitor, slug: str) -> Reader:
    """Return a user as the reader of an event that they may see; a 404 for every other address."""
    event = BY_SLUG.first(slug=slug)
    if event is None:
        raise Http404
    role = policy.find_role(user, event)
    event.first_of_duels = vars(event).pop("duels_begin")
    # The rule of `visible_events`, asked of the row: as a condition it takes longer to write than all else here.
    if not (event.is_public or role):
        raise Http404
    return reader_in_role(event, role)
