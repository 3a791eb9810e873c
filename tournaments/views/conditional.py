"""Pages that answer 304 while a visitor's copy is still current, and are rendered once for all anonymous visitors."""

from functools import wraps
from hashlib import blake2b
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.access import policy
from tournaments.models import Event
from tournaments.operation import page_cache
from tournaments.operation.release import release
from tournaments.queries.events import event_for
from tournaments.views.access import EventView, View
from tournaments.views.htmx import is_htmx


def conditional(view: EventView[...]) -> View:
    """Give the view its event, and answer 304 while the browser's copy of the page is still current.

    The tag holds the event's epoch and version, the language, the visitor's role, and the cookie that the page's forms
    belong to. The event is read before the data: a page may be newer than its tag, never older.
    """

    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, slug: str, **rest: Any) -> HttpResponse:
        event = event_for(request.user, slug)
        tag = etag(request, event)
        waiting = len(get_messages(request))
        response = None if waiting else get_conditional_response(request, tag) or _remembered(request, tag)
        if response is None:
            response = view(request, event, **rest)
            if not waiting:
                _remember(request, tag, response)
        if response.status_code in (200, 304) and not waiting:
            response["ETag"] = tag
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Cookie", "Accept-Language", "HX-Request"])
        return response

    return answer


def etag(request: HttpRequest, event: Event) -> str:
    """Return the tag of a page as this visitor sees it.

    Pages change with the release too, at midnight, when "as of 23:55" becomes a time of yesterday, and with the name of
    the tournament that the event is a section of, which any of its sections may change.
    """
    today = timezone.now().astimezone(ZoneInfo(event.time_zone)).date()
    role, form_token = policy.find_role(request.user, event), request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    who = f"{request.user.pk}-{role}-{form_token}"
    series = event.series.name if event.series else ""
    view = f"{request.get_full_path()}-{is_htmx(request)}-{release()}-{today}-{series}"
    digest = blake2b(f"{who}-{view}".encode(), digest_size=6).hexdigest()
    return quote_etag(f"{event.epoch}-{event.version}-{get_language()}-{digest}")


def _remembered(request: HttpRequest, tag: str) -> HttpResponse | None:
    """Return the page as it was rendered for another visitor, None where it is not cached."""
    page = None if request.user.is_authenticated else page_cache.find_page(_key(request, tag))
    return page and HttpResponse(page.content, headers=page.headers)


def _remember(request: HttpRequest, tag: str, response: HttpResponse) -> None:
    """Cache a page that is the same for everybody: for an anonymous visitor, without the cookie that a form sets."""
    is_alike = not (request.user.is_authenticated or response.cookies or "CSRF_COOKIE_NEEDS_UPDATE" in request.META)
    if is_alike and response.status_code == 200 and not response.streaming:
        page_cache.keep_page(_key(request, tag), page_cache.Page(response.content, dict(response.items())))


def _key(request: HttpRequest, tag: str) -> tuple[str, ...]:
    # Pages name their own address in full, for messengers. It is part of the key because the digest in the tag is too
    # short for keys that anybody can choose.
    return request.build_absolute_uri(), str(is_htmx(request)), tag
