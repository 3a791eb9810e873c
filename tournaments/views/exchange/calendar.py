"""The rounds of an event, for calendars that subscribe to them."""

from django.http import HttpRequest, HttpResponse

from tournaments.access.reader import Reader
from tournaments.exports.round_calendar import write_calendar
from tournaments.operation.server_addresses import visitors_site
from tournaments.views.conditional import conditional


@conditional
def calendar(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Send when the rounds begin, as iCalendar."""
    site = visitors_site(request) or f"{request.scheme}://{request.get_host()}"
    name = f'inline; filename="{reader.event.slug}.ics"'
    return HttpResponse(
        write_calendar(reader.event, site), "text/calendar; charset=utf-8", headers={"Content-Disposition": name}
    )
