"""The dates of tournament files, which programs write in many ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date

from tiebreaks.facts.crosstable import DUMMY_EDITIONS, EDITIONS

# The first three letters of English and German names of months.
MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb", "mar mär mrz", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"),
        start=1,
    )
    for name in names.split()
}
EARLIEST, LATEST = 1850, 2150
LATEST_LIKELY = int(EDITIONS[-1][:4]) + 1  # of two-digit years: the year after the newest rules

type Day = tuple[int, int, int]

_SEPARATOR = r"\s*[./-]\s*"
_YEAR, _MONTH, _DAY, _SHORT_YEAR = r"(?P<year>\d{4})", r"(?P<month>\d{1,2})", r"(?P<day>\d{1,2})", r"(?P<year>\d\d)"
_SHORT_YEAR_FIRST = rf"{_SHORT_YEAR}[/-]{_MONTH}[/-]{_DAY}"
_SHORT_YEAR_LAST = rf"{_DAY}[/-]{_MONTH}[/-]{_SHORT_YEAR}"
_LONG_YEAR_LAST = rf"{_MONTH}[/-]{_DAY}[/-]{_YEAR}"
_NAME = r"(?P<name>[^\W\d_]{3,9})\.?"
FORMS = [
    re.compile(rf"(?<!\d){form}(?!\d)")
    for form in (
        rf"{_YEAR}{_SEPARATOR}{_MONTH}{_SEPARATOR}{_DAY}",  # 2020/05/29
        rf"{_DAY}{_SEPARATOR}{_MONTH}{_SEPARATOR}{_YEAR}",  # 29. 05. 2020
        rf"{_MONTH}/{_DAY}/{_YEAR}",  # 05/29/2020, where no month could be the 29th
        r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)",  # 20200529
        rf"{_NAME}\s+{_DAY}(?:st|nd|rd|th)?,?\s+{_YEAR}",  # May 29, 2020
        rf"{_DAY}(?:st|nd|rd|th|\.)?\s*-?{_NAME},?\s*-?{_YEAR}",  # 29 May 2020, 29. Mai 2020
        _SHORT_YEAR_FIRST,  # 20/05/29, as in record 132
        _SHORT_YEAR_LAST,  # 31/05/20, where no date begins with the year
        rf"{_DAY}\.\s*{_MONTH}\.\s*{_SHORT_YEAR}",  # 29.5.20
        rf"{_YEAR}{_SEPARATOR}{_MONTH}(?!{_SEPARATOR}\d)",  # 2020/05
    )
]
SHORT_YEAR_FIRST, SHORT_YEAR_LAST, MONTH_FIRST = (
    re.compile(rf"(?<!\d){form}(?!\d)") for form in (_SHORT_YEAR_FIRST, _SHORT_YEAR_LAST, _LONG_YEAR_LAST)
)
LONGEST_BETWEEN = 31  # days between two dates of one file that confirm each other


def read_day(text: str) -> Day | None:
    """Return (year, month, day) of the date in a text, with day 0 if only the month is known; None for anything else.

    Of two-digit years, 50 to 99 are those of the last century.
    """
    return next(iter(possible_days(text)), None)


def possible_days(text: str) -> tuple[Day, ...]:
    """Return the ways to read the date in a text, the likeliest first: 24/08/01 may also be the 24th of August 2001.

    Three short numbers with slashes are year, month, day, as in record 132, unless that lies in too late a year. Before
    a year of four digits the day comes first, though 03/01/2026 may also be the 1st of March.
    """
    days = _days_in(FORMS, text)
    if not days:
        return ()
    if not SHORT_YEAR_FIRST.search(text):
        return tuple(dict.fromkeys((days[0], *_days_in((MONTH_FIRST,), text))))
    both = tuple(dict.fromkeys((days[0], *_days_in((SHORT_YEAR_LAST,), text))))
    return tuple(sorted(both, key=lambda day: day[0] > LATEST_LIKELY))


def choose_day(text: str, others: Iterable[str]) -> tuple[Day | None, Day | None]:
    """Return the date in a text, and another reading under other rules that no date among the `others` rules out."""
    days, known = possible_days(text), [days for each in others if (days := possible_days(each))]
    near = [day for day in days if any(abs(day[0] - other[0][0]) <= 1 for other in known)]
    if len(near) > 1:  # in the same year: only another date that can be read in one way in that year tells the month
        likely = [[day for day in other if abs(day[0] - days[0][0]) <= 1] for other in known]
        near = [day for day in days if any(_are_close(day, other[0]) for other in likely if len(other) == 1)]
    if len(near) == 1:
        return near[0], None
    unlike = [day for day in days[1:] if edition_in_force(day) != edition_in_force(days[0])]
    return next(iter(days), None), next(iter(unlike), None)


def _are_close(one: Day, other: Day) -> bool:
    first, second = (date(year, month, day or 1) for year, month, day in (one, other))
    return abs((first - second).days) <= LONGEST_BETWEEN


def edition_in_force(day: Day | None) -> str:
    """Return the edition of the rules in force on a date, the current one without a date."""
    if day is None:
        return EDITIONS[-1]
    if day < (2023, 9):
        return "pre-2023"
    return max(edition for edition in DUMMY_EDITIONS if edition <= f"{day[0]:04}-{day[1]:02}")


def write_round_days(days: Mapping[int, str]) -> str:
    """Return the dates of rounds as record 132 has them after its code: ten columns for each, from column 92 on."""
    cells = "".join(f"{days.get(round_number, ''):10}" for round_number in range(1, max(days, default=0) + 1))
    return f"{'':87}{cells}".rstrip()


def read_round_days(text: str) -> list[tuple[int, object]]:
    """Return the dates of a record 132, each with its column from the right end: the text may come without indent."""
    return [(found.start() - len(text), read_day(found[0]) or found[0]) for found in re.finditer(r"\S+", text)]


def _days_in(forms: Iterable[re.Pattern[str]], text: str) -> tuple[Day, ...]:
    return tuple(day for form in forms if (found := form.search(text)) and (day := _checked_day(found.groupdict())))


def _checked_day(parts: dict[str, str]) -> Day | None:
    """Return the date if there is such a day. 2020/05/00 stands for an unknown day."""
    year, day = int(parts["year"]), int(parts.get("day", 0))
    if len(parts["year"]) == 2:
        year += 1900 if year >= 50 else 2000
    month = MONTHS.get(parts["name"][:3].lower(), 0) if "name" in parts else int(parts["month"])
    try:
        date(year, month, day or 1)
    except ValueError:
        return None
    return (year, month, day) if EARLIEST <= year <= LATEST else None
