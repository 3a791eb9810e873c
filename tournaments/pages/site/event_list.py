"""The list of events as values."""

from collections.abc import Iterable
from typing import NamedTuple

from django.core.paginator import Paginator
from django.db.models import Case, Count, QuerySet, When
from django.utils import timezone

from tournaments.access.reader import Reader
from tournaments.domain.choices import EventStatus
from tournaments.domain.event.notices import Notice
from tournaments.models import Event, Player, Series, Team
from tournaments.pages.rounds.bracket import SeatView
from tournaments.pages.site.leaders import Head, Leader, read_heads
from tournaments.queries.event.event_order import find_status, order_events
from tournaments.queries.event.notices import read_notice
from tournaments.queries.event.progress import Progress, read_progress_by_event
from tournaments.wording import dates as dates_wording

WINNERS = 3  # of a finished event
CARDS_OF_A_PAGE = 24  # of each section


class EventCard(NamedTuple):
    """A card; of an event of teams it counts these and not their players."""

    slug: str
    name: str
    accent: str
    place: str
    dates: str
    discipline: str
    players: int
    progress: Progress
    status: EventStatus
    is_public: bool
    section: str = ""
    series: Series | None = None
    head: Head = Head()
    teams: int = 0
    notice: Notice | None = None

    @property
    def is_running(self) -> bool:
        return self.status == EventStatus.RUNNING

    @property
    def is_over(self) -> bool:
        return self.status == EventStatus.OVER

    @property
    def leaders(self) -> tuple[Leader, ...]:
        """Return the winners, or who leads while no duels are played."""
        return self.head.leaders[:WINNERS] if self.is_over else () if self.duels else self.head.leaders

    @property
    def duels(self) -> tuple[tuple[SeatView, SeatView], ...]:
        return () if self.is_over else self.head.duels

    @property
    def done(self) -> int:
        """Count the rounds that are complete."""
        return self.progress.round - (self.progress.results_in < self.progress.boards)


class CardKey(NamedTuple):
    """What a card shows: an event at a version, its series, which changes without it, and whether a notice is over."""

    event: int
    epoch: str
    version: int
    series: str | None
    series_name: str | None
    is_notice_over: bool = False


class Section(NamedTuple):
    """A page of the events of one status: the keys of their cards, in their order."""

    status: EventStatus
    keys: tuple[CardKey, ...]
    number: int
    pages: Paginator  # type: ignore[type-arg]  # no type argument at run time

    @property
    def name(self) -> str:
        return self.status.name.lower()

    @property
    def numbers(self) -> list[int | str]:
        """Return the numbers of some pages: the first and last ones, those beside this one, and an ellipsis between."""
        return list(self.pages.get_elided_page_range(self.number))


def list_sections(events: QuerySet[Event], only: str = "", number: str | None = None) -> tuple[Section, ...]:
    """Return the first page of each section that has events, or one page of one. A query, and one for each section."""
    counts = dict(events.order_by().values_list("status").annotate(count=Count("pk")))
    chosen = [each for each in EventStatus if counts.get(each) and only in ("", each.name.lower())]
    return tuple(read_section(events, each, counts[each], number if only else None) for each in chosen)


def read_section(events: QuerySet[Event], status: EventStatus, count: int, number: str | None) -> Section:
    """Return a page of the events of a status, which have been counted."""
    is_over = Case(When(notice_until__lte=timezone.now(), then=True), default=False)
    rows = order_events(events, status).values_list("pk", "epoch", "version", "series__slug", "series__name", is_over)
    pages = Paginator(rows, CARDS_OF_A_PAGE)
    pages.count = count
    page = pages.get_page(number)
    return Section(status, tuple(CardKey(*row) for row in page), page.number, pages)


def event_cards(events: Iterable[Event]) -> tuple[EventCard, ...]:
    """Return the cards of events in their order. Three to five queries."""
    events = list(events)
    progress = read_progress_by_event(map(Reader, events))
    players = count_members(Player, events)
    of_teams = [event for event in events if event.of_teams]
    teams = count_members(Team, of_teams) if of_teams else {}
    series = Series.objects.in_bulk({event.series_id for event in events if event.series_id})
    return tuple(
        EventCard(
            slug=event.slug,
            name=event.name,
            accent=event.accent,
            place=event.place,
            dates=dates_wording.write_days(event.starts_on, event.ends_on),
            discipline=event.get_discipline_display(),
            players=players.get(event.pk, 0),
            teams=teams.get(event.pk, 0),
            progress=progress[event.pk],
            status=find_status(event, progress[event.pk]),
            is_public=event.is_public,
            section=event.section,
            series=series.get(event.series_id or 0),
            notice=read_notice(event),
        )
        for event in events
    )


def show_heads(events: Iterable[Event]) -> tuple[tuple[Event, EventCard], ...]:
    """Return events with their cards, which have the heads of their tables, of finished ones the winners."""
    events = list(events)
    cards = list(zip(events, event_cards(events), strict=True))
    heads = read_heads(event for event, card in cards if card.progress.round or card.is_over)
    return tuple((event, card._replace(head=heads.get(event.pk, Head()))) for event, card in cards)


def count_members(model: type[Player | Team], events: list[Event]) -> dict[int, int]:
    return dict(model.objects.filter(event__in=events).order_by().values_list("event").annotate(count=Count("pk")))
