"""The tables for everybody: standings, cross table, statistics, prizes, and the players of teams by board."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tournaments.access.reader import Reader
from tournaments.pages.players import followed as followed_tables
from tournaments.pages.rounds.unchecked import tell_unchecked
from tournaments.pages.standings.crosstable import crosstable_view
from tournaments.pages.standings.individuals import individuals_view
from tournaments.pages.standings.prizes import prizes_view
from tournaments.pages.standings.standings import category_view, standings_view
from tournaments.pages.standings.statistics import statistics_view
from tournaments.queries.standings import closing_evidence
from tournaments.queries.standings.endings import begins_with_bracket
from tournaments.queries.standings.standings import read_standings
from tournaments.views.access import HtmxRequest
from tournaments.views.answers import render_event
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


@conditional_by("after", "category", "follow", "table", *PAGE)
def standings(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Show the table after all rounds, or after round `?after=n`, whole or of one `?category=key`.

    `?follow=12,17` repeats those players on top, with their places in the whole table. A knock-out begins with its
    bracket, and has its places under `?table=1`.
    """
    event = reader.event
    if not set(request.GET) - {"v", "lang"} and not request.htmx and begins_with_bracket(read_standings(reader)):
        return redirect(request.get_full_path().replace(request.path, reverse("bracket", args=[event.slug]), 1))
    category = request.GET.get("category", "")[:LONGEST_KEY]
    after = query_round(request, event, "after")
    view = or_404(category_view(reader, after, category)) if category else standings_view(reader, after)
    whole = standings_view(reader) if view.category else view
    followed = followed_tables.list_followed(reader, whole, query_numbers(request, "follow"))
    template = "tournaments/players/_followed.html" if request.htmx else "tournaments/standings/standings.html"
    context = {"followed": followed, **one_page(request, view, "rows", lambda row: row.name)}
    context["differs"] = closing_evidence.has_changed_since(reader, view.after, view.progress.withheld)
    return render_event(request, reader, template, context)


@conditional_by(*PAGE)
def crosstable(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show who met whom, by rank."""
    view = crosstable_view(reader, query_page(request))
    context = {"view": view, "part": view.part, "kept": carried_query(request)}
    return render_event(request, reader, "tournaments/standings/crosstable.html", context)


@conditional
def statistics(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show what the games have in common: results by side, upsets, records, attendance."""
    return render_event(request, reader, "tournaments/standings/statistics.html", {"view": statistics_view(reader)})


@conditional
def prizes(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show who would get which prize by the table of now."""
    context = {"view": prizes_view(reader), "unchecked": tell_unchecked(reader)}
    return render_event(request, reader, "tournaments/standings/prizes.html", context)


@conditional_by("by", "board")
def individuals(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the players of all teams by board, with the best of each.

    `?by=performance` puts them in another order, and `?board=2` shows one list alone.
    """
    if not reader.event.team_boards:
        raise Http404
    view = individuals_view(reader, request.GET.get("by", ""), request.GET.get("board", ""))
    return render_event(request, reader, "tournaments/standings/individuals.html", {"view": view})
