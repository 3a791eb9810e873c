"""Subscribe a browser to notifications: it sends its address and the players it follows."""

import json
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.actions.exchange.subscriptions import Browser, subscribe, unsubscribe
from tournaments.pages.players.notifications import list_names
from tournaments.queries.event.events import reader_for
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences

LONGEST = 4096  # bytes of what a browser sends


# No cookie takes part, so that no other page could do anything with a visitor's rights; JSON keeps its forms out.
@csrf_exempt
@require_POST
def notify(request: HttpRequest, slug: str) -> HttpResponse:
    """Store the browser and the players of {"endpoint", "p256dh", "auth", "players"}; without players, forget it."""
    event = reader_for(request.user, slug).event
    if not (settings.PRODUCTION and event.is_public):
        raise Http404
    sent = read_body(request)
    if sent is None:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    browser, players = sent
    if not players:
        unsubscribe(event, browser.endpoint)
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    page = f"{reverse('standings', args=[slug])}?lang={get_language()}"
    try:
        address = request.META.get("REMOTE_ADDR") or ""
        subscribe(event, browser, players, list_names(Reader(event)), page, address)
    except Refusal as refusal:
        return JsonResponse({"reason": sentences.refusal(refusal)}, status=REFUSED)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def read_body(request: HttpRequest) -> tuple[Browser, list[int]] | None:
    """Return the browser and the numbers of players in a request, None for anything else."""
    if request.content_type != "application/json" or len(request.body) > LONGEST:
        return None
    try:
        sent: Any = json.loads(request.body)
        browser = Browser(*(sent[name] for name in Browser._fields))
        players = sent["players"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    is_whole = isinstance(players, list) and all(type(number) is int for number in players)
    is_text = all(isinstance(text, str) and len(text) <= 500 for text in browser)
    return (browser, players) if is_whole and is_text else None
