"""Happenings as lines: for the ticker of a page, for who listens, and for feeds."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone

from tournaments.access.reader import Reader
from tournaments.domain.event.happenings import Happening, HappeningSide, What
from tournaments.models import Event
from tournaments.pages.event.happenings import list_latest
from tournaments.wording import happenings as wording
from tournaments.wording import places

MOST = 5  # lines of a ticker; one says more with a number than with each of a hundred results


class Named(NamedTuple):
    """A side of a result; `arrow` is empty where the place stayed, `move` says it in words, `place` where it is now."""

    number: int
    name: str
    place: str
    trend: str = ""
    arrow: str = ""
    move: str = ""


class TickerLine(NamedTuple):
    """A line: its name, when (`time` is empty on another day), what it is called, the two sides, or a sentence.

    `rows` are the ids of the rows of tables that it is about.
    """

    name: str
    at: datetime
    time: str
    what: str
    place: str
    sides: tuple[Named, ...]
    score: str
    sentence: str
    rows: tuple[str, ...]
    round: int


def write_lines(event: Event, happenings: Iterable[Happening]) -> list[TickerLine]:
    """Return a line for each happening, in the active language and the zone of the event."""
    zone = ZoneInfo(event.time_zone)
    today = timezone.now().astimezone(zone).date()
    return [write_ticker_line(event, each, each.at.astimezone(zone), today) for each in happenings]


def write_ticker_line(event: Event, each: Happening, at: datetime, today: date) -> TickerLine:
    rows = [f"p{side.number}" for side in each.sides]
    if each.board is not None:
        rows.append(f"b{each.board}")
    return TickerLine(
        name=each.name,
        at=at,
        time=f"{at:%H:%M}" if at.date() == today else "",
        what=str(each.what),
        place=wording.name_result(event, each),
        sides=() if each.is_open else tuple(map(name_side, each.sides)),
        score=wording.write_score(each.sides),
        sentence=wording.describe_happening(event, each),
        rows=tuple(rows),
        round=each.round if each.what == What.PUBLISHED else 0,
    )


def name_side(side: HappeningSide) -> Named:
    named = Named(side.number, side.name, places.name_place(side.place))
    if not side.moved:
        return named
    trend = "up" if side.moved > 0 else "down"
    return named._replace(trend=trend, arrow=places.arrow(side.moved), move=places.move(side.moved))


def read_ticker(reader: Reader) -> list[TickerLine]:
    """Return what happened last in an event, as its audience sees it."""
    return write_lines(reader.event, list_latest(reader, MOST))
