"""Who belongs to a category, and the places inside it.

Ages are those of FIDE: a youth category U18 takes who has not turned 18 before 1 January of the event's year, a senior
category S65 whoever turns 65 by 31 December of it. Both need the year of birth alone, which stays private: what a page
shows is membership. So does the club of a player whose name is withheld: who wins is the same for everybody. A player
whose sex, birth date or rating is unknown belongs to no category that depends on it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

from tiebreaks.facts.crosstable import Crosstable, Player
from tournaments.access import audience
from tournaments.domain.event.categories import CategoryRule
from tournaments.domain.players.birth import birth_year
from tournaments.models import Category, Event


class PlacedRow(Protocol):
    """A line of a table, of the core's or of a page's."""

    @property
    def number(self) -> int: ...

    @property
    def rank(self) -> int: ...


class Known(NamedTuple):
    """What rules know besides the player: the year that ages are counted for, and the facts of the event."""

    year: int | None
    facts: Crosstable


def is_woman(_category: Category, player: Player, _known: Known) -> bool:
    return player.sex.lower() in ("w", "f")


def is_young(category: Category, player: Player, known: Known) -> bool:
    born = birth_year(player.birth_date)
    return bool(born and known.year and category.age and born >= known.year - category.age)


def is_senior(category: Category, player: Player, known: Known) -> bool:
    born = birth_year(player.birth_date)
    return bool(born and known.year and category.age and born <= known.year - category.age)


def is_in_rating_group(category: Category, player: Player, known: Known) -> bool:
    rating = known.facts.rating_of(player)
    if not rating:
        return False
    return (category.lowest or 0) <= rating and (category.highest is None or rating <= category.highest)


def is_of_club(category: Category, player: Player, _known: Known) -> bool:
    return player.club.casefold() == category.text.casefold()


def is_of_federation(category: Category, player: Player, _known: Known) -> bool:
    return player.federation.casefold() == category.text.casefold()


def is_named(category: Category, player: Player, _known: Known) -> bool:
    return player.number in category.numbers


RULES: Mapping[str, Callable[[Category, Player, Known], bool]] = {
    CategoryRule.WOMEN: is_woman,
    CategoryRule.YOUTH: is_young,
    CategoryRule.SENIORS: is_senior,
    CategoryRule.RATING: is_in_rating_group,
    CategoryRule.CLUB: is_of_club,
    CategoryRule.FEDERATION: is_of_federation,
    CategoryRule.LIST: is_named,
}
OF_ORIGIN = {CategoryRule.CLUB, CategoryRule.FEDERATION}


def find_event_year(event: Event) -> int | None:
    """Return the year that ages are counted for, None for an event without a date."""
    return event.starts_on.year if event.starts_on else None


def find_members(category: Category, facts: Crosstable, year: int | None) -> frozenset[int]:
    """Return the numbers of those who belong to a category. Ratings are those of the event, clubs are as entered.

    Where another server keeps the event, a category names its members: what decides about them stays there.
    """
    if category.numbers:
        return frozenset(player.number for player in facts.players.values() if player.number in category.numbers)
    belongs, known = RULES[category.rule], Known(year, facts)
    return frozenset(player.number for player in facts.players.values() if belongs(category, player, known))


def read_members(event: Event, facts: Crosstable) -> dict[Category, frozenset[int]]:
    """Return the categories of an event in their order, each with its members who are not expelled.

    One query; two where a category goes by clubs or federations.
    """
    year, gone, own = find_event_year(event), facts.find_expelled(), list(event.categories.all())
    if any(category.rule in OF_ORIGIN for category in own):
        facts = with_origins(event, facts)
    return {category: find_members(category, facts, year) - gone for category in own}


def with_origins(event: Event, facts: Crosstable) -> Crosstable:
    """Return the facts with the clubs and federations that they lack for the public; those of teams lack none."""
    if facts.team_event is not None:
        return facts
    known = {
        number: facts.players[number]._replace(club=club, federation=federation)
        for number, (club, federation) in audience.read_hidden_origins(event).items()
        if number in facts.players
    }
    return facts._replace(players={**facts.players, **known})


def compute_places(rows: Iterable[PlacedRow], numbers: frozenset[int]) -> dict[int, int]:
    """Return the place inside a category by number: as in the table, ties stay shared."""
    places: dict[int, int] = {}
    last, place = 0, 0
    for index, row in enumerate((row for row in rows if row.number in numbers), 1):
        if row.rank != last:
            last, place = row.rank, index
        places[row.number] = place
    return places
