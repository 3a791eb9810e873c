"""The months that rating lists are for, as FIDE writes them: NOV26. FIDE's lists are valid for a month."""

import re
from datetime import date

type Month = tuple[int, int]  # the year and the month

NAMES = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")


def month_of(day: date) -> Month:
    return day.year, day.month


def read_month(dated: str) -> Month | None:
    """Return the month that a list names; None for another text."""
    found = re.fullmatch(r"([A-Z]{3})([0-9]{2})", dated)
    return (2000 + int(found[2]), 1 + NAMES.index(found[1])) if found and found[1] in NAMES else None


def write_month(month: Month) -> str:
    return f"{NAMES[month[1] - 1]}{month[0] % 100:02}"
