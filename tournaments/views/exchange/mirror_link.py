"""Where an event that is kept here is shown too: begin, see how current it is, end."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.exchange.mirror_links import end_publication, publish_event
from tournaments.models import Event
from tournaments.queries.exchange.mirror_state import read_public_state
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED
from tournaments.views.posted import posted_line
from tournaments.wording import mirror_links, sentences


@require_safe
@never_cache
@staff_page(policy.CONFIGURE)
def publication(request: HttpRequest, event: Event) -> HttpResponse:
    """Offer to show the event on another server, or say how current it is there."""
    return show_publication(request, event)


@require_safe
@never_cache
@staff_page(policy.ENTER)
def publication_state(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the line about the public page alone: the desk asks again and again."""
    return render(request, "tournaments/exchange/_public_state.html", {"event": event, **describe_publication(event)})


def show_publication(request: HttpRequest, event: Event, status: int = 200, **parts: object) -> HttpResponse:
    values = {"event": event, **describe_publication(event), **parts}
    return render(request, "tournaments/exchange/mirror_link.html", values, status=status)


def describe_publication(event: Event) -> dict[str, object]:
    """Return what templates say about the public page; nothing where no other server shows the event."""
    state = read_public_state(event)
    if state is None:
        return {}
    words = {"sentence": mirror_links.describe_public_state(state), "failure": mirror_links.explain_failure(state)}
    words["left_out"] = mirror_links.name_left_out(state.publication.unknown)
    return {"public_state": {"state": state, "publication": state.publication, **words}}


def refused(request: HttpRequest, event: Event, refusal: Refusal) -> HttpResponse:
    parts = {"error": sentences.refusal(refusal), "typed": request.POST.get("url", "")}
    return show_publication(request, event, REFUSED, **parts)


@staff_form(policy.CONFIGURE, refused=refused)
def publication_begin(request: HttpRequest, event: Event) -> str:
    """Show the event on another server from now on."""
    publish_event(event, posted_line(request, "url", 300), posted_line(request, "token", 100), actor(request, event))
    return _("The event is being sent to the other server.")


@staff_form(policy.CONFIGURE, refused=refused)
def publication_stop(request: HttpRequest, event: Event) -> str:
    """Send nothing more."""
    end_publication(event, actor(request, event), take_down=False)
    return _("Nothing more is sent. What was sent stays on the other server.")


@staff_form(policy.CONFIGURE, refused=refused)
def publication_take_down(request: HttpRequest, event: Event) -> str:
    """Remove the event from the other server."""
    end_publication(event, actor(request, event), take_down=True)
    return _("The event is removed from the other server as soon as it is reached.")
