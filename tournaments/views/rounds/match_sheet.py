"""The sheet of a match of teams: who sits at its boards, and how it ended without play."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.rounds.line_ups import set_line_up, undo_sheet
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.domain.event.log_actions import LogAction
from tournaments.forms.entry import read_number
from tournaments.models import Event
from tournaments.pages.rounds.match_sheet import Refused, sheet_view
from tournaments.queries.rounds.line_ups import read_last_change
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_key, posted_line, posted_number
from tournaments.views.query_parameters import or_404
from tournaments.wording import sentences


@require_safe
@staff_page(policy.ENTER)
def match_sheet(request: HttpRequest, reader: Reader, number: int, table: int) -> HttpResponse:
    """Show who sits at the boards of a match."""
    return show_sheet(request, reader, None, number, table)


def show_sheet(request: HttpRequest, reader: Reader, refusal: Refusal | None, number: int, table: int) -> HttpResponse:
    """Show the sheet; with a refusal also what was wanted, the wrong board marked."""
    team = posted_number(request, "team")
    is_wrong = refusal is not None and refusal.field != "seen"  # what somebody else has changed must be looked at
    refused = (
        Refused(team, posted_seats(request, reader.event), refusal.field) if refusal and is_wrong and team else None
    )
    context = {
        "view": or_404(sheet_view(reader, number, table, refused)),
        "round_number": number,
        "may_end": reader.may(policy.PAIR),
        "error": sentences.refusal(refusal) if refusal else "",
        "back": read_number(request.GET.get("board", "")),
    }
    return render_event(
        request, reader, "tournaments/rounds/match_sheet.html", context, status=REFUSED if refusal else 200
    )


def posted_seats(request: HttpRequest, event: Event, name: str = "seat") -> dict[int, int | None]:
    """Return who will sit at each board, as the form says; with the name "seen" who sat there before."""
    boards = range(1, event.team_boards + 1)
    return {board: posted_number(request, f"{name}-{board}") for board in boards}


@staff_form(policy.ENTER, refused=show_sheet)
def match_sheet_seat(request: HttpRequest, reader: Reader, number: int, table: int) -> str:
    """Seat the players of one team as the form says."""
    event = reader.event
    or_404(sheet_view(reader, number, table))
    team = posted_number(request, "team") or 0
    seen = posted_seats(request, event, "seen") if "seen-1" in request.POST else None
    set_line_up(event, number, table, team, posted_seats(request, event), actor(request, reader), seen)
    return _("The match sheet is saved.")


@staff_form(policy.PAIR, refused=show_sheet)
def match_sheet_end(request: HttpRequest, reader: Reader, number: int, table: int) -> str:
    """Decide the match without play."""
    or_404(sheet_view(reader, number, table))
    end, reason = request.POST.get("end", ""), posted_line(request, "reason")
    end_match(reader.event, number, table, end, actor(request, reader), reason)
    return _("The match sheet is saved.")


@staff_form(policy.ENTER, refused=show_sheet)
def match_sheet_undo(request: HttpRequest, reader: Reader, number: int, table: int) -> str:
    """Undo the last change of the sheet; who may undo it may also make it."""
    or_404(sheet_view(reader, number, table))
    last = read_last_change(reader.event, number, table)
    if last and last.action == LogAction.MATCH_END and not reader.may(policy.PAIR):
        raise PermissionDenied
    undo_sheet(reader.event, number, table, actor(request, reader), posted_key(request, "last"))
    return _("The match sheet is saved.")
