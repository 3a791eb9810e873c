"""Categories as values: the choices above the standings, and a player's places inside them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.ranking.ranked_table import Row, Standings
from tournaments.models import Event
from tournaments.queries.standings import categories
from tournaments.wording import categories as categories_wording


class CategoryChoice(NamedTuple):
    """A category as spectators see it: its rule in words, and its members' numbers."""

    key: str
    name: str
    rule: str
    members: frozenset[int]


class Inside(NamedTuple):
    """A player's place in a category, and its size."""

    choice: CategoryChoice
    place: int
    size: int


class Honour(NamedTuple):
    """A leading place in a category, shown next to the player's name in the whole table."""

    category: str
    place: int


# The whole table shows this many places of each category.
FIRST = 3


def list_choices(event: Event, facts: Crosstable) -> tuple[CategoryChoice, ...]:
    """Return the categories of an event in their order. One query."""
    year = categories.find_event_year(event)
    return tuple(
        CategoryChoice(category.key, category.name, categories_wording.category_rule(category, year), members)
        for category, members in categories.read_members(event, facts).items()
    )


def list_places(event: Event, ranked: Standings, number: int) -> tuple[Inside, ...]:
    """Return the categories that a player belongs to, with their place there. One query."""
    return tuple(
        Inside(choice, categories.compute_places(ranked.rows, choice.members)[number], len(choice.members))
        for choice in list_choices(event, ranked.facts)
        if number in choice.members
    )


def list_honours(choices: Iterable[CategoryChoice], rows: Sequence[Row]) -> dict[int, tuple[Honour, ...]]:
    """Return the leading places in categories by player number.

    A place shared by more players than there are leading places is left out: after one round half the field is first.
    """
    honours: dict[int, list[Honour]] = defaultdict(list)
    for choice in choices:
        places = categories.compute_places(rows, choice.members)
        holders = Counter(places.values())
        for number, place in places.items():
            if place + holders[place] - 1 <= FIRST:
                honours[number].append(Honour(choice.name, place))
    return {number: tuple(own) for number, own in honours.items()}
