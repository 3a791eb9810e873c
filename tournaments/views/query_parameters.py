"""Read what an address asks for after its question mark, and pass it on to the links of the page."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest

from tournaments.models import Event
from tournaments.pages.list_parts import paginate

PAGE = ("page", "find")
CARRIED_ON = ("after", "category", "by")


def query_number(request: HttpRequest, name: str) -> int:
    """Return a number of at most three digits from the query; 0 where there is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def query_numbers(request: HttpRequest, name: str) -> list[int]:
    """Return the players' numbers that the query lists with commas; anything else is left out."""
    texts = request.GET.get(name, "").split(",")
    return [int(text) for text in texts if text.isdecimal() and len(text) < 6]


def query_round(request: HttpRequest, event: Event, name: str) -> int | None:
    """Return the round that the query names, None where it names none. Raise a 404 for a round that does not exist."""
    if not request.GET.get(name):
        return None
    number = query_number(request, name)
    if not event.rounds.filter(number=number).exists():
        raise Http404
    return number


def query_page(request: HttpRequest) -> tuple[int, str]:
    """Return which page of a long list is asked for, and the name to find in it."""
    return query_number(request, "page"), request.GET.get("find", "")


def carried_query(request: HttpRequest) -> dict[str, str]:
    """Return the parameters that the links to other pages of a list carry on."""
    return {key: request.GET[key] for key in CARRIED_ON if request.GET.get(key)}


def one_page(request: HttpRequest, view: Any, rows: str, name_of: Callable[[Any], str]) -> dict[str, Any]:
    """Return a page value for its template, with one page of its rows where they are too many, and that page."""
    page = paginate(getattr(view, rows), name_of, *query_page(request))
    shown = view._replace(**{rows: page.rows}) if page else view
    return {"view": shown, "part": page, "kept": carried_query(request)}


def or_404[Value](value: Value | None) -> Value:
    """Return the value. Raise a 404 where there is none."""
    if value is None:
        raise Http404
    return value
