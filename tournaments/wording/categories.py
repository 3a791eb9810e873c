"""Who belongs to a category, in words."""

from django.utils.translation import gettext

from tournaments.domain.event.categories import CategoryRule
from tournaments.models import Category


def category_rule(category: Category, year: int | None) -> str:
    """Say who belongs to a category; ages are counted for the event's `year`."""
    if category.rule in (CategoryRule.YOUTH, CategoryRule.SENIORS):
        if year is None:
            return gettext("nobody, as long as the event has no first day by which to compute ages")
        born = year - (category.age or 0)
        text = (
            gettext("born in {year} or later")
            if category.rule == CategoryRule.YOUTH
            else gettext("born in {year} or earlier")
        )
        return text.format(year=born)
    if category.rule == CategoryRule.RATING:
        return _rating(category)
    if category.rule == CategoryRule.LIST:
        return gettext("chosen one by one")
    return category.text or str(CategoryRule(category.rule).label)


def _rating(category: Category) -> str:
    if category.highest is None:
        return gettext("rated {lowest} or higher").format(lowest=category.lowest)
    if category.lowest is None:
        return gettext("rated {highest} or lower").format(highest=category.highest)
    return gettext("rated {lowest} to {highest}").format(lowest=category.lowest, highest=category.highest)
