"""A table for a club's own web page: in a frame, without cookies and forms, once the owner allows it."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from tournaments.access.reader import Reader
from tournaments.domain.event.accents import ACCENTS
from tournaments.models import Event
from tournaments.pages.rounds.bracket import bracket_view
from tournaments.pages.rounds.round import round_view
from tournaments.pages.standings.standings import standings_view
from tournaments.queries.standings.endings import begins_with_bracket
from tournaments.queries.standings.standings import read_standings
from tournaments.views.access import HtmxRequest
from tournaments.views.answers import render_event
from tournaments.views.conditional import answer_current, etag
from tournaments.views.query_parameters import or_404, query_number

THEMES = ("auto", "light", "dark")
FRAMED: dict[str, Any] = {**settings.SECURE_CSP, "frame-ancestors": ["*"]}


@require_safe
@xframe_options_exempt
@csp_override(FRAMED)
def embed(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show the standings, with `?show=round` the running round, with `?show=board&board=3` one board or match of it;
    `?show=bracket` shows the brackets, which a knock-out has without it; `?show=standings` the table of any event.

    `?round=5` stays at a round; `?lang=de`, `?theme=dark` and `?accent=plum` fit the frame to its page. Without a
    language it speaks the visitor's.
    """
    event = Event.objects.filter(slug=slug, is_public=True, may_embed=True).first()
    if event is None:
        raise Http404
    # An unknown language is left to the middleware, which takes the one in the address or else the visitor's.
    reader = Reader(event)
    response = answer_current(request, event, etag(request, reader), lambda: show_frame(request, reader))
    response["Cache-Control"] = "no-cache"
    return response


def show_frame(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Render the frame as everybody sees the event, also for somebody who is signed in."""
    theme, accent = request.GET.get("theme"), request.GET.get("accent")
    name, view = chosen_view(request, reader)
    context = {
        "view": view,
        "show": name,
        "stays": bool(query_number(request, "round")),
        "theme": theme if theme in THEMES else "auto",
        "accent": accent if accent in ACCENTS else reader.event.accent,
    }
    return render_event(request, reader, "tournaments/standings/embed.html", context)


def chosen_view(request: HtmxRequest, reader: Reader) -> tuple[str, Any]:
    """Return what the address asks to see, and its values; before the first round there is only the table."""
    name = request.GET.get("show")
    if name == "bracket" or (not name and begins_with_bracket(read_standings(reader))):
        return "bracket", bracket_view(reader)
    table = standings_view(reader)
    if name not in ("round", "board") or not table.progress.round:
        return "standings", table
    view = or_404(round_view(reader, query_number(request, "round") or table.progress.round))
    if name == "round":
        return name, view
    place = query_number(request, "board") or 1
    rows = tuple(row for row in view.rows if row.place == place)
    return name, or_404(view._replace(rows=rows, unpaired=(), corrected=()) if rows else None)
