"""Let caches keep the pages of visitors without a session: `?lang=de` puts into the address what else a cookie says.

`/e/cup/?lang=de` is the same page for everybody, for a second. Where pages poll (LIVE_POLL_SECONDS), visitors who come
to `/e/cup/` are sent there in front of Django, so that a whole audience may arrive at once. A browser may keep
such pages to show them without a network, in the profile `production` alone.
"""

from collections.abc import Callable
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.http.response import HttpResponseBase
from django.utils.translation import get_language_from_request

from config.http.admission import session_and_pass
from config.http.asgi_messages import has_header, header, path_of
from tournaments.access.asgi import Scope
from tournaments.domain.site.offline import KEEP, NOTHING

FOR_A_SECOND = "public, max-age=0, s-maxage=1"
PRIVATE = "private, no-cache"  # what the pages of events say by themselves (tournaments/views/conditional.py)


class PublicPages:
    """Middleware outside of sessions and languages, which both make an answer depend on cookies."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        language = request.GET.get("lang", "")
        is_named = language in dict(settings.LANGUAGES)
        if is_named:
            request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = language
        response = self.get_response(request)
        if is_named and list(request.GET.items()) == [("lang", language)] and is_for_everybody(request, response):
            response["Cache-Control"] = FOR_A_SECOND
            del response["Vary"]
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            response[KEEP] = NOTHING
        elif not settings.PRODUCTION:
            del response[KEEP]
        return response


def is_for_everybody(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Tell whether an answer is a public page (or its 404) that is the same for every visitor."""
    is_page = response.get("Cache-Control") == PRIVATE or response.status_code == 404
    is_anonymous = settings.SESSION_COOKIE_NAME not in request.COOKIES and not response.cookies
    return is_page and is_anonymous and request.method in ("GET", "HEAD") and "HX-Request" not in request.headers


def address_with_language(scope: Scope) -> str | None:
    """Return the address of a page in the visitor's language, None where it has one or must not have one."""
    path = path_of(scope)
    is_page = scope["method"] in ("GET", "HEAD") and path.startswith("/e/") and not scope.get("query_string")
    wants_page = "text/html" in header(scope, b"accept") and not has_header(scope, b"hx-request")
    if not (settings.LIVE_POLL_SECONDS and is_page and wants_page and not session_and_pass(scope)[0]):
        return None
    return f"{scope.get('root_path', '')}{quote(path)}?lang={choose_language(scope)}"


def choose_language(scope: Scope) -> str:
    """Return the language that Django would choose: that of the cookie, or else the best that the browser names."""
    request = HttpRequest()
    request.COOKIES = parse_cookie(header(scope, b"cookie"))
    request.META["HTTP_ACCEPT_LANGUAGE"] = header(scope, b"accept-language")
    return get_language_from_request(request)
