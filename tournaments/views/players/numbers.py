"""The start numbers for the staff: what they would be by rating, and the button that gives them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.players.numbering import find_pair, number_by_rating, swap_numbers
from tournaments.pages.players.numbers import numbers_view
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_line
from tournaments.wording import sentences

LONGEST_NUMBER = 6


@staff_page(policy.PAIR)
def players_number(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the numbers by rating; POST gives them to the players. In an event of teams the teams have numbers."""
    if reader.event.of_teams:
        return redirect("teams_number", reader.event.slug)
    return ask_or_swap(request, reader) if "one" in request.POST else show_or_give(request, reader)


def ask_or_swap(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Ask whether two players shall exchange their numbers, and exchange them once that is confirmed."""
    event = reader.event
    one, other = (read_start_number(posted_line(request, name)) for name in ("one", "other"))
    context: dict[str, object] = {"view": numbers_view(reader), "one": one, "other": other}
    try:
        pair = find_pair(event, one, other)
        if "confirmed" in request.POST:
            swap_numbers(event, pair[0].start_number, pair[1].start_number, actor(request, reader))
            messages.success(request, _("The two have exchanged their numbers."))
            return redirect("players", event.slug)
    except Refusal as refusal:
        context["swap_error"] = sentences.refusal(refusal)
        return render_event(request, reader, "tournaments/players/numbers.html", context, status=REFUSED)
    return render_event(request, reader, "tournaments/players/numbers.html", context | {"pair": pair})


def read_start_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER else None


@staff_page(policy.PAIR)
def teams_number(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the numbers of the teams by rating; POST gives them."""
    if not reader.event.of_teams:
        raise Http404
    return show_or_give(request, reader)


def show_or_give(request: HttpRequest, reader: Reader) -> HttpResponse:
    event = reader.event
    error = ""
    if request.method == "POST":
        try:
            seen, reason = posted_line(request, "seen"), posted_line(request, "reason")
            count = number_by_rating(event, actor(request, reader), seen=seen, reason=reason)
        except Refusal as refusal:
            error = sentences.refusal(refusal)
        else:
            said = ngettext("%(count)d number has changed.", "%(count)d numbers have changed.", count)
            messages.success(request, said % {"count": count})
            return redirect("teams" if event.of_teams else "players", event.slug)
    context: dict[str, object] = {"view": numbers_view(reader), "error": error}
    context |= {name: read_start_number(request.GET.get(name, "")) for name in ("one", "other")}
    return render_event(request, reader, "tournaments/players/numbers.html", context, status=REFUSED if error else 200)
