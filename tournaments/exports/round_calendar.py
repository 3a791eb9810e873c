"""The rounds of an event for calendars: when each begins, by the clocks of the event."""

from datetime import timedelta

from django.urls import reverse
from django.utils.translation import get_language, gettext
from icalendar import Calendar, vDDDTypes
from icalendar import Event as Entry

from tournaments.models import Event
from tournaments.operation.release import VERSION
from tournaments.queries.rounds.round_times import read_round_times

OFTEN = timedelta(hours=1)  # how often a calendar may ask again


def write_calendar(event: Event, site: str) -> bytes:
    """Return the rounds that have a time as iCalendar (RFC 5545), in the active language. One query.

    `site` is the address of the server. Nobody has said when a round ends, so an entry has a beginning alone.
    """
    calendar = Calendar()
    calendar.add("prodid", f"-//Crosstable//Crosstable {VERSION}//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for name in ("name", "x-wr-calname"):  # the standard's, and the one that most programs read
        calendar.add(name, event.name)
    calendar.add("x-wr-timezone", event.time_zone)
    calendar.add("refresh-interval", vDDDTypes(OFTEN), {"value": "DURATION"})
    calendar.add("x-published-ttl", vDDDTypes(OFTEN))
    times = read_round_times(event)
    published = set(event.rounds.filter(number__in=times).values_list("number", flat=True))
    host = site.partition("://")[2]
    for number, at in times.items():
        entry = Entry()
        entry.add("uid", f"{event.slug}-{number}@{host}")
        entry.add("dtstamp", event.changed_at)
        entry.add("sequence", event.version)
        entry.add("dtstart", at)
        entry.add("summary", name_entry(event, number))
        entry.add("url", site + address_of(event, number, is_published=number in published))
        if event.place:
            entry.add("location", event.place)
        calendar.add_component(entry)
    if times and event.time_zone != "UTC":
        day = timedelta(days=1)
        first, last = min(times.values()).date() - day, max(times.values()).date() + day
        calendar.add_missing_timezones(first_date=first, last_date=last)
    return bytes(calendar.to_ical())


def name_entry(event: Event, number: int) -> str:
    """Name the beginning of a round: "The open · Round 5"."""
    return gettext("%(event)s · Round %(round)d") % {"event": event.name, "round": number}


def address_of(event: Event, number: int, *, is_published: bool) -> str:
    """Return where the round is found: its page, or the table as long as it has none; in the active language."""
    page = reverse("round_page", args=[event.slug, number]) if is_published else reverse("standings", args=[event.slug])
    return f"{page}?lang={get_language()}"
