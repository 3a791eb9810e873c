"""A page that passes another one on: its address as a code for the phone of a neighbour, and to send."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language

from tournaments.access.reader import Reader
from tournaments.exports.qr import draw_qr_code
from tournaments.models import Event
from tournaments.operation.server_addresses import is_loopback, visitors_site
from tournaments.pages import navigation
from tournaments.views.answers import render_event
from tournaments.views.conditional import conditional_by
from tournaments.views.query_parameters import CARRIED_ON, PAGE


@conditional_by(*CARRIED_ON, "board", "follow", *PAGE)
def share(request: HttpRequest, reader: Reader, page: str = "") -> HttpResponse:
    """Show the address of a public page as QR code and text, in the language of this one."""
    event = reader.event
    if not event.is_public or not is_shared(event, page):
        raise Http404
    site = visitors_site(request) or f"{request.scheme}://{request.get_host()}"
    query = request.GET.copy()
    query["lang"] = get_language() or ""
    query.pop("v", None)
    back = f"{reverse('standings', args=[event.slug])}{page}?{query.urlencode()}"
    calendar = f"{site}{reverse('calendar', args=[event.slug])}?lang={get_language()}" if event.round_times else ""
    context = {
        "back": back,
        "address": site + back,
        "code": draw_qr_code(site + back),
        "calendar": calendar,
        "subscription": f"webcal://{calendar.partition('://')[2]}" if calendar else "",
        "is_reached": not is_loopback(site.partition("://")[2]),
        "others": others(request),
    }
    return render_event(request, reader, "tournaments/site/share.html", context)


def is_shared(event: Event, page: str) -> bool:
    """Tell whether an address below that of an event is one of its pages for everybody."""
    try:
        match = resolve(f"/e/{event.slug}/{page}")
    except Resolver404:
        return False
    return match.view_name in navigation.SHARED


def others(request: HttpRequest) -> str:
    """Return what the links to the other languages carry on."""
    query = request.GET.copy()
    query.pop("lang", None)
    query.pop("v", None)
    return f"&{query.urlencode()}" if query else ""
