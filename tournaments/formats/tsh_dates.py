"""The days of an event in a configuration of tsh, whose `event_date` is a text for people."""

import re
from datetime import date

from tiebreaks.trf.dates import read_day

ONE_MONTH = re.compile(r"(?<![\d./-])(\d{1,2})\.?\s*(?:-|–|—|to|bis|au)\s*(\d{1,2})(?![\d/-])")
TWO_DATES = re.compile(r"\s+(?:-|to|bis|au)\s+|\s*[–—]\s*")

type Period = tuple[date | None, date | None]


def read_period(text: str) -> Period:
    """Return the first and the last day: of "27.-30. November 2026", "28 Nov - 1 Dec 2026", or of a single date.

    The last is None where one day is stated, and both are where two are, of which one can’t be read.
    """
    if within := ONE_MONTH.search(text):
        ends = [text[: within.start()] + day + text[within.end() :] for day in within.groups()]
    else:
        ends = TWO_DATES.split(text, maxsplit=1)
    last = read_date(ends[-1])
    if len(ends) == 1 or last is None:
        return (last, None) if len(ends) == 1 else (None, None)
    first = read_date(ends[0]) or read_date(f"{ends[0]} {last.year}") or read_date(f"{ends[0]}{last.year}")
    return (first, last) if first and first <= last else (None, None)


def read_date(text: str) -> date | None:
    year, month, day = read_day(text) or (0, 0, 0)
    try:
        return date(year, month, day) if day else None
    except ValueError:
        return None


def write_period(first: date | None, last: date | None) -> str | None:
    """Return the days of an event as `read_period` reads them, None without a first day."""
    if first is None:
        return None
    return first.isoformat() if last in (None, first) else f"{first.isoformat()} – {last.isoformat()}"
