"""A table for a club's own web page: in a frame, without cookies and forms, once the owner allows it."""

from django.conf import settings
from django.http import Http404
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from tournaments import audience, tables
from tournaments.models import Event
from tournaments.views.conditional import etag
from tournaments.views.public import asked_number, found

THEMES = ("auto", "light", "dark")
FRAMED = {**settings.SECURE_CSP, "frame-ancestors": ["*"]}


@require_safe
@xframe_options_exempt
@csp_override(FRAMED)
def embed(request, slug):
    """Show the standings, or `?show=round` the running round; `?lang=de`, `?theme=dark`, `?accent=plum`."""
    event = Event.objects.filter(slug=slug, is_public=True, may_embed=True).first()
    if event is None:
        raise Http404
    asked = request.GET.get("lang", "")
    language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(language):
        tag = etag(request, audience.public(event))
        response = get_conditional_response(request, tag) or show(request, event)
    response["ETag"], response["Cache-Control"] = tag, "no-cache"
    return response


def show(request, event):
    """Render the frame as everybody sees the event, whoever has a session here."""
    theme = request.GET.get("theme")
    table = tables.standings_view(event)
    show_round = request.GET.get("show") == "round" and table.progress.round
    number = asked_number(request, "round") or table.progress.round
    context = {
        "event": event,
        "view": found(tables.round_view(event, number)) if show_round else table,
        "show": "round" if show_round else "standings",
        "theme": theme if theme in THEMES else "auto",
        "accent": request.GET.get("accent", event.accent)[:20],
    }
    return render(request, "tournaments/embed.html", context)
