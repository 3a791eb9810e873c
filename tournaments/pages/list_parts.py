"""A list too long for one page: parts of it, and those that a name finds."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tournaments.domain import name_matching

MOST = 500  # rows of a page


class Part(NamedTuple):
    """The rows of one page. `pages` names each by its number, first and last row; `find` is what was looked for."""

    rows: tuple
    number: int
    pages: tuple[tuple[int, int, int], ...]
    find: str


def paginate(rows: Sequence[Any], name: Callable[[Any], str], number: int = 1, find: str = "") -> Part | None:
    """Return one page of a long list, or of the rows whose name has `find` in it; None where all fit on one page."""
    if len(rows) <= MOST:
        return None
    find = " ".join(find.split())[:40]
    has = name_matching.name_filter(find)
    kept = [row for row in rows if has(name(row))] if find else rows
    edges = range(0, max(len(kept), 1), MOST)
    pages = tuple((at // MOST + 1, at + 1, min(at + MOST, len(kept))) for at in edges)
    number = max(1, min(number, len(pages)))
    return Part(tuple(kept[(number - 1) * MOST : number * MOST]), number, pages, find)
