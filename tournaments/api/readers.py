"""What every address for readers does first: find the event as everybody sees it, answer 304 if nothing changed."""

import inspect
from collections.abc import Callable
from hashlib import blake2b

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from ninja.decorators import decorate_view
from ninja.errors import AuthenticationError

from tournaments.access.reader import Reader
from tournaments.api.rights import Grant, NoScope, ReadToken
from tournaments.api.signatures import show_parameters
from tournaments.api.values import stamp
from tournaments.models import Event
from tournaments.operation import page_cache
from tournaments.operation.release import release
from tournaments.queries.event.notices import read_notice

BY_TOKEN = ReadToken()

type Run = Callable[..., HttpResponse]


class ReaderRequest(HttpRequest):
    """A request for an event: the event, the tag of the answer, and the token that opened it."""

    event: Event
    etag: str
    auth: Grant | None


def of_event[Answer](view: Callable[..., Answer]) -> Callable[..., Answer]:
    """Give the view a reader of the event from the public, and answer 304 while the reader's copy is still current.

    What somebody without a token has asked for is kept for the next one: by the parameters that the view knows.
    """
    known = set(inspect.signature(view).parameters)

    def answer(request: ReaderRequest, slug: str, **rest: object) -> Answer:
        return view(request, reader=Reader(readable_event(request, slug)), **rest)

    def conditional(run: Run) -> Run:
        def answer(request: ReaderRequest, slug: str, **rest: object) -> HttpResponse:
            return answer_current(request, slug, known, lambda: run(request, slug=slug, **rest))

        return answer

    answer.__name__, answer.__doc__, answer.__module__ = view.__name__, view.__doc__, view.__module__
    slug = inspect.Parameter("slug", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=str)
    return decorate_view(conditional)(show_parameters(answer, view, reader=slug))


def answer_current(request: ReaderRequest, slug: str, known: set[str], run: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer 304 or from the cache where that is right; what is wrong with a request is said where it is run."""
    try:
        event = readable_event(request, slug)
    except (Http404, AuthenticationError, NoScope):
        return run()
    if not set(request.GET) <= known:
        return run()
    request.etag = quote_etag(f"{stamp(event)}-{bool(read_notice(event))}-{translation.get_language()}-{release()}")
    asked = None if getattr(request, "auth", None) else (request.path, str(sorted(request.GET.lists())), request.etag)
    response = page_cache.answer(request, request.etag, asked, run)
    return response if response.status_code == 200 else finish(request, response)


def readable_event(request: ReaderRequest, slug: str) -> Event:
    """Return an event as the public sees it: one that everybody may see, or that the reader's token opens.

    Raise Http404 for others, and AuthenticationError for a token that opens nothing.
    """
    if hasattr(request, "event"):
        return request.event
    event = Event.objects.filter(slug=slug).first() if slug.isprintable() else None  # PostgreSQL would fail by NUL
    if event is None or not event.is_public:
        if "Authorization" not in request.headers:
            raise Http404
        grant: Grant | None = BY_TOKEN(request)
        if grant is None:
            raise AuthenticationError
        if event is None or event != grant.event:
            raise Http404
        request.auth = grant
    request.event = event
    return event


def finish(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Give an answer to a reader its tag: that of its event, otherwise one of its content."""
    tag: str = getattr(request, "etag", None) or quote_etag(blake2b(response.content, digest_size=12).hexdigest())
    if response.status_code == 200:
        response = get_conditional_response(request, tag, response=response) or response
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache" if getattr(request, "auth", None) else "no-cache"
    patch_vary_headers(response, ["Authorization"])
    return response
