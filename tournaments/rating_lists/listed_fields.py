"""The facts in rating lists as fields of a player, with the rating that counts in the event."""

from typing import Any

from tournaments.domain.choices import RatingKind
from tournaments.formats.player_csv import LONGEST
from tournaments.formats.rating_fields import RatedPerson
from tournaments.models import Event
from tournaments.rating_lists import lookup
from tournaments.rating_lists.lookup import ListedPerson

FIELDS = {"standard": "rating", "rapid": "rapid", "blitz": "blitz"}
FIELDS_OF_K = {"standard": "k", "rapid": "rapid_k", "blitz": "blitz_k"}


def choose_rating(facts: RatedPerson, event: Event) -> int | None:
    """Return the first rating in the order of the event that somebody has."""
    return next((rating for kind in RatingKind(event.rating_kind).order if (rating := rating_of(facts, kind))), None)


def choose_k(facts: RatedPerson, event: Event) -> int | None:
    """Return the K of the rating that counts in the event; without one, of the kind that is looked for first."""
    order = RatingKind(event.rating_kind).order
    kind = next((kind for kind in order if rating_of(facts, kind)), next(iter(order), None))
    k: int | None = getattr(facts, FIELDS_OF_K[kind]) if kind else None
    return k


def rating_of(facts: RatedPerson, kind: str) -> int | None:
    """Return the rating of a kind: standard, rapid or blitz."""
    rating: int | None = getattr(facts, FIELDS[kind])
    return rating


def list_other_ratings(facts: RatedPerson, event: Event) -> list[tuple[str, int]]:
    """Return the kinds and the ratings that somebody has where none is in the order of the event."""
    known = [(kind, rating) for kind in FIELDS if (rating := rating_of(facts, kind))]
    return [] if choose_rating(facts, event) else known


def collect_fields(found: ListedPerson, event: Event) -> dict[str, Any]:
    """Return the fields of a player that the lists know: gaps are filled from other lists by the FIDE ID."""
    sources = [
        found,
        *(each for each in lookup.find_by_fide_id(found.person.fide_id) if each.list.key != found.list.key),
    ]
    fields: dict[str, Any] = {}
    for each in sources:
        for name, value in read_fields(each.person, event).items():
            fields[name] = fields.get(name) or value
    return fields


def read_fields(facts: RatedPerson, event: Event) -> dict[str, Any]:
    """Return what one line of a list says, by field of Player."""
    return {
        "name": facts.name,
        "title": facts.title,
        "sex": facts.sex,
        "federation": facts.federation,
        "club": facts.club,
        "birth_date": str(facts.birth_year or ""),
        "fide_id": facts.fide_id,
        "rating": choose_rating(facts, event),
        "national_rating": facts.national,
        "rating_k": choose_k(facts, event),
        "national_id": facts.number[: LONGEST["national_id"]],
    }
