"""The search of the whole site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.pages.site.search import search_view
from tournaments.queries.event.events import visible_events


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Find events by name and place, people and teams by name: `?q=mueller anna`."""
    view = search_view(visible_events(request.user), request.GET.get("q", ""))
    response = render(request, "tournaments/site/search.html", {"view": view})
    response["Cache-Control"], response["X-Robots-Tag"] = "private, no-cache", "noindex"
    return response
