"""The head of a running event's table, for its card on the first page."""

from typing import NamedTuple

from tournaments.models import Event
from tournaments.pages.standings.columns import list_columns, write_value
from tournaments.queries.endings import has_started, is_knock_out
from tournaments.queries.standings import read_standings

SHOWN = 5


class Leader(NamedTuple):
    place: int
    name: str
    points: str


def list_leaders(event: Event) -> tuple[Leader, ...]:
    """Return the first of the table, as the event's audience sees them; nobody before the first result.

    In a pure knock-out nobody has points.
    """
    ranked = read_standings(event)
    if not has_started(ranked):
        return ()
    players = ranked.facts.players
    if is_knock_out(ranked):
        return tuple(Leader(row.rank, players[row.number].name, "") for row in ranked.rows[:SHOWN])
    main = next(index for index, column in enumerate(list_columns(ranked.order)) if column.main)
    first = [row for row in ranked.rows[:SHOWN] if row.values]
    chosen = ranked.order[main]
    return tuple(Leader(row.rank, players[row.number].name, write_value(chosen, row.values[main])) for row in first)
