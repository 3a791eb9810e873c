"""What was published when rounds were closed, and whether the tables of today still agree with it."""

import datetime
from typing import Any, NamedTuple

from tiebreaks.output.as_json import exact_text as exact
from tournaments.access.reader import Reader
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, LogEntry
from tournaments.operation.release import VERSION, release
from tournaments.queries.standings.standings import read_standings

SETTINGS = ("order", "edition", "points")


class Closing(NamedTuple):
    """A closed round: when and by whom, and which players stand or count differently now."""

    round: int
    at: datetime.datetime
    by: str
    differs: tuple[int, ...]
    moved: bool  # the order, the edition or the points are others now


def read_closings(reader: Reader) -> dict[int, Closing]:
    """Return each closed round with its newest closing, compared with the table of today. Names nobody."""
    newest = {
        entry.new_values["round"]: entry for entry in reader.event.log.filter(action=LogAction.CLOSE).order_by("pk")
    }
    return {number: compare_closing(reader, entry) for number, entry in newest.items()}


def is_closed(event: Event, number: int) -> bool:
    """Tell whether a round has been closed. One query."""
    return event.log.filter(action=LogAction.CLOSE, after__round=number).exists()


def read_closing(reader: Reader, number: int) -> Closing | None:
    """Return the newest closing of a round, compared with today's table; None if it was never closed."""
    entry = reader.event.log.filter(action=LogAction.CLOSE, after__round=number).first()
    return compare_closing(reader, entry) if entry else None


def compare_closing(reader: Reader, entry: LogEntry) -> Closing:
    """Compare the table that the log keeps with what is computed now."""
    then, number = entry.new_values, entry.new_values["round"]
    if reader.event.rounds.filter(number=number).exists():
        now = compute_evidence(reader, number)
    else:
        now = {"table": [], **{setting: then[setting] for setting in SETTINGS}}
    lines = [{line[1]: (line[0], tuple(line[2])) for line in table} for table in (then["table"], now["table"])]
    differs = tuple(sorted(n for n in lines[0].keys() | lines[1].keys() if lines[0].get(n) != lines[1].get(n)))
    moved = any(then[setting] != now[setting] for setting in SETTINGS)
    return Closing(number, entry.at, entry.actor_name, differs, moved)


def has_changed_since(reader: Reader, number: int | None, withheld: tuple[int, ...] = ()) -> bool:
    """Tell whether the table after a round is another one than when the round was closed.

    The public does not learn it while results are withheld.
    """
    event = reader.event
    if number is None or (withheld and not reader.is_staff):
        return False
    if event.mirrored:
        return number in event.mirrored["statements"]["differs"]
    closing = read_closing(reader, number)
    return bool(closing and closing.differs)


def compute_evidence(reader: Reader, number: int) -> dict[str, Any]:
    """Return the table after a round as the log keeps it: numbers and exact values, no names."""
    event = reader.event
    rows = read_standings(reader, number).rows
    return {
        "round": number,
        "version": event.version,
        "order": event.tiebreaks,
        "edition": event.edition,
        "points": [str(getattr(event, f"{kind}_points")) for kind in ("win", "draw", "loss", "bye")],
        "program": f"{VERSION} {release()}",
        "table": [[row.rank, row.number, [exact(value) for value in row.values]] for row in rows],
    }
