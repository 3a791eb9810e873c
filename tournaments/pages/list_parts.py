"""A list too long for one page: its pages, and the rows that a name matches."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tournaments.domain.players import name_matching

MOST = 500  # rows on a page


class ListPart(NamedTuple):
    """The rows of one page. `pages` lists the number, first and last row of each page; `find` is the search text."""

    rows: tuple[Any, ...]
    number: int
    pages: tuple[tuple[int, int, int], ...]
    find: str


def paginate(rows: Sequence[Any], name: Callable[[Any], str], number: int = 1, find: str = "") -> ListPart | None:
    """Return one page of a long list, or of the rows whose name contains `find`; None if all rows fit on one page."""
    if len(rows) <= MOST:
        return None
    find = " ".join(find.split())[:40]
    matches = name_matching.name_filter(find)
    selected = [row for row in rows if matches(name(row))] if find else rows
    edges = range(0, max(len(selected), 1), MOST)
    pages = tuple((at // MOST + 1, at + 1, min(at + MOST, len(selected))) for at in edges)
    number = max(1, min(number, len(pages)))
    return ListPart(tuple(selected[(number - 1) * MOST : number * MOST]), number, pages, find)
