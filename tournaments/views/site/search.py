"""The search of the whole site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.pages.site.search import search_view
from tournaments.queries.event.events import visible_events

LONGEST_NUMBER = 6


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Find events by name and place, people and teams by name: `?q=mueller anna`, and `&page=2` goes on."""
    page = request.GET.get("page", "")
    number = int(page) if page.isascii() and page.isdigit() and len(page) < LONGEST_NUMBER else 1
    view = search_view(visible_events(request.user), request.GET.get("q", ""), number)
    response = render(request, "tournaments/site/search.html", {"view": view})
    response["Cache-Control"], response["X-Robots-Tag"] = "private, no-cache", "noindex"
    return response
