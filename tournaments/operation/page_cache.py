"""Whole pages as a visitor without a name sees them, by their tag: after a round a hall asks for the same few pages.

A tag names everything that a page depends on, so a cached page is never stale, only unused.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple

from tournaments.operation.bounded_cache import BoundedCache

MAX_BYTES = 16 * 1024 * 1024  # of all pages together
MAX_PAGE = MAX_BYTES // 8  # of one page
OVERHEAD = 1024  # bytes that a page takes in memory beside its body and the text of its key, roughly


class Page(NamedTuple):
    """The body of an answer and its headers, such as the media type and the name of a file to save."""

    content: bytes
    headers: dict[str, str]


class Flight:
    """The making of one page: the first who asks makes it, and those who ask meanwhile wait and take it from here."""

    def __init__(self) -> None:
        self.lock, self.passengers = Lock(), 0
        self.page: Page | None = None


_lock = Lock()
_flights: dict[tuple[str, ...], Flight] = {}


@contextmanager
def flight(key: tuple[str, ...]) -> Iterator[Flight]:
    """Wait until nobody else makes the page of a key, and yield what they have made, if anything."""
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


def keep_page(key: tuple[str, ...], page: Page) -> None:
    """Cache a page, unless it is too large."""
    if page_size(key, page) <= MAX_PAGE:
        pages.put(key, page)


def page_size(key: tuple[str, ...], page: Page) -> int:
    """Return the size of a page in bytes. The key counts: anybody can make up long addresses with short answers."""
    return len(page.content) + sum(map(len, key)) + OVERHEAD


pages = BoundedCache("pages", MAX_BYTES // OVERHEAD, MAX_BYTES, page_size)
