"""The sheet of a match of teams: who sits at its boards, and how it ended without play."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.rounds.line_ups import set_line_up, undo_sheet
from tournaments.actions.rounds.match_ends import end_match
from tournaments.domain.log_actions import LogAction
from tournaments.forms.entry import read_number
from tournaments.pages.desk.match_sheet import Refused, sheet_view
from tournaments.queries.line_ups import last_change
from tournaments.views.access import actor, staff_page, words
from tournaments.views.answers import REFUSED
from tournaments.views.query_parameters import or_404
from tournaments.wording import sentences


@staff_page(policy.ENTER)
def match_sheet(request, event, number, table):
    """Show who sits at the boards of a match; POST seats a team anew, or ends the match without play, or takes back."""
    or_404(sheet_view(event, number, table))
    if request.method != "POST":
        return show_sheet(request, event, number, table)
    try:
        VERBS.get(request.POST.get("do"), seat)(request, event, number, table)
    except Refusal as refusal:
        return show_sheet(request, event, number, table, refusal)
    messages.success(request, _("The match sheet is saved."))
    return redirect("match_sheet", event.slug, number, table)


def show_sheet(request, event, number, table, refusal=None):
    """Show the sheet; with a refusal also what was wanted, the board marked that is wrong."""
    team = read_number(request.POST.get("team", ""))
    is_wrong = refusal is not None and refusal.field != "seen"  # what somebody else has changed has to be looked at
    refused = Refused(team, seats_of(request, event), refusal.field) if is_wrong and team else None
    context = {
        "event": event,
        "view": sheet_view(event, number, table, refused),
        "round_number": number,
        "may_end": policy.may(request.user, event, policy.PAIR),
        "error": sentences.refusal(refusal) if refusal else "",
        "back": read_number(request.GET.get("board", "")),
    }
    return render(request, "tournaments/rounds/match_sheet.html", context, status=REFUSED if refusal else 200)


def seats_of(request, event, name="seat") -> dict[int, int | None]:
    """Return who is to sit at each board, as the form says; with the name "seen" who sat there before."""
    boards = range(1, event.team_boards + 1)
    return {board: read_number(request.POST.get(f"{name}-{board}", "")) for board in boards}


def seat(request, event, number, table):
    """Seat the players of one team as the form says."""
    team = read_number(request.POST.get("team", "")) or 0
    seen = seats_of(request, event, "seen") if "seen-1" in request.POST else None
    set_line_up(event, number, table, team, seats_of(request, event), actor(request, event), seen)


def end(request, event, number, table):
    """Decide the match without play, which only who may pair may do."""
    if not policy.may(request.user, event, policy.PAIR):
        raise PermissionDenied
    end_match(event, number, table, request.POST.get("end", ""), actor(request, event), words(request, "reason"))


def undo(request, event, number, table):
    """Take the last change of the sheet back: whoever may have made it."""
    last = last_change(event, number, table)
    if last and last.action == LogAction.MATCH_END and not policy.may(request.user, event, policy.PAIR):
        raise PermissionDenied
    seen = read_number(request.POST.get("last", ""))
    undo_sheet(event, number, table, actor(request, event), seen)


VERBS = {"end": end, "undo": undo}
