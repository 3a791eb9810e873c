"""The tables for everybody: standings, cross table, statistics, prizes, and the players of teams by board."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.access.reader import reader_of
from tournaments.models import Event
from tournaments.pages.players import followed as followed_tables
from tournaments.pages.standings.crosstable import crosstable_view
from tournaments.pages.standings.individuals import individuals_view
from tournaments.pages.standings.prizes import prizes_view
from tournaments.pages.standings.standings import category_view, standings_view
from tournaments.pages.standings.statistics import statistics_view
from tournaments.queries.standings import closing_evidence
from tournaments.views.access import HtmxRequest
from tournaments.views.conditional import conditional, conditional_by
from tournaments.views.query_parameters import (
    PAGE,
    carried_query,
    one_page,
    or_404,
    query_numbers,
    query_page,
    query_round,
)

LONGEST_KEY = 40


@conditional_by("after", "category", "follow", *PAGE)
def standings(request: HtmxRequest, event: Event) -> HttpResponse:
    """Show the table after all rounds, or after round `?after=n`, whole or of one `?category=key`.

    `?follow=12,17` repeats those players on top, with their places in the whole table.
    """
    category = request.GET.get("category", "")[:LONGEST_KEY]
    after = query_round(request, event, "after")
    view = or_404(category_view(event, after, category)) if category else standings_view(event, after)
    whole = standings_view(event) if view.category else view
    followed = followed_tables.list_followed(event, whole, query_numbers(request, "follow"))
    template = "tournaments/players/_followed.html" if request.htmx else "tournaments/standings/standings.html"
    context = {"event": event, "followed": followed, **one_page(request, view, "rows", lambda row: row.name)}
    context["differs"] = closing_evidence.has_changed_since(reader_of(event), view.after, view.progress.withheld)
    return render(request, template, context)


@conditional_by(*PAGE)
def crosstable(request: HttpRequest, event: Event) -> HttpResponse:
    """Show who met whom, by rank."""
    view = crosstable_view(event, query_page(request))
    context = {"event": event, "view": view, "part": view.part, "kept": carried_query(request)}
    return render(request, "tournaments/standings/crosstable.html", context)


@conditional
def statistics(request: HttpRequest, event: Event) -> HttpResponse:
    """Show what the games have in common: results by side, upsets, records, attendance."""
    return render(request, "tournaments/standings/statistics.html", {"event": event, "view": statistics_view(event)})


@conditional
def prizes(request: HttpRequest, event: Event) -> HttpResponse:
    """Show who would get which prize by the table of now."""
    return render(request, "tournaments/standings/prizes.html", {"event": event, "view": prizes_view(event)})


@conditional_by("by", "board")
def individuals(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the players of all teams by board, with the best of each.

    `?by=performance` puts them in another order, and `?board=2` shows one list alone.
    """
    if not event.team_boards:
        raise Http404
    view = individuals_view(event, request.GET.get("by", ""), request.GET.get("board", ""))
    return render(request, "tournaments/standings/individuals.html", {"event": event, "view": view})
