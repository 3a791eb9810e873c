"""People looked up in the rating lists while players are entered: suggestions, and the form filled with one of them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access.reader import Reader
from tournaments.domain.choices import KINDS_OF_RATINGS
from tournaments.models import Event
from tournaments.rating_lists import listed_fields, lookup, store
from tournaments.rating_lists.lookup import ListedPerson
from tournaments.views.access import staff_page
from tournaments.views.answers import render_event

LONGEST = 60


@require_safe
@staff_page("pair")
def look_up(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Suggest people for what is typed so far: the part of the page that htmx asks for."""
    return render_event(
        request, reader, "tournaments/shared/_looked_up.html", {**lookup_context(request, reader.event)}
    )


def build_person_line(found: ListedPerson, event: Event) -> tuple[ListedPerson, int | None, list[tuple[str, str, int]]]:
    """Return a person with the rating that counts in the event, or with the kinds of their other ratings."""
    others = listed_fields.list_other_ratings(found.person, event)
    named = [(kind, str(KINDS_OF_RATINGS[kind]), rating) for kind, rating in others]
    return found, listed_fields.choose_rating(found.person, event), named


def lookup_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return what the page of a new player shows of the lists; "taken" holds the fields of the chosen person."""
    text, take = request.GET.get("look", "").strip()[:LONGEST], request.GET.get("take", "")[:LONGEST]
    taken = lookup.find_by_key(take) if take else None
    people = lookup.find_people(text) if text and not taken else []
    kind = request.GET.get("rating", "")
    other = dict(listed_fields.list_other_ratings(taken.person, event)).get(kind) if taken else None
    fields = taken and listed_fields.collect_fields(taken, event) | ({"rating": other} if other else {})
    return {
        "look": text,
        "found": [build_person_line(each, event) for each in people],
        "source": f"{taken.list.source} {kind if other else ''}".strip() if taken else "",
        "taken": fields,
        "is_gone": bool(take) and taken is None,
        "has_lists": bool(store.read_lists()),
    }
