"""What every address for readers does first: find the event as everybody sees it, answer 304 if nothing changed."""

import inspect
from collections.abc import Callable
from hashlib import blake2b

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from ninja.errors import AuthenticationError

from tournaments.api.rights import Grant, ReadToken
from tournaments.api.values import stamp
from tournaments.models import Event
from tournaments.operation import page_cache
from tournaments.operation.release import release

BY_TOKEN = ReadToken()


class ReaderRequest(HttpRequest):
    """A request for an event: its tag, the token that opened it, and the key of its answer in the cache, if any."""

    etag: str
    auth: Grant | None
    page_key: tuple[str, ...]


def of_event[Answer](view: Callable[..., Answer]) -> Callable[..., Answer | HttpResponse]:
    """Give the view its event as everybody sees it, and answer 304 while the reader's copy is still current.

    What somebody without a token has asked for is kept for the next one: by the parameters that the view knows.
    """

    def answer(request: ReaderRequest, slug: str, **rest: object) -> Answer | HttpResponse:
        event = readable_event(request, slug)
        request.etag = quote_etag(f"{stamp(event)}-{translation.get_language()}-{release()}")
        unchanged = get_conditional_response(request, request.etag)
        if unchanged is not None:
            return finish(request, unchanged)
        if not getattr(request, "auth", None):
            request.page_key = request.path, str(sorted(rest.items())), request.etag
            if page := page_cache.pages.get(request.page_key):
                return HttpResponse(page.content, headers=page.headers)
        return view(request, event=event, **rest)

    # Ninja reads the parameters of an address from the signature, which must name the slug instead of the event.
    signature = inspect.signature(view)
    address = inspect.Parameter("slug", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=str)
    parameters = [address if name == "event" else each for name, each in signature.parameters.items()]
    answer.__name__, answer.__doc__, answer.__module__ = view.__name__, view.__doc__, view.__module__
    answer.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # read by `inspect`
    return answer


def readable_event(request: ReaderRequest, slug: str) -> Event:
    """Return an event as the public sees it: one that everybody may see, or that the reader's token opens.

    Raise Http404 for others, and AuthenticationError for a token that opens nothing.
    """
    event = Event.objects.filter(slug=slug).first() if slug.isprintable() else None  # PostgreSQL would fail by NUL
    if event is not None and event.is_public:
        return event
    if "Authorization" not in request.headers:
        raise Http404
    grant: Grant | None = BY_TOKEN(request)
    if grant is None:
        raise AuthenticationError
    if event is None or event != grant.event:
        raise Http404
    request.auth = grant
    return event


def finish(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Give an answer to a reader its tag: that of its event, otherwise one of its content."""
    tag: str = getattr(request, "etag", None) or quote_etag(blake2b(response.content, digest_size=12).hexdigest())
    if response.status_code == 200:
        response = get_conditional_response(request, tag, response=response) or response
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache" if getattr(request, "auth", None) else "no-cache"
    patch_vary_headers(response, ["Authorization"])
    if response.status_code == 200 and (key := getattr(request, "page_key", None)):
        page_cache.keep_page(key, page_cache.Page(response.content, dict(response.items())))
    return response
