"""Template filters for days and times, by the server's clock and in the reader's language."""

from datetime import datetime

from django import template

from tournaments.wording import dates

register = template.Library()


@register.filter(expects_localtime=True)
def day(at: datetime | None) -> str:
    """Write the day of a moment, "26 November 2026", or "" for None."""
    return dates.write_day(at) if at else ""


@register.filter(expects_localtime=True)
def moment(at: datetime | None) -> str:
    """Write a moment, "26 November 2026, 14:05", or "" for None."""
    return f"{dates.write_day(at)}, {at:%H:%M}" if at else ""
