"""What only team events have: the lists of their players, and the sheet of a match."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments import actions, policy, tables, wording
from tournaments.forms import read_number
from tournaments.models import UNMATCHED, MatchEnd
from tournaments.views.access import actor, staff_page, words
from tournaments.views.conditional import conditional
from tournaments.views.public import found

REFUSED = 422


@conditional
def individuals(request, event):
    """Show the players of all teams by boards, with the best of each; `?by=performance` puts them in another order."""
    if not event.team_boards:
        raise Http404
    view = tables.individuals_view(event, request.GET.get("by", ""))
    return render(request, "tournaments/individuals.html", {"event": event, "view": view})


@conditional
def individual(request, event, number):
    """Show the games of one player of a team."""
    if not event.team_boards:
        raise Http404
    view = found(tables.individual_view(event, number))
    return render(request, "tournaments/individual.html", {"event": event, "view": view})


@staff_page(policy.ENTER)
def match_sheet(request, event, number, table):
    """Show who sits at the boards of a match; POST seats a team anew or ends the match without play."""
    view = found(tables.sheet_view(event, number, table))
    error = ""
    if request.method == "POST":
        try:
            VERBS.get(request.POST.get("do"), seat)(request, event, number, table)
        except Refusal as refusal:
            error = wording.refusal(refusal)
        else:
            messages.success(request, _("The match sheet is saved."))
            return redirect("match_sheet", event.slug, number, table)
    may_end = policy.may(request.user, event, policy.PAIR)
    context = {"event": event, "view": view, "ends": ENDS, "may_end": may_end, "error": error}
    return render(request, "tournaments/match_sheet.html", context, status=REFUSED if error else 200)


def seat(request, event, number, table):
    """Seat the players of one team as the form says."""
    seats = {board: read_number(request.POST.get(f"seat-{board}", "")) for board in range(1, event.team_boards + 1)}
    team = read_number(request.POST.get("team", "")) or 0
    actions.set_line_up(event, number, table, team, seats, actor(request, event))


def end(request, event, number, table):
    """Decide the match without play, which only who may pair may do."""
    if not policy.may(request.user, event, policy.PAIR):
        raise PermissionDenied
    actions.end_match(
        event, number, table, request.POST.get("end", ""), actor(request, event), words(request, "reason")
    )


VERBS = {"end": end}
ENDS = [(each.value, each.label) for each in MatchEnd if each not in UNMATCHED]
