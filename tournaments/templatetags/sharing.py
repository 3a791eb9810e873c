"""Template tags for sharing a page with messengers, with search engines, and with people in the same room."""

import json
from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournaments.exports.qr import draw_qr_code
from tournaments.models import Event
from tournaments.operation.server_addresses import visitors_site
from tournaments.pages import navigation
from tournaments.push.keys import public_key
from tournaments.wording import dates as dates_wording

register = template.Library()

IN_SCRIPT = {ord(letter): f"\\u{ord(letter):04X}" for letter in "<>&"}  # nothing ends the element that it stands in


@register.inclusion_tag("tournaments/shared/_only_here.html", takes_context=True)
def only_here(context: dict[str, Any]) -> dict[str, Any]:
    """Say that nobody else can open the addresses beside it, where this server listens to its own computer alone."""
    return {"is_only_here": not visitors_site(context["request"])}


@register.simple_tag(takes_context=True)
def qr_code(context: dict[str, Any], address: str) -> SafeString:
    """Draw an address for the camera of a phone beside this screen, unless nobody else can open it."""
    if not visitors_site(context["request"]):
        return SafeString()
    aloud = gettext("QR code of the address")
    return format_html('<div class="qr" role="img" aria-label="{}">{}</div>', aloud, draw_qr_code(address))


class ShareTags(NamedTuple):
    """What messengers show for a page: its title, the address of its picture, what that shows."""

    title: str
    picture: str
    alt: str


# The pages with a picture of their own, by the names of their addresses; others have the one of the event.
PICTURES: dict[str, tuple[str, Promise]] = {
    "round_page": ("round_share_card", _("%(title)s: boards and results")),
    "bracket": ("bracket_share_card", _("%(title)s: matches and results")),
    "player": ("player_share_card", _("%(title)s: place and results")),
}


@register.inclusion_tag("tournaments/site/_share_card.html", takes_context=True)
def event_share_card(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """Tell messengers and search engines what they can show beside the address of a page.

    Whoever fetches the picture sends no cookie, so its address names the language; the version makes it new.
    """
    request = context["request"]
    shown = describe_page(request, event, context.get("view"))
    picture = f"{shown.picture}?v={event.epoch}-{event.version}&lang={get_language()}"
    dates = dates_wording.write_days(event.starts_on, event.ends_on)
    address = request.build_absolute_uri(request.path)
    return {
        "event": event,
        "shown": shown,
        "line": " · ".join(filter(None, (event.place, dates))),
        "picture": request.build_absolute_uri(picture),
        "address": address,
        "is_part": bool(request.GET.keys() - {"lang"}),
        "languages": [code for code, _name in settings.LANGUAGES],
        "found_as": describe_for_search(event, address)
        if request.path == reverse("standings", args=[event.slug])
        else "",
    }


def describe_page(request: HttpRequest, event: Event, view: Any) -> ShareTags:
    """Return what messengers show for the page that was asked for."""
    match = request.resolver_match
    name = match.view_name if match else ""
    if match is None or name not in PICTURES or view is None:
        alt = gettext("%(title)s: standings and leaders") % {"title": event.name}
        return ShareTags(event.name, reverse("share_card", args=[event.slug]), alt)
    address, sentence = PICTURES[name]
    title = f"{name_page(name, view)} · {event.name}"
    return ShareTags(title, reverse(address, kwargs=match.kwargs), str(sentence) % {"title": title})


def name_page(name: str, view: Any) -> str:
    """Return what a page with a picture of its own shows."""
    if name == "bracket":
        return gettext("Bracket")
    return view.player.name if name == "player" else gettext("Round %(number)s") % {"number": view.number}


def describe_for_search(event: Event, address: str) -> SafeString:
    """Return what search engines show of an event, as schema.org names it; "" without a date, which they require."""
    if not event.starts_on:
        return SafeString()
    facts: dict[str, object] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": event.name,
        "url": address,
        "sport": event.get_discipline_display(),
        "startDate": event.starts_on.isoformat(),
        "endDate": (event.ends_on or event.starts_on).isoformat(),
    }
    venue, organiser = event.details.venue, event.details.organiser
    if event.place or venue:
        where = ", ".join(filter(None, (venue, event.place)))
        facts["location"] = {"@type": "Place", "name": venue or event.place, "address": where}
    if organiser:
        facts["organizer"] = {"@type": "Organization", "name": organiser}
    # As Django's json_script does, which can't name this type.
    return mark_safe(json.dumps(facts, ensure_ascii=False).translate(IN_SCRIPT))  # noqa: S308


@register.simple_tag(takes_context=True)
def share_address(context: dict[str, Any], event: Event | str) -> str:
    """Return where the page that was asked for can be shared, "" for one that is not for everybody."""
    request = context["request"]
    match = request.resolver_match
    is_shown = isinstance(event, Event) and event.is_public and match and match.view_name in navigation.SHARED
    if not isinstance(event, Event) or not is_shown:
        return ""
    page = request.path.removeprefix(reverse("standings", args=[event.slug]))
    query = request.GET.copy()
    query["lang"] = get_language() or settings.LANGUAGE_CODE
    address = reverse("share", args=[event.slug, page]) if page else reverse("share", args=[event.slug])
    return f"{address}?{query.urlencode()}"


@register.simple_tag(takes_context=True)
def offline_worker(context: dict[str, Any], event: Event | str) -> str:
    """Return the address of the script that shows pages without a network, "" for a page that it must not keep.

    It keeps those that everybody gets alike: the list of events and the pages that can be shared, without a session.
    """
    request = context.get("request")
    if request is None or not settings.PRODUCTION or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return ""
    match = request.resolver_match
    is_kept = (match and match.view_name == "events") or share_address(context, event)
    return reverse("worker") if is_kept else ""


@register.simple_tag
def push_key(event: Event) -> str:
    """Return what names this server to push services, "" where a closed page can't be notified: without HTTPS."""
    return public_key() if settings.PRODUCTION and event.is_public else ""
