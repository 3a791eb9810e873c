"""Whole pages as a visitor without a name sees them, by their tag: after a round a hall asks for the same few pages.

A tag names everything that a page depends on, so what is kept is never stale, only unused.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

MOST_BYTES = 16 * 1024 * 1024  # of all pages together
LARGEST = MOST_BYTES // 8  # of one page


class Page(NamedTuple):
    """The body of an answer and its media type."""

    content: bytes
    media_type: str


_pages: OrderedDict[tuple[str, ...], Page] = OrderedDict()
_lock = Lock()


def find(key: tuple[str, ...]) -> Page | None:
    """Return a kept page, None where there is none."""
    with _lock:
        if key in _pages:
            _pages.move_to_end(key)
        return _pages.get(key)


def keep(key: tuple[str, ...], page: Page) -> None:
    """Keep a page, and drop those that nobody has asked for the longest where the room is full."""
    if len(page.content) > LARGEST:
        return
    with _lock:
        _pages[key] = page
        while sum(len(kept.content) for kept in _pages.values()) > MOST_BYTES:
            _pages.popitem(last=False)


def forget() -> None:
    """Empty the memory."""
    with _lock:
        _pages.clear()
