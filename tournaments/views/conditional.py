"""Pages that answer 304 while a visitor's copy is still current, and are rendered once for all anonymous visitors."""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.access.reader import Reader
from tournaments.domain.site.offline import KEEP
from tournaments.models import Event
from tournaments.operation import page_cache
from tournaments.operation.release import release
from tournaments.queries.event.events import reader_for
from tournaments.queries.event.notices import read_notice
from tournaments.views.access import EventView, HtmxRequest, View

FREE = ("find", "follow")  # anybody can make up what these ask for: such pages are not cached
# What any address may have: a version, which makes it new for a messenger and changes nothing, and a language, which
# tells caches what the tag says anyway.
EVERYWHERE = ("v", "lang")


def conditional_by(*known: str) -> Callable[[EventView[...]], View]:
    """Give the view its reader, and answer 304 while the browser's copy of the page is still current.

    The tag holds the event's epoch and version, the language, the visitor's role, and the cookie that the page's forms
    belong to. The event is read before the data: a page may be newer than its tag, never older. An address that asks
    for anything but the `known` parameters, each once, is sent to the one that does not: nobody can make up addresses
    of a page that are new to the cache.
    """

    def wrap(view: EventView[...]) -> View:
        @require_safe
        @wraps(view)
        def answer(request: HtmxRequest, slug: str, **rest: Any) -> HttpResponse:
            if not set(request.GET) <= {*known, *EVERYWHERE} or any(len(each) > 1 for _, each in request.GET.lists()):
                return redirect(own_address(request))
            reader = reader_for(request.user, slug)
            tag = etag(request, reader)
            if get_messages(request):
                response = view(request, reader, **rest)
            else:
                response = answer_current(request, reader.event, tag, lambda: view(request, reader, **rest))
            response["Cache-Control"] = "private, no-cache"
            if reader.event.is_public:
                response[KEEP] = reader.event.shared_key
            patch_vary_headers(response, ["Cookie", "Accept-Language", "HX-Request"])
            return response

        def own_address(request: HttpRequest) -> str:
            asked = {name: request.GET[name] for name in (*known, "lang") if request.GET.get(name)}
            return f"{request.path}?{urlencode(asked)}" if asked else request.path

        return answer

    return wrap


conditional = conditional_by()


def answer_current(request: HtmxRequest, event: Event, tag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer 304 while the browser's copy has this tag; visitors without a name share the pages in the cache."""
    key = None
    if not request.user.is_authenticated:
        # Pages name their own address in full, for messengers. It is part of the key because the digest in the tag is
        # too short for keys that anybody can choose.
        key = (request.build_absolute_uri(_address(request)), str(bool(request.htmx)), _tag(request, event))
    return page_cache.answer(request, tag, key, make, is_kept=not any(request.GET.get(name) for name in FREE))


def etag(request: HtmxRequest, reader: Reader) -> str:
    """Return the tag of a page as this visitor sees it.

    Pages change with the release too, at midnight, when "as of 23:55" becomes a time of yesterday, when the time of a
    notice is over, and with the name of the tournament that the event is a section of, which any of its sections may
    change.
    """
    form_token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    return _tag(request, reader.event, f"{request.user.pk}-{reader.role}-{form_token}")


def _tag(request: HtmxRequest, event: Event, who: str = "") -> str:
    today = timezone.now().astimezone(ZoneInfo(event.time_zone)).date()
    series = event.series.name if event.series else ""
    notice = bool(read_notice(event))
    view = f"{_address(request)}-{bool(request.htmx)}-{release()}-{today}-{notice}-{series}"
    digest = blake2b(f"{who}-{view}".encode(), digest_size=6).hexdigest()
    return quote_etag(f"{event.epoch}-{event.version}-{get_language()}-{digest}")


def _address(request: HttpRequest) -> str:
    """Return path and parameters, in one order and without those that say nothing."""
    asked = sorted((name, text) for name, text in request.GET.items() if text and name not in EVERYWHERE)
    return f"{request.path}?{urlencode(asked)}" if asked else request.path
