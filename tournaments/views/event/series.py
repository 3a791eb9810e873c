"""The front page for the sections of a tournament."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import Series
from tournaments.pages.site.event_list import show_heads
from tournaments.queries.event.events import visible_events
from tournaments.views.access import HtmxRequest
from tournaments.wording import dates


@require_safe
def series(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show every section that the visitor may see, with how far it is."""
    series_row = get_object_or_404(Series, slug=slug)
    sections = visible_events(request.user).filter(series=series_row).order_by("-starts_on", "name", "pk")
    cards = [card for _section, card in show_heads(sections)]
    if not cards:
        return render(request, "404.html", status=404)
    template = "tournaments/event/_sections.html" if request.htmx else "tournaments/event/series.html"
    when = dates.write_days(series_row.starts_on, series_row.ends_on)
    return render(request, template, {"series": series_row, "cards": cards, "dates": when})
