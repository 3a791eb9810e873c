"""What a search of the whole site finds: events, and the people and teams in them."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from django.db.models import QuerySet
from django.urls import reverse

from tournaments.models import Event
from tournaments.pages.site.event_list import EventCard, event_cards
from tournaments.queries.site.name_index import NameEntry, find_entries, fold, read_words
from tournaments.wording import dates as dates_wording

SHORTEST, LONGEST = 2, 40  # letters of a search
NEWEST = 300  # events that are looked through
MOST_EVENTS, MOST_PEOPLE = 12, 50


class Hit(NamedTuple):
    """A person found: the address of their card, and their event."""

    name: str
    address: str
    event: str
    dates: str


class SearchView(NamedTuple):
    """`is_short` tells that nothing was looked for, `has_more` that not everybody who was found is shown."""

    text: str
    is_short: bool
    events: tuple[EventCard, ...] = ()
    people: tuple[Hit, ...] = ()
    has_more: bool = False


def search_view(events: QuerySet[Event], text: str) -> SearchView:
    """Return what is found in the newest of these events; people and teams are found in public ones alone."""
    text = " ".join(text.split())[:LONGEST]
    words = read_words(text)
    if len("".join(words.spelled_out)) < SHORTEST:
        return SearchView(text, is_short=True)
    newest = list(events.order_by("-starts_on", "name", "pk")[:NEWEST])
    named = (event for event in newest if words.matches(fold(f"{event.name} {event.place}")))
    found = find_entries(newest, words)
    return SearchView(
        text=text,
        is_short=False,
        events=event_cards(islice(named, MOST_EVENTS)),
        people=list_hits(newest, found[:MOST_PEOPLE]),
        has_more=len(found) > MOST_PEOPLE,
    )


def list_hits(events: Sequence[Event], entries: Sequence[NameEntry]) -> tuple[Hit, ...]:
    """Return people and teams with their events."""
    by_key = {event.pk: event for event in events}
    return tuple(
        Hit(
            entry.name,
            reverse(choose_page(by_key[entry.event], entry), args=[by_key[entry.event].slug, entry.number]),
            by_key[entry.event].name,
            dates_wording.write_days(by_key[entry.event].starts_on, by_key[entry.event].ends_on),
        )
        for entry in entries
    )


def choose_page(event: Event, entry: NameEntry) -> str:
    """Name the address of a card; in an event of teams the players have another one than the teams."""
    return "individual" if event.of_teams and not entry.is_team else "player"
