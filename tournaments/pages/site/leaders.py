"""The head of an event's table, or its duels, for its card on the first page."""

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.access.reader import Reader
from tournaments.models import Event
from tournaments.pages.rounds.bracket import SeatView, bracket_view, list_current_duels
from tournaments.pages.standings.columns import list_columns, write_criterion_value
from tournaments.queries.standings.endings import has_started, is_knock_out, read_courses
from tournaments.queries.standings.standings import read_standings

SHOWN = 5


class Leader(NamedTuple):
    place: int
    name: str
    points: str


class Head(NamedTuple):
    """What is most worth knowing of an event: the first of its table, or who meets whom once duels decide it."""

    leaders: tuple[Leader, ...] = ()
    duels: tuple[tuple[SeatView, SeatView], ...] = ()


def read_heads(events: Iterable[Event]) -> dict[int, Head]:
    """Return the heads of events, by id. Each table is ranked once for all languages, however many are asked for."""
    return {event.pk: Head(list_leaders(event), list_duels(event)) for event in events}


def list_leaders(event: Event) -> tuple[Leader, ...]:
    """Return the first of the table, as the public sees them; nobody before the first result.

    In a pure knock-out nobody has points.
    """
    ranked = read_standings(Reader(event))
    if not has_started(ranked):
        return ()
    players = ranked.facts.players
    if is_knock_out(ranked):
        return tuple(Leader(row.rank, players[row.number].name, "") for row in ranked.rows[:SHOWN])
    main = next(index for index, column in enumerate(list_columns(ranked.order)) if column.main)
    first = [row for row in ranked.rows[:SHOWN] if row.values]
    chosen = ranked.order[main]
    return tuple(
        Leader(row.rank, players[row.number].name, write_criterion_value(chosen, row.values[main])) for row in first
    )


def list_duels(event: Event) -> tuple[tuple[SeatView, SeatView], ...]:
    """Return the duels that are played now or were played last, none where a table decides."""
    if not read_courses(read_standings(Reader(event))):
        return ()
    return tuple(duel.seats for duel in list_current_duels(bracket_view(Reader(event)))[:SHOWN])
