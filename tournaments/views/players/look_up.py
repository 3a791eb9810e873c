"""People looked up in the rating lists while players are entered: suggestions, and the form filled with one of them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.rating_lists import listed_facts, lookup, store
from tournaments.views.access import staff_page

LONGEST = 60


@require_safe
@staff_page("pair")
def look_up(request: HttpRequest, event: Event) -> HttpResponse:
    """Suggest people for what is typed so far: the part of the page that htmx asks for."""
    return render(request, "tournaments/shared/_looked_up.html", {"event": event, **lookup_context(request, event)})


def lookup_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return what the page of a new player shows of the lists; "taken" holds the fields of the chosen person."""
    text, take = request.GET.get("look", "").strip()[:LONGEST], request.GET.get("take", "")[:LONGEST]
    taken = lookup.find_by_key(take) if take else None
    people = lookup.find_people(text) if text and not taken else []
    return {
        "look": text,
        "found": [(each, listed_facts.choose_rating(each.facts, event)) for each in people],
        "source": taken.list.source if taken else "",
        "taken": taken and listed_facts.collect_fields(taken, event),
        "is_gone": bool(take) and taken is None,
        "has_lists": bool(store.read_lists()),
    }
