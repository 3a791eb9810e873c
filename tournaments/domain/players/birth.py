"""The year of birth, which ages are counted by."""

import re

YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")


def birth_year(text: str) -> int | None:
    """Find the year in a date of birth as files write it: 2008/03/14, 14.03.2008, 2008."""
    match = YEAR.search(text)
    return int(match[0]) if match else None
