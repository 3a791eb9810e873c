"""The first page: the events that a visitor may see."""

from hashlib import blake2b
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import policy
from tournaments.actions.site.demo_events import load_demo_events
from tournaments.domain.choices import EventStatus
from tournaments.domain.site.offline import KEEP, SITE
from tournaments.models import Event
from tournaments.operation.bounded_cache import BoundedCache
from tournaments.pages.site.event_list import CARDS_OF_A_PAGE, CardKey, list_sections, show_heads
from tournaments.queries.event.events import visible_events
from tournaments.views.access import HtmxRequest, actor, site_form


class EventList(NamedTuple):
    """The list as HTML, and whether it holds any event."""

    html: SafeString
    has_events: bool


_cards: BoundedCache[tuple[CardKey, str | None], SafeString] = BoundedCache("cards of events", 50 * CARDS_OF_A_PAGE)


@require_safe
def events(request: HtmxRequest) -> HttpResponse:
    """List the events that the visitor may see, those in play, to come and finished; `?state=over&page=2` goes on."""
    listed = make_list(request)
    if request.htmx:
        tag = f'"{blake2b(listed.html.encode(), digest_size=12).hexdigest()}"'
        answer = get_conditional_response(request, tag) or HttpResponse(listed.html)
        answer["ETag"], answer["Cache-Control"] = tag, "private, no-cache"
        patch_vary_headers(answer, ["HX-Request"])
        return answer
    rights = {f"may_{action}": policy.may(request.user, None, action) for action in (policy.CREATE, policy.IMPORT)}
    answer = render(request, "tournaments/site/events.html", {"list": listed, **rights})
    answer[KEEP] = SITE
    return answer


def make_list(request: HttpRequest) -> EventList:
    """Render the list that a visitor sees; only the cards of events that have changed are made again."""
    only, number = request.GET.get("state", ""), request.GET.get("page")
    sections = list_sections(visible_events(request.user), only, number)
    cards = read_cards([key for section in sections for key in section.keys])
    shown = [(section, [cards[key] for key in section.keys if key in cards]) for section in sections]
    values = {
        "sections": shown,
        "only": only,
        "number": sections[0].number if only and sections else 1,
        "is_running": any(section.status == EventStatus.RUNNING for section in sections),
    }
    return EventList(render_to_string("tournaments/site/_events.html", values), bool(sections or only))


def read_cards(keys: list[CardKey]) -> dict[CardKey, SafeString]:
    """Return the cards of events by key, as they are since that version or a newer one."""
    language = get_language()
    cards = {key: html for key in keys if (html := _cards.get((key, language)))}
    missing = {key.event: key for key in keys if key not in cards}
    for event, card in show_heads(Event.objects.filter(pk__in=missing) if missing else ()):
        key = missing[event.pk]
        cards[key] = render_to_string("tournaments/site/_event_card.html", {"card": card})
        if (event.epoch, event.version) == (key.epoch, key.version):
            _cards.put((key, language), cards[key])
    return cards


@site_form(policy.IMPORT)
def events_demo(request: HttpRequest) -> HttpResponse:
    """Load the demo events as dry runs of whoever wants to look at them."""
    if load_demo_events(actor(request), is_public=False, is_dry_run=True):
        messages.success(request, _("The demo events are dry runs: only you see them, and each can be deleted."))
    return redirect("events")
