"""Categories and prizes of the demo open, in the active language."""

from django.utils.formats import number_format
from django.utils.translation import gettext

from tournaments.domain.event.categories import CategoryDefinition, CategoryRule

SLUG = "ahorntal-open"


def list_categories() -> list[tuple[CategoryDefinition, list[str]]]:
    """Return the categories, each with its prizes from the first place on."""
    return [
        (CategoryDefinition(gettext("Women"), CategoryRule.WOMEN), write_amounts(400, 200, 100)),
        (CategoryDefinition("U18", CategoryRule.YOUTH, age=18), write_amounts(200, 100)),
        (CategoryDefinition(gettext("S65"), CategoryRule.SENIORS, age=65), write_amounts(200, 100)),
        (CategoryDefinition(gettext("to 1999"), CategoryRule.RATING, highest=1999), write_amounts(250, 150)),
        (
            CategoryDefinition(gettext("to 1599"), CategoryRule.RATING, highest=1599),
            [*write_amounts(150), gettext("A book")],
        ),
    ]


def list_prizes() -> list[str]:
    """Return the prizes of the whole table."""
    return write_amounts(1500, 1000, 700, 500, 300)


def write_amounts(*amounts: int) -> list[str]:
    """Write euros as the active language does: "1,500 €"."""
    return [f"{number_format(amount, force_grouping=True)} €" for amount in amounts]
