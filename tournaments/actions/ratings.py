"""Rating lists come in and go: in many short transactions, so that nobody at a desk waits for them."""

from collections.abc import Iterable
from itertools import batched

from django.db import transaction
from django.utils import timezone

from tournaments.formats.ratings import Rated
from tournaments.models import RatedPerson, RatingList

AT_ONCE = 2000


def import_ratings(name: str, people: Iterable[Rated]) -> int:
    """Store a list in place of the one of the same name, and return how many people it has.

    Until the last line is stored the old list is looked through; a broken one leaves it as it was. Raise Refusal.
    """
    drop_ratings(f"{name} …")
    fresh = RatingList.objects.create(name=f"{name} …", imported_at=timezone.now())
    count = 0
    try:
        for some in batched(people, AT_ONCE, strict=False):
            RatedPerson.objects.bulk_create(RatedPerson(list=fresh, **each._asdict()) for each in some)
            count += len(some)
    except BaseException:
        drop_ratings(fresh.name)
        raise
    drop_ratings(name)
    fresh.name, fresh.is_ready = name, True
    fresh.save(update_fields=["name", "is_ready"])
    return count


def drop_ratings(name: str) -> None:
    """Remove a list with its people, some at a time."""
    for old in RatingList.objects.filter(name=name):
        while some := list(old.people.values_list("pk", flat=True)[:AT_ONCE]):
            with transaction.atomic():
                RatedPerson.objects.filter(pk__in=some).delete()
        old.delete()
