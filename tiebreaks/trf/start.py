"""The first day of a tournament file, and the edition of the rules that follows from it."""

from collections.abc import Mapping

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.dates import Day, choose_day, edition_in_force, possible_days, read_day
from tiebreaks.trf.line import Line, content_of
from tiebreaks.trf.oddities import Oddities

UNCLEAR_DAY = sentence(
    "day-unclear",
    gettext_noop(
        "“{text}” is read as {day}; if it means {other}, other rules apply. Write the year first, with four digits,"
        " to make it clear."
    ),
)

ENDS_BEFORE_IT_STARTS = sentence(
    "ends-before-it-starts", gettext_noop("The last day, “{last}”, is before the first one, “{first}”.")
)


def read_start(records: Mapping[str, Line], odd: Oddities) -> tuple[str, str]:
    """Return the first day as in the file and the edition in force; note what its dates leave in doubt."""
    code = next((code for code in ("042", "052", "132") if content_of(records, code)), "042")
    text, others = content_of(records, code), (content_of(records, other) for other in ("052", "132") if other != code)
    day, other = choose_day(text, others)
    if day and other:
        read, unlike = (f"{year}/{month:02}/{number:02}" for year, month, number in (day, other))
        note = Refusal(UNCLEAR_DAY, line=records[code].number, field=code, text=text, day=read, other=unlike)
        odd.note(note)
    elif day and _is_before(last := content_of(records, "052"), day):
        odd.note(Refusal(ENDS_BEFORE_IT_STARTS, line=records["052"].number, field="052", last=last, first=text))
    start = content_of(records, "042")
    if day and start and day != read_day(start):
        start = f"{day[0]}/{day[1]:02}/{day[2]:02}"
    return start, edition_in_force(day)


def _is_before(text: str, first: Day) -> bool:
    """Return whether a text is a date that is before the first day in every way to read it."""
    days = possible_days(text)
    known = 3 if all((*first, *(number for day in days for number in day))) else 2
    return bool(days) and all(day[:known] < first[:known] for day in days)
