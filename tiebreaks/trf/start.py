"""The first day of a tournament file, and the edition of the rules that follows from it."""

from collections.abc import Mapping

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.dates import choose_day, edition_in_force, read_day
from tiebreaks.trf.line import Line, content_of
from tiebreaks.trf.oddities import Oddities

UNCLEAR_DAY = sentence(
    "day-unclear",
    gettext_noop(
        "“{text}” is read as {day}; if it means {other}, other rules apply. A year with four digits says which."
    ),
)


def read_start(records: Mapping[str, Line], odd: Oddities) -> tuple[str, str]:
    """Return the first day as in the file and the edition in force; note a day that may be one under other rules."""
    code = next((code for code in ("042", "052", "132") if content_of(records, code)), "042")
    text, others = content_of(records, code), (content_of(records, other) for other in ("052", "132") if other != code)
    day, other = choose_day(text, others)
    if day and other:
        read, unlike = (f"{year}/{month:02}/{number:02}" for year, month, number in (day, other))
        note = Refusal(UNCLEAR_DAY, line=records[code].number, field=code, text=text, day=read, other=unlike)
        odd.note(note)
    start = content_of(records, "042")
    if day and start and day != read_day(start):
        start = f"{day[0]}/{day[1]:02}/{day[2]:02}"
    return start, edition_in_force(day)
