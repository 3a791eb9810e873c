"""The list of events as values."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, F, QuerySet

from tournaments.access.reader import Reader
from tournaments.models import Event, Series
from tournaments.pages.site.leaders import SHOWN, Head, read_heads
from tournaments.queries.event.progress import Progress, read_progress_by_event
from tournaments.wording import dates as dates_wording

WINNERS = 3  # of a finished event


class EventCard(NamedTuple):
    slug: str
    name: str
    accent: str
    place: str
    dates: str
    discipline: str
    players: int
    progress: Progress
    is_public: bool
    section: str = ""
    series: Series | None = None
    is_final: bool = False
    leaders: Head = ()

    @property
    def is_running(self) -> bool:
        return self.progress.round > 0 and not self.is_over

    @property
    def is_over(self) -> bool:
        return self.progress.finished or self.is_final

    @property
    def done(self) -> int:
        """Count the rounds that are complete."""
        return self.progress.round - (self.progress.results_in < self.progress.boards)


def order_events(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return events with the data of their cards, the newest first."""
    counted = events.select_related("series").annotate(entrants=Count("players"))
    return counted.order_by(F("starts_on").desc(nulls_last=True), "name", "pk")


def event_cards(events: Iterable[Event]) -> tuple[EventCard, ...]:
    """Return the cards of events from `order_events`, those in play first. Two or three queries."""
    events = list(events)
    progress = read_progress_by_event(map(Reader, events))
    events.sort(key=lambda event: progress[event.pk].finished)
    return tuple(
        EventCard(
            slug=event.slug,
            name=event.name,
            accent=event.accent,
            place=event.place,
            dates=dates_wording.write_days(event.starts_on, event.ends_on),
            discipline=event.get_discipline_display(),
            players=event.entrants,  # type: ignore[attr-defined]  # annotated
            progress=progress[event.pk],
            is_public=event.is_public,
            section=event.section,
            series=event.series,
            is_final=event.is_final,
        )
        for event in events
    )


class CardsByTime(NamedTuple):
    """The cards of a page of the list; each list keeps its order."""

    running: tuple[EventCard, ...]
    coming: tuple[EventCard, ...]
    finished: tuple[EventCard, ...]


def show_heads(events: Iterable[Event]) -> tuple[EventCard, ...]:
    """Return the cards of events with the heads of their tables, of finished ones the winners."""
    by_slug = {event.slug: event for event in events}
    cards = event_cards(by_slug.values())
    begun = [card for card in cards if card.is_running] + [card for card in cards if card.is_over]
    heads = read_heads(by_slug[card.slug] for card in begun)

    def head_of(card: EventCard) -> Head:
        return heads.get(by_slug[card.slug].pk, ())[: WINNERS if card.is_over else SHOWN]

    return tuple(card._replace(leaders=head_of(card)) for card in cards)


def divide_cards(events: Iterable[Event]) -> CardsByTime:
    """Return the cards of events by status: in play, upcoming, finished."""
    cards = show_heads(events)
    return CardsByTime(
        running=tuple(card for card in cards if card.is_running),
        coming=tuple(card for card in cards if not card.is_running and not card.is_over),
        finished=tuple(card for card in cards if card.is_over),
    )
