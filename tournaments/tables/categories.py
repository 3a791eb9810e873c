"""Categories as values: the choices above the standings, and a player's places inside them."""

from typing import NamedTuple

from tournaments import categories, wording


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


def choices_of(event, facts) -> tuple[Choice, ...]:
    """Return the categories of an event in their order. One question."""
    year = categories.year_of(event)
    return tuple(
        Choice(
            category.key,
            category.name,
            wording.category_rule(category, year),
            categories.members(category, facts.players.values(), year),
        )
        for category in event.categories.all()
    )


def places_of(event, ranked, number: int) -> tuple[Inside, ...]:
    """Return the categories that a player belongs to, with his place there. One question."""
    return tuple(
        Inside(choice, categories.inside(ranked.rows, choice.members)[number], len(choice.members))
        for choice in choices_of(event, ranked.facts)
        if number in choice.members
    )
