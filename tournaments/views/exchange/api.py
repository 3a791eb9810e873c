"""The page that shows programmers how to read, follow and write an event, with its own addresses."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.operation.server_addresses import visitors_site
from tournaments.views.answers import render_event
from tournaments.views.conditional import conditional

# Titles and addresses behind that of the event; test_api_docs.py holds them to the description.
READING = (
    (_("The event"), ""),
    (_("Players"), "/players"),
    (_("Teams"), "/teams"),
    (_("Rounds"), "/rounds"),
    (_("Boards of a round"), "/games?round=1"),
    (_("Matches of a round of teams"), "/matches?round=1"),
    (_("Standings"), "/standings"),
    (_("Standings with the addends of every value"), "/standings?terms=true"),
    (_("Players of the teams by board"), "/individuals"),
    (_("Cross table"), "/crosstable"),
    (_("Bracket"), "/brackets"),
    (_("Latest happenings"), "/happenings"),
    (_("Outlook for the first two places"), "/outlook?places=2"),
)
OF_TEAMS = {"/teams", "/matches?round=1", "/individuals"}


@conditional
def api(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the addresses of an event for programs, with examples."""
    reading = [(title, path) for title, path in READING if reader.event.team_boards or path not in OF_TEAMS]
    site = visitors_site(request) or f"{request.scheme}://{request.get_host()}"
    rights = {"may_set_up": reader.may(policy.SET_UP)}
    return render_event(request, reader, "tournaments/exchange/api.html", {"site": site, "reading": reading, **rights})
