"""The head of an event's table, for its card on the first page."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import get_language

from tournaments.access.reader import Reader
from tournaments.models import Event
from tournaments.operation.bounded_cache import BoundedCache
from tournaments.pages.standings.columns import list_columns, write_criterion_value
from tournaments.queries.standings.endings import has_started, is_knock_out
from tournaments.queries.standings.standings import TableKey, make_key, read_standings

SHOWN = 5
RANKED_AT_ONCE = 4  # by one page: a table that this process does not have may take a tenth of a second
REMEMBERED = 1000  # heads of tables


class Leader(NamedTuple):
    place: int
    name: str
    points: str


type Head = tuple[Leader, ...]

# By language too, which writes decimals in its own way.
_heads: BoundedCache[tuple[TableKey, str], Head] = BoundedCache("heads of tables", REMEMBERED)


def read_heads(events: Iterable[Event]) -> dict[int, Head | None]:
    """Return the heads of the tables of events, by id: all that this process knows, and the first few others.

    The next visitor gets some more; until then they are None.
    """
    found: dict[int, Head | None] = {}
    ranked = 0
    for event in events:
        key = make_key(Reader(event), None), get_language() or ""
        head = _heads.get(key)
        if head is None and ranked < RANKED_AT_ONCE:
            ranked += 1
            head = list_leaders(event)
            _remember(key, head)
        found[event.pk] = head
    return found


def _remember(key: tuple[TableKey, str], head: Head) -> None:
    """Keep the head of a table instead of its older ones."""
    table, language = key
    with _heads.lock:
        for old, _ in _heads.items():
            if (old[0].series, old[1]) == (table.series, language):
                _heads.drop(old)
        _heads.put(key, head)


def list_leaders(event: Event) -> Head:
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
