"""The first page: the events that a visitor may see."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import policy
from tournaments.actions.site.demo_events import load_demo_events
from tournaments.domain.site.offline import KEEP, SITE
from tournaments.pages.site.event_list import divide_cards, order_events
from tournaments.queries.event.events import visible_events
from tournaments.views.access import HtmxRequest, actor, site_form

EVENTS_OF_A_PAGE = 60


@require_safe
def events(request: HtmxRequest) -> HttpResponse:
    """List the events that the visitor may see, those in play, to come and finished; `?page=2` goes on."""
    page = Paginator(order_events(visible_events(request.user)), EVENTS_OF_A_PAGE).get_page(request.GET.get("page"))
    values = {"groups": divide_cards(page.object_list), "page": page}
    if request.htmx:
        return render(request, "tournaments/site/_events.html", values)
    rights = {f"may_{action}": policy.may(request.user, None, action) for action in (policy.CREATE, policy.IMPORT)}
    answer = render(request, "tournaments/site/events.html", {**values, **rights})
    answer[KEEP] = SITE
    return answer


@site_form(policy.IMPORT)
def events_demo(request: HttpRequest) -> HttpResponse:
    """Load the demo events as dry runs of whoever wants to look at them."""
    if load_demo_events(actor(request), is_public=False, is_dry_run=True):
        messages.success(request, _("The demo events are dry runs: only you see them, and each can be deleted."))
    return redirect("events")
