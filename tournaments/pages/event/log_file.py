"""The log of an event as a file, in parts: a log has no bound, and no process need hold all of it."""

import json
from collections.abc import Iterable, Iterator
from itertools import batched, chain
from typing import Any, cast
from zoneinfo import ZoneInfo

from tournaments.formats import list_writer
from tournaments.models import Event, Game, LogEntry
from tournaments.pages.event.log import LogFilter, filter_entries

HEADS = (
    *("line", "version", "time", "person", "role", "action", "round", "board"),
    *("before", "after", "reason", "address"),
)
AT_ONCE = 500  # lines


def log_rows(event: Event, wanted: LogFilter) -> Iterator[tuple[Any, ...]]:
    """Yield every line that fits the filter as it is stored, under HEADS, the oldest first."""
    zone = ZoneInfo(event.time_zone)
    games = Game.objects.filter(round__event=event).values_list("pk", "round__number", "board")
    places: dict[int | None, list[int | None]] = {pk: place for pk, *place in games}
    for entry in read_lines(event, wanted):
        entered_at = (entry.stored_answer.get("at") or [None, None])[:2]
        number, board = places.get(entry.game_id, entered_at)
        yield (
            *(entry.pk, entry.version, entry.at.astimezone(zone).isoformat(timespec="seconds")),
            *(entry.actor_name, entry.role, entry.action, number, board),
            *(entry.before, entry.after, entry.reason, entry.address),
        )


def read_lines(event: Event, wanted: LogFilter) -> Iterator[LogEntry]:
    """Yield the lines in their order. No query stays open while a slow client reads what was found."""
    entries = filter_entries(event, wanted).order_by("pk")
    part = list(entries[:AT_ONCE])
    while part:
        yield from part
        part = list(entries.filter(pk__gt=part[-1].pk)[:AT_ONCE]) if len(part) == AT_ONCE else []


def csv_parts(rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
    """Write rows of the log as a list."""
    return list_writer.csv_parts(chain([HEADS], ([cell_value(value) for value in row] for row in rows)))


def cell_value(value: object) -> list_writer.Cell:
    """Write a value of the log into a cell."""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return cast("list_writer.Cell", value)


def json_parts(event: Event, rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
    """Write an object with the event and its lines, as `json.dumps` with an indent of 1 does."""
    yield f'{{\n "event": {json.dumps(event.slug)},\n "lines": ['.encode()
    comma, end = "", "]"
    for part in batched(rows, AT_ONCE):
        lines = [json.dumps(dict(zip(HEADS, row, strict=True)), ensure_ascii=False, indent=1) for row in part]
        yield (comma + "\n" + ",\n".join(lines)).replace("\n", "\n  ").encode()
        comma, end = ",", "\n ]"
    yield f"{end}\n}}".encode()
