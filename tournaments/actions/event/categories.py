"""Categories of an event."""

from typing import Any

from django.utils.text import slugify

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.categories import MOST, CategoryDefinition, CategoryRule
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Category, Event

TAKEN = sentence("category-taken", gettext_noop("There is already a category with this name."))
GONE = sentence("category-gone", gettext_noop("This category no longer exists: somebody has removed it."))
TOO_MANY = sentence("category-too-many", gettext_noop("An event can have at most {most} categories."))
HAS_PRIZES = sentence("category-has-prizes", gettext_noop("This category has prizes. Remove them first."))
NEEDS = {
    CategoryRule.YOUTH: "age",
    CategoryRule.SENIORS: "age",
    CategoryRule.CLUB: "text",
    CategoryRule.FEDERATION: "text",
    CategoryRule.LIST: "numbers",
}
MISSING = sentence("category-missing", gettext_noop("This kind of category needs this field."))
BOUNDS = sentence("category-bounds", gettext_noop("A rating group needs a lowest or a highest rating."))
TURNED = sentence("category-turned", gettext_noop("The lowest rating is above the highest."))
NOBODY = sentence("category-nobody", gettext_noop("There is no player with the number {number}."))


def save_category(event: Event, key: str, wanted: CategoryDefinition, by: Actor) -> Category:
    """Add a category (`key` empty) or change one, and return it; the same writes nothing. Raise Refusal."""
    with writing(event) as event:
        fields = check_definition(event, wanted)
        old = event.categories.filter(key=key).first() if key else None
        if key and old is None:
            raise Refusal(GONE)
        if event.categories.filter(name__iexact=wanted.name).exclude(key=key).exists():
            raise Refusal(TAKEN, field="name")
        if old is None:
            return add_category(event, fields, by)
        before = {name: getattr(old, name) for name in fields}
        if before != fields:
            for name, value in fields.items():
                setattr(old, name, value)
            old.save()
            record(event, by, LogAction.CATEGORY, before={"key": key, **before}, after={"key": key, **fields})
        return old


def check_definition(event: Event, wanted: CategoryDefinition) -> dict[str, Any]:
    """Return the fields of a category, with the bounds of other rules emptied. Raise Refusal for an invalid one."""
    needed = NEEDS.get(CategoryRule(wanted.rule), "")
    if needed and not getattr(wanted, needed):
        raise Refusal(MISSING, field=needed)
    kept = {"lowest", "highest"} if wanted.rule == CategoryRule.RATING else {needed}
    if wanted.rule == CategoryRule.RATING:
        if wanted.lowest is None and wanted.highest is None:
            raise Refusal(BOUNDS, field="lowest")
        if wanted.lowest is not None and wanted.highest is not None and wanted.lowest > wanted.highest:
            raise Refusal(TURNED, field="lowest")
    if wanted.rule == CategoryRule.LIST:
        known = set(event.players.values_list("number", flat=True))
        unknown = next((number for number in wanted.numbers if number not in known), None)
        if unknown is not None:
            raise Refusal(NOBODY, field="numbers", number=unknown)
    empty: dict[str, Any] = {"age": None, "lowest": None, "highest": None, "text": "", "numbers": []}
    bounds = {name: getattr(wanted, name) if name in kept else nothing for name, nothing in empty.items()}
    return {"name": wanted.name, "rule": str(wanted.rule), **bounds, "numbers": sorted(set(bounds["numbers"]))}


def add_category(event: Event, fields: dict[str, Any], by: Actor) -> Category:
    known = dict(event.categories.values_list("key", "order"))
    if len(known) >= MOST:
        raise Refusal(TOO_MANY, most=MOST)
    stem = slugify(fields["name"])[:34] or "category"
    key = next(key for key in (stem, *(f"{stem}-{n}" for n in range(2, MOST + 2))) if key not in known)
    category = Category.objects.create(event=event, key=key, order=max(known.values(), default=0) + 1, **fields)
    record(event, by, LogAction.CATEGORY, after={"key": key, **fields})
    return category


def remove_category(event: Event, key: str, by: Actor) -> None:
    """Remove a category that has no prizes. Raise Refusal."""
    with writing(event) as event:
        category = event.categories.filter(key=key).first()
        if category is None:
            raise Refusal(GONE)
        if category.prizes.exists():
            raise Refusal(HAS_PRIZES)
        fields = ("name", "rule", "age", "lowest", "highest", "text", "numbers")
        record(event, by, LogAction.CATEGORY, before={"key": key, **{name: getattr(category, name) for name in fields}})
        category.delete()


def move_category(event: Event, key: str, up: bool, by: Actor) -> None:
    """Move a category one place up or down in the list; at the end of the list nothing is written."""
    with writing(event) as event:
        before = list(event.categories.all())
        at = next((index for index, category in enumerate(before) if category.key == key), None)
        if at is None:
            raise Refusal(GONE)
        to = at - 1 if up else at + 1
        if not 0 <= to < len(before):
            return
        after = [*before]
        after[at], after[to] = after[to], after[at]
        for order, category in enumerate(after, 1):
            category.order = order
        Category.objects.bulk_update(after, ["order"])
        old, new = ([category.key for category in categories] for categories in (before, after))
        record(event, by, LogAction.CATEGORIES, before={"order": old}, after={"order": new})
