"""Whole pages as a reader without a name sees them, by their tag: after a round a hall asks for the same few pages.

A tag names everything that a page depends on, so a cached page is never stale, only unused.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from tournaments.operation.bounded_cache import BoundedCache

MAX_BYTES = 16 * 1024 * 1024  # of all pages together
MAX_PAGE = MAX_BYTES // 8  # of one page
OVERHEAD = 1024  # bytes that a page takes in memory beside its body and the text of its key, roughly

type Key = tuple[str, ...]


class CachedPage(NamedTuple):
    """The body of an answer and its headers, such as the media type and the name of a file to save."""

    content: bytes
    headers: dict[str, str]


class Flight:
    """The making of one page: the first who asks makes it, and those who ask meanwhile wait and take it from here."""

    def __init__(self) -> None:
        self.lock, self.passengers = Lock(), 0
        self.page: CachedPage | None = None


_lock = Lock()
_flights: dict[Key, Flight] = {}


def page_size(key: Key, page: CachedPage) -> int:
    """Return the size of a page in bytes. The key counts: anybody can make up long addresses with short answers."""
    return len(page.content) + sum(map(len, key)) + OVERHEAD


pages = BoundedCache("pages", MAX_BYTES // OVERHEAD, MAX_BYTES, page_size)


def answer(
    request: HttpRequest, tag: str, key: Key | None, make: Callable[[], HttpResponse], *, is_kept: bool = True
) -> HttpResponse:
    """Answer 304 while the reader's copy has this tag, otherwise with the page of a key, which is made where it lacks.

    Without a key the page is this reader's alone. Readers who ask for a page at the same time share one, and later ones
    too if it `is_kept`.
    """
    unchanged = get_conditional_response(request, tag)
    response = unchanged or (find_or_make(request, key, make, is_kept=is_kept) if key else make())
    if response.status_code in (200, 304):
        response["ETag"] = tag
    return response


def find_or_make(
    request: HttpRequest, key: Key, make: Callable[[], HttpResponse], *, is_kept: bool = True
) -> HttpResponse:
    with flight(key) as shared:
        if page := pages.get(key) or shared.page:
            return HttpResponse(page.content, headers=page.headers)
        response = make()
        # A page is the same for everybody without the cookie that a form sets.
        is_alike = not (response.cookies or "CSRF_COOKIE_NEEDS_UPDATE" in request.META)
        if is_alike and response.status_code == 200 and not response.streaming:
            shared.page = CachedPage(response.content, dict(response.items()))
            if is_kept:
                keep_page(key, shared.page)
        return response


@contextmanager
def flight(key: Key) -> Iterator[Flight]:
    """Wait while another request makes the page of a key, and yield its result, if any."""
    with _lock:
        shared = _flights.setdefault(key, Flight())
        shared.passengers += 1
    try:
        with shared.lock:
            yield shared
    finally:
        with _lock:
            shared.passengers -= 1
            if not shared.passengers:
                del _flights[key]


def keep_page(key: Key, page: CachedPage) -> None:
    """Cache a page, unless it is too large."""
    if page_size(key, page) <= MAX_PAGE:
        pages.put(key, page)
