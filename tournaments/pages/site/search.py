"""What a search of the whole site finds: events, and the people and teams in them."""

from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Case, Q, QuerySet, Value, When
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan
from django.urls import reverse

from tournaments.domain.players.name_matching import search_words
from tournaments.models import Event, Player, Team
from tournaments.pages.site.event_list import EventCard, event_cards
from tournaments.wording import dates as dates_wording

SHORTEST, LONGEST = 2, 40  # letters of a search
EVENTS_OF_A_PAGE, PEOPLE_OF_A_PAGE = 12, 50
LAST_PAGE = 1000

# Whom everybody may find: nobody by a name that their event hides, nobody in an event that is hidden.
FINDABLE = Q(event__is_public=True)
NAMED = FINDABLE & Q(pseudonym="", is_withheld=False)


class Hit(NamedTuple):
    """A person found: the address of their card, and their event."""

    name: str
    address: str
    event: str
    dates: str


class SearchView(NamedTuple):
    """`is_short` tells that nothing was looked for, `next_page` is 0 on the last one."""

    text: str
    is_short: bool
    events: tuple[EventCard, ...] = ()
    people: tuple[Hit, ...] = ()
    page: int = 1
    next_page: int = 0


class FoundName(NamedTuple):
    """A player or a team as the database finds them."""

    event: int
    number: int
    name: str
    is_team: bool


def search_view(events: QuerySet[Event], text: str, page: int = 1) -> SearchView:
    """Return a page of what is found in these events; people and teams are found in public ones alone. Six queries."""
    text = " ".join(text.split())[:LONGEST]
    ways = search_words(text)
    if max(len("".join(words)) for words in ways) < SHORTEST:
        return SearchView(text, is_short=True)
    page = max(1, min(page, LAST_PAGE))
    named = events.filter(has_words(ways)).order_by("status", "-listed_at", "name", "pk")
    found_events = cut(named, page, EVENTS_OF_A_PAGE)
    found_people = cut(find_people(ways), page, PEOPLE_OF_A_PAGE)
    has_more = len(found_events) > EVENTS_OF_A_PAGE or len(found_people) > PEOPLE_OF_A_PAGE
    return SearchView(
        text=text,
        is_short=False,
        events=event_cards(found_events[:EVENTS_OF_A_PAGE]),
        people=list_hits([FoundName(*row[:4]) for row in found_people[:PEOPLE_OF_A_PAGE]]),
        page=page,
        next_page=page + 1 if has_more and page < LAST_PAGE else 0,
    )


def cut(rows: QuerySet[Any, Any], page: int, most: int) -> list[Any]:
    """Return the rows of a page, and one more where there is another page."""
    return list(rows[(page - 1) * most : page * most + 1])


def find_people(ways: list[list[str]]) -> QuerySet[Any, Any]:
    """Return players and teams: those whose names begin with the words first, then those of the newest events."""
    players, teams = select(Player, NAMED, ways, is_team=False), select(Team, FINDABLE, ways, is_team=True)
    order = ("-begins", "-event__listed_at", "search_key", "event", "number")
    return players.union(teams, all=True).order_by(*order)


def select(
    model: type[Player | Team], visible: Q, ways: list[list[str]], *, is_team: bool
) -> QuerySet[Any, tuple[Any, ...]]:
    begins = Case(When(has_words(ways, before=" "), then=1), default=0)
    rows = model._default_manager.filter(visible & has_words(ways)).order_by()
    rows = rows.annotate(is_team=Value(is_team), begins=begins)
    found: QuerySet[Any, tuple[Any, ...]] = rows.values_list(
        "event", "number", "name", "is_team", "begins", "event__listed_at", "search_key"
    )
    return found


def has_words(ways: list[list[str]], before: str = "") -> Q:
    """Match search keys with all words of one way to type them, anywhere or where a word begins."""
    at = [Q(*(GreaterThan(StrIndex("search_key", Value(before + word)), 0) for word in words)) for words in ways]
    return reduce(or_, at)


def list_hits(people: list[FoundName]) -> tuple[Hit, ...]:
    """Return people and teams with their events. One query."""
    events = Event.objects.in_bulk({found.event for found in people})
    hits = ((found, events[found.event]) for found in people if found.event in events)
    return tuple(
        Hit(
            found.name,
            reverse(choose_page(event, is_team=found.is_team), args=[event.slug, found.number]),
            event.name,
            dates_wording.write_days(event.starts_on, event.ends_on),
        )
        for found, event in hits
    )


def choose_page(event: Event, *, is_team: bool) -> str:
    """Name the address of a card; in an event of teams the players have another one than the teams."""
    return "individual" if event.of_teams and not is_team else "player"
