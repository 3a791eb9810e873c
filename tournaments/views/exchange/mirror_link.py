"""Where an event that is kept here is shown too: begin, see how current it is, end."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.exchange.mirror_links import begin_mirror_link, end_mirror_link
from tournaments.models import Event
from tournaments.queries.exchange.mirror_state import read_mirror_state
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_line
from tournaments.wording import mirror_links, sentences


@require_safe
@never_cache
@staff_page(policy.CONFIGURE)
def mirror_link(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Offer to show the event on another server, or say how current it is there."""
    return show_mirror_link(request, reader)


@require_safe
@never_cache
@staff_page(policy.ENTER)
def mirror_link_state(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the line about the public page alone: the desk asks again and again."""
    return render_event(request, reader, "tournaments/exchange/_mirror_state.html", describe_mirror_link(reader.event))


def show_mirror_link(request: HttpRequest, reader: Reader, status: int = 200, **parts: object) -> HttpResponse:
    values = describe_mirror_link(reader.event) | parts
    return render_event(request, reader, "tournaments/exchange/mirror_link.html", values, status=status)


def describe_mirror_link(event: Event) -> dict[str, object]:
    """Return what templates say about the public page; nothing where no other server shows the event."""
    state = read_mirror_state(event)
    if state is None:
        return {}
    words = {"sentence": mirror_links.describe_mirror_state(state), "failure": mirror_links.explain_failure(state)}
    words["left_out"] = mirror_links.name_left_out(state.link.unknown)
    return {"mirror_state": {"state": state, "link": state.link, **words}}


def refused(request: HttpRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    parts = {"error": sentences.refusal(refusal), "typed": request.POST.get("url", "")}
    return show_mirror_link(request, reader, REFUSED, **parts)


@staff_form(policy.CONFIGURE, refused=refused)
def mirror_link_begin(request: HttpRequest, reader: Reader) -> str:
    """Show the event on another server from now on."""
    begin_mirror_link(
        reader.event, posted_line(request, "url", 300), posted_line(request, "token", 100), actor(request, reader)
    )
    return _("The event is being sent to the other server.")


@staff_form(policy.CONFIGURE, refused=refused)
def mirror_link_stop(request: HttpRequest, reader: Reader) -> str:
    """Send nothing more."""
    end_mirror_link(reader.event, actor(request, reader), take_down=False)
    return _("Nothing more is sent. What was sent stays on the other server.")


@staff_form(policy.CONFIGURE, refused=refused)
def mirror_link_take_down(request: HttpRequest, reader: Reader) -> str:
    """Remove the event from the other server."""
    end_mirror_link(reader.event, actor(request, reader), take_down=True)
    return _("The event is removed from the other server as soon as it is reached.")
