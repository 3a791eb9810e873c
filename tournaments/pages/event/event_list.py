"""The list of events as values."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, F, QuerySet

from tournaments.models import Event, Series
from tournaments.queries.progress import Progress, read_progress_by_event
from tournaments.wording import dates as dates_wording


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

    @property
    def done(self) -> int:
        """Count the rounds that are complete."""
        return self.progress.round - (self.progress.results_in < self.progress.boards)


def order_events(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return events with what their cards need, the newest first."""
    counted = events.select_related("series").annotate(entrants=Count("players"))
    return counted.order_by(F("starts_on").desc(nulls_last=True), "name", "pk")


def event_cards(events: Iterable[Event]) -> tuple[EventCard, ...]:
    """Return the cards of events from `order_events`, those in play first. Two or three queries."""
    events = list(events)
    progress = read_progress_by_event(events)
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
        )
        for event in events
    )
