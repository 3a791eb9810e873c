"""The dates of tournament files, which programs write in many ways."""

from __future__ import annotations

import re
from datetime import date

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

_SEPARATOR = r"\s*[./-]\s*"
_YEAR, _MONTH, _DAY, _SHORT_YEAR = r"(?P<year>\d{4})", r"(?P<month>\d{1,2})", r"(?P<day>\d{1,2})", r"(?P<year>\d\d)"
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
        rf"{_SHORT_YEAR}[/-]{_MONTH}[/-]{_DAY}",  # 20/05/29, as in record 132
        rf"{_DAY}\.\s*{_MONTH}\.\s*{_SHORT_YEAR}",  # 29.5.20
        rf"{_YEAR}{_SEPARATOR}{_MONTH}(?!{_SEPARATOR}\d)",  # 2020/05
    )
]


def read_day(text: str) -> tuple[int, int, int] | None:
    """Return (year, month, day) of the date in a text, with day 0 if only the month is known; None for anything else.

    Of two-digit years, 50 to 99 are those of the last century.
    """
    for form in FORMS:
        if (found := form.search(text)) and (day := _checked_day(found.groupdict())):
            return day
    return None


def _checked_day(parts: dict[str, str]) -> tuple[int, int, int] | None:
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
