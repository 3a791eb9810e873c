"""Categories as values: the choices above the standings, and a player's places inside them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.queries import categories
from tournaments.wording import categories as categories_wording


class Choice(NamedTuple):
    """A category as a spectator sees it: its rule in words, and who belongs to it by number."""

    key: str
    name: str
    rule: str
    members: frozenset[int]


class Inside(NamedTuple):
    """A player's place in a category, of so many."""

    choice: Choice
    place: int
    size: int


class Honour(NamedTuple):
    """A place among the first of a category, beside a player's name in the whole table."""

    category: str
    place: int


# So many places of each category are told in the whole table.
FIRST = 3


def list_choices(event, facts) -> tuple[Choice, ...]:
    """Return the categories of an event in their order. One question."""
    year = categories.year_of(event)
    return tuple(
        Choice(
            category.key,
            category.name,
            categories_wording.category_rule(category, year),
            categories.members(category, facts.players.values(), year),
        )
        for category in event.categories.all()
    )


def list_places(event, ranked, number: int) -> tuple[Inside, ...]:
    """Return the categories that a player belongs to, with his place there. One question."""
    return tuple(
        Inside(choice, categories.inside(ranked.rows, choice.members)[number], len(choice.members))
        for choice in list_choices(event, ranked.facts)
        if number in choice.members
    )


def list_honours(choices: Iterable[Choice], rows) -> dict[int, tuple[Honour, ...]]:
    """Return who stands among the first of which categories, by number.

    A place that more share than the first places are is told of nobody: after one round half a field is first.
    """
    found: dict[int, list[Honour]] = defaultdict(list)
    for choice in choices:
        places = categories.inside(rows, choice.members)
        holders = Counter(places.values())
        for number, place in places.items():
            if place + holders[place] - 1 <= FIRST:
                found[number].append(Honour(choice.name, place))
    return {number: tuple(honours) for number, honours in found.items()}
