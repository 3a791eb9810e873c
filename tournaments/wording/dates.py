"""Days as people write them."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.models import Event


def write_days(first: date | None, last: date | None) -> str:
    """Write the days of an event: "4 – 6 June 2027", or one day alone."""
    if not first:
        return ""
    # Translators: formats of dates; in German they are "j. F Y", "j. F" and "j.".
    whole, month, only_day = gettext("j F Y"), gettext("j F"), gettext("j")
    if not last or last == first:
        return date_format(first, whole)
    same = (first.year == last.year) + (first.year == last.year and first.month == last.month)
    return f"{date_format(first, (whole, month, only_day)[same])} – {date_format(last, whole)}"


def write_day(day: date) -> str:
    """Write one day, for example "6 June 2027"."""
    return date_format(day, gettext("j F Y"))


def write_moment(event: Event, at: datetime) -> str:
    """Write a moment in the time zone of an event, for example "6 June 2027, 14:05:09"."""
    local = at.astimezone(ZoneInfo(event.time_zone))
    return f"{write_day(local)}, {local:%H:%M:%S}"
