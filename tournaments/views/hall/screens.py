"""The projectors: the page that turns by itself, the address that opens it, and the arbiter's controls."""

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy, tokens
from tournaments.access.reader import Reader
from tournaments.actions.hall.screens import add_screen, control_screen, remove_screen, renew_screen
from tournaments.domain.choices import TokenKind
from tournaments.exports import qr
from tournaments.models import Screen
from tournaments.operation.server_addresses import visitors_site
from tournaments.pages.hall.screen import screen_view
from tournaments.queries.hall import screen_settings
from tournaments.views.access import HtmxRequest, actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.conditional import conditional_by, etag
from tournaments.views.posted import posted_key, posted_line
from tournaments.views.query_parameters import or_404
from tournaments.wording import sentences


@conditional_by("show", "every", "colours")
def screen(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Show the event to a whole hall; `?show=standings`, `?every=5` and `?colours=light` ask for something else."""
    orders = reader.event.screens.filter(is_open=True).first() or Screen(event=reader.event, is_open=True)
    return show_screen(request, reader, screen_settings.apply_query(orders, request.GET))


@require_safe
def display(request: HtmxRequest, token: str) -> HttpResponse:
    """Show what the projector with this display token must show, without a sign-in and also of a hidden event."""
    known = or_404(tokens.find_token(token, TokenKind.DISPLAY))
    orders = or_404(Screen.objects.filter(event=known.event, pk=known.payload.get("screen")).first())
    reader = Reader(known.event)
    tag = etag(request, reader)
    response = get_conditional_response(request, tag) or show_screen(request, reader, orders, token)
    response["ETag"], response["Cache-Control"] = tag, "private, no-cache"
    response["Referrer-Policy"], response["X-Robots-Tag"] = "no-referrer", "noindex"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def show_screen(request: HtmxRequest, reader: Reader, orders: Screen, token: str = "") -> HttpResponse:
    """Answer with the projector's page, as everybody may see the event, even where somebody is signed in."""
    event = reader.event
    site = visitors_site(request)
    address = site + reverse("standings", args=[event.slug]) if site and event.is_public else ""
    everybody = Reader(event)
    view = screen_view(everybody, orders, address)
    return render_event(request, everybody, "tournaments/hall/screen.html", {"view": view, "token": token})


@require_safe
@staff_page(policy.SHOW)
def screens(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Let the arbiter choose what each projector shows; every button takes effect at once."""
    return show_screens(request, reader)


def refused(request: HtmxRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    return show_screens(request, reader, error=sentences.refusal(refusal), status=REFUSED)


@staff_form(policy.SHOW, refused=refused)
def screens_add(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Add a projector, and show its address this once."""
    made, token = add_screen(reader.event, posted_line(request, "name", 40), actor(request, reader))
    return show_screens(request, reader, made=made, token=token)


@staff_form(policy.SHOW, refused=refused)
def screens_renew(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Give a projector a new address, and show it this once."""
    made, token = renew_screen(reader.event, posted_key(request, "screen") or 0, actor(request, reader))
    return show_screens(request, reader, made=made, token=token)


@staff_form(policy.SHOW, refused=refused)
def screens_close(request: HtmxRequest, reader: Reader) -> str:
    """Close a projector: its address opens nothing any more."""
    remove_screen(reader.event, posted_key(request, "screen") or 0, actor(request, reader))
    return _("The projector has been closed. Its address no longer works.")


@staff_form(policy.SHOW, refused=refused)
def screens_control(request: HtmxRequest, reader: Reader) -> str:
    """Choose what one projector shows; the page that everybody may open has no number."""
    orders = screen_settings.read_screen_form(request.POST)
    control_screen(reader.event, posted_key(request, "screen"), orders, actor(request, reader))
    return ""


def show_screens(
    request: HtmxRequest,
    reader: Reader,
    made: Screen | None = None,
    token: str = "",
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    site = visitors_site(request) or f"{request.scheme}://{request.get_host()}"
    address = site + reverse("display", args=[token]) if token else ""
    context = {
        "screens": screen_settings.read_screens(reader.event),
        "slides": screen_settings.SLIDES,
        "made": made,
        "address": address,
        "code": qr.draw_qr_code(address) if address else "",
        "may_tell": reader.may(policy.DECIDE),
        "is_secure": request.is_secure() or bool(settings.PUBLIC_URL),
        "error": error,
    }
    response = render_event(request, reader, "tournaments/hall/screens.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
