"""Days as people write them."""

from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext


def write_days(first, last) -> str:
    """Write the days of an event: "4 – 6 June 2027", or one day alone."""
    if not first:
        return ""
    # Translators: formats of dates; in German they are "j. F Y", "j. F" and "j.".
    whole, month, day = gettext("j F Y"), gettext("j F"), gettext("j")
    if not last or last == first:
        return date_format(first, whole)
    same = (first.year == last.year) + (first.year == last.year and first.month == last.month)
    return f"{date_format(first, (whole, month, day)[same])} – {date_format(last, whole)}"


def write_day(date) -> str:
    """Write one day, such as "6 June 2027"."""
    return date_format(date, gettext("j F Y"))


def write_moment(event, at) -> str:
    """Write a moment by the clock of an event, such as "6 June 2027, 14:05:09"."""
    local = at.astimezone(ZoneInfo(event.time_zone))
    return f"{write_day(local)}, {local:%H:%M:%S}"
