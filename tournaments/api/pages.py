"""Lists in one shape: `items`, and `next` for the page that follows; what is asked of them, and their order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest
from ninja.params.functions import Query

from tiebreaks.refusal import Refusal, gettext_noop, sentence

MOST, USUAL = 200, 50
Limit = Query(USUAL, ge=1, le=MOST, description="items of a page")
AfterNumber = Query(0, ge=0, le=10**6, description="`next` of the page before")

UNKNOWN_PARAMETER = sentence(
    "unknown-parameter", gettext_noop("“{name}” is not a parameter of this address. Available: {known}.")
)
NO_PARAMETERS = sentence("no-parameters", gettext_noop("“{name}” is not a parameter of this address: it has none."))

type Values = dict[str, Any]
type Key[Item] = Callable[[Item], Any]


def refuse_unknown(request: HttpRequest, known: Sequence[str]) -> None:
    """Raise Refusal for the first parameter that an address does not know: a misspelt filter would show everything."""
    for name in request.GET:
        if name not in known:
            shown = name[:40] if name.isprintable() else "?"
            raise Refusal(
                UNKNOWN_PARAMETER if known else NO_PARAMETERS, field=shown, name=shown, known=", ".join(known)
            )


def page_of[Item](
    rows: Sequence[Item], shape: Callable[[Item], Any], limit: int, after: object, place: Key[Item]
) -> Values:
    """Return the rows behind the one at a place, in their shape, and the place that the next page follows.

    `after` is false for the first page. A page of another version may repeat rows of this one: compare `version`.
    """
    places = list(map(place, rows))
    if after and after not in places:
        raise Http404
    begin = places.index(after) + 1 if after else 0
    shown = rows[begin : begin + limit]
    following = place(shown[-1]) if shown and begin + limit < len(rows) else None
    return {"items": [shape(row) for row in shown], "next": following}


def whole_page(items: Iterable[Any]) -> Values:
    """Return a list that has no further pages."""
    return {"items": list(items), "next": None}


def order_by[Item](rows: Iterable[Item], order: str, keys: Mapping[str, Key[Item]]) -> list[Item]:
    """Return rows in an order: one of the keys, downwards with "-" before it. What has no value comes last.

    Equal rows keep their order.
    """
    key, downwards = keys[order.removeprefix("-")], order.startswith("-")
    rows = list(rows)
    known = [row for row in rows if key(row) is not None]
    return sorted(known, key=key, reverse=downwards) + [row for row in rows if key(row) is None]


def cut_page[Item](rows: Sequence[Item], shape: Callable[[Item], Any], limit: int, place: Key[Item]) -> Values:
    """Return a page of rows that were read from their place on: one row more says that another page follows."""
    shown = rows[:limit]
    return {"items": [shape(row) for row in shown], "next": place(shown[-1]) if len(rows) > limit else None}
