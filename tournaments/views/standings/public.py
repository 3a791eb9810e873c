"""The pages for everybody: events, standings, a round, a player's card, and why a value is what it is."""

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tiebreaks import as_json
from tournaments.access import policy
from tournaments.pages.event.event_list import event_cards, listed
from tournaments.pages.event.share_picture import preview_picture
from tournaments.pages.list_parts import paginate
from tournaments.pages.players import followed as followed_tables
from tournaments.pages.players.card import card_view
from tournaments.pages.rounds.by_name import by_name
from tournaments.pages.rounds.finalists import finalists_view
from tournaments.pages.rounds.round import round_view
from tournaments.pages.standings.compare import compare_view, comparison
from tournaments.pages.standings.crosstable import crosstable_view
from tournaments.pages.standings.prizes import prizes_view
from tournaments.pages.standings.rules import rules_view
from tournaments.pages.standings.standings import standings_view
from tournaments.pages.standings.statistics import statistics_view
from tournaments.pages.standings.why import why_view, working_of
from tournaments.queries import closing_evidence
from tournaments.queries.events import visible_events
from tournaments.views.conditional import conditional

EVENTS_OF_A_PAGE = 60


@require_safe
def events(request):
    """List the events that the visitor may see, the newest first; `?page=2` goes on."""
    page = Paginator(listed(visible_events(request.user)), EVENTS_OF_A_PAGE).get_page(request.GET.get("page"))
    cards = event_cards(page.object_list)
    rights = {f"may_{action}": policy.may(request.user, None, action) for action in ("create", "import")}
    return render(request, "tournaments/shared/events.html", {"cards": cards, "page": page, **rights})


@require_safe
def rules(request):
    """Show every criterion with an example."""
    return render(request, "tournaments/standings/rules.html", {"view": rules_view()})


@conditional
def standings(request, event):
    """Show the table after all rounds, or after round `?after=n`, whole or `?category=key` alone.

    `?follow=12,17` repeats those players on top, with their places in the whole table.
    """
    view = found(standings_view(event, asked_round(request, event), request.GET.get("category", "")[:40]))
    whole = standings_view(event) if view.category else view
    followed = followed_tables.followed(event, whole, asked_numbers(request, "follow"))
    template = "tournaments/players/_followed.html" if request.htmx else "tournaments/standings/standings.html"
    context = {"event": event, "followed": followed, **parted(request, view, "rows", lambda row: row.name)}
    context["differs"] = closing_evidence.changed_since(event, view.after, view.progress.withheld)
    return render(request, template, context)


@conditional
def round(request, event, number):
    """Show the boards of a round, or its matches of teams; `?by=name` lists its players or teams by name."""
    view = found(round_view(event, number))
    context = {"event": event, "view": view, "round_number": number, "finalists": finalists_view(event, number)}
    if request.GET.get("by") == "name":
        players = by_name(view)
        part = paginate(players, lambda player: player.seat.name, *asked_part(request))
        context |= {"players": part.rows if part else players, "part": part, "by_name": True, "kept": kept(request)}
    else:
        context |= parted(request, view, "rows", lambda row: " ".join(seat.name for seat in row.sides))
    return render(request, "tournaments/rounds/round.html", context)


@conditional
def crosstable(request, event):
    """Show who met whom, by rank."""
    shown = parted(request, crosstable_view(event), "lines", lambda line: line.name)
    return render(request, "tournaments/standings/crosstable.html", {"event": event, **shown})


@conditional
def statistics(request, event):
    """Show what the games have in common: results by side, upsets, records, attendance."""
    return render(request, "tournaments/standings/statistics.html", {"event": event, "view": statistics_view(event)})


@conditional
def prizes(request, event):
    """Show who gets which prize as the table stands."""
    return render(request, "tournaments/standings/prizes.html", {"event": event, "view": prizes_view(event)})


@conditional
def preview(request, event):
    """Answer with the picture that messengers show beside the event's address."""
    return HttpResponse(preview_picture(event), content_type="image/png")


@conditional
def player(request, event, number):
    """Show all games of a player."""
    view = found(card_view(event, number))
    return render(request, "tournaments/players/player.html", {"event": event, "view": view})


@conditional
def why(request, event, number, notation):
    """Explain a value: as a page, as the fragment that htmx asks for, or as JSON."""
    after = asked_round(request, event)
    if wants_json(request):
        return in_json(as_json.working_values(found(working_of(event, number, notation, after))))
    view = found(why_view(event, number, notation, after))
    template = "tournaments/standings/_why.html" if request.htmx else "tournaments/standings/why.html"
    return render(request, template, {"event": event, "view": view})


@conditional
def compare(request, event, number, other):
    """Say why one of two players stands above the other: as a page, as a fragment, or as JSON."""
    after = asked_round(request, event)
    if wants_json(request):
        return in_json(as_json.comparison_values(found(comparison(event, number, other, after))))
    view = found(compare_view(event, number, other, after))
    template = "tournaments/standings/_compare.html" if request.htmx else "tournaments/standings/compare.html"
    return render(request, template, {"event": event, "view": view})


def wants_json(request) -> bool:
    """Tell whether the address asks for JSON: `?format=json`."""
    return request.GET.get("format") == "json"


def in_json(shape) -> JsonResponse:
    """Answer with JSON that people can read too, in the same shape as the command line's."""
    return JsonResponse(shape, json_dumps_params={"ensure_ascii": False, "indent": 1})


def found(view):
    """Return the view, or a 404 where there is none."""
    if view is None:
        raise Http404
    return view


def asked_number(request, name: str) -> int:
    """Return a small number from the address; 0 for none and for what is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def asked_part(request) -> tuple[int, str]:
    """Return which page of a long list is asked for, and the name to find in it."""
    return asked_number(request, "page"), request.GET.get("find", "")


def parted(request, view, rows: str, name) -> dict:
    """Return a view for its template, with one page of its rows where they are too many, and that page as `part`."""
    part = paginate(getattr(view, rows), name, *asked_part(request))
    return {"view": view._replace(**{rows: part.rows}) if part else view, "part": part, "kept": kept(request)}


def kept(request) -> dict[str, str]:
    """Return what else the address asks for, which the links to other pages of a list carry on."""
    return {key: request.GET[key] for key in ("after", "category", "by") if request.GET.get(key)}


def asked_numbers(request, name: str) -> list[int]:
    """Return the players' numbers that the address lists with commas, without what is none."""
    texts = request.GET.get(name, "").split(",")
    return [int(text) for text in texts if text.isdecimal() and len(text) < 6]


def asked_round(request, event) -> int | None:
    """Return the round of `?after=n`, None without one. Raise a 404 for a round that does not exist."""
    if not request.GET.get("after"):
        return None
    number = asked_number(request, "after")
    if not event.rounds.filter(number=number).exists():
        raise Http404
    return number
