"""The page of the rounds: what is withheld from the public, what is closed and final, and whether the tables agree."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.event.final import declare_final, reopen_event
from tournaments.actions.rounds.closing import close_round, release_results, withhold_results
from tournaments.models import Event
from tournaments.pages.rounds.rounds import rounds_view
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED
from tournaments.views.posted import posted_line, posted_number
from tournaments.wording import sentences


@require_safe
@staff_page(policy.PAIR)
def rounds(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the rounds."""
    return render(request, "tournaments/rounds/rounds.html", {"event": event, "view": rounds_view(event)})


def refused(request: HttpRequest, event: Event, refusal: Refusal) -> HttpResponse:
    event.refresh_from_db()
    context = {"event": event, "view": rounds_view(event), "error": sentences.refusal(refusal)}
    return render(request, "tournaments/rounds/rounds.html", context, status=REFUSED)


@staff_form(policy.PAIR, refused=refused)
def rounds_withhold(request: HttpRequest, event: Event) -> str:
    """Keep the results of a round from the public."""
    number = posted_number(request, "round") or 0
    withhold_results(event, number, actor(request, event))
    return _("The results of round %(number)d are withheld: the public sees open boards.") % {"number": number}


@staff_form(policy.PAIR, refused=refused)
def rounds_release(request: HttpRequest, event: Event) -> str:
    """Show all withheld results to everybody."""
    numbers = release_results(event, actor(request, event))
    return _("Everybody sees the results now: round %(numbers)s.") % {"numbers": ", ".join(map(str, numbers))}


@staff_form(policy.PAIR, refused=refused)
def rounds_close(request: HttpRequest, event: Event) -> str:
    """Put the table after a round into the log."""
    number = posted_number(request, "round") or 0
    close_round(event, number, actor(request, event), posted_line(request, "reason"))
    return _("Round %(number)d is closed: its table is recorded in the log.") % {"number": number}


@staff_form(policy.CORRECT_OLD, refused=refused)
def rounds_final(request: HttpRequest, event: Event) -> str:
    """Declare the event final."""
    declare_final(event, actor(request, event))
    return _("The event is final. Every page says so now.")


@staff_form(policy.CORRECT_OLD, refused=refused)
def rounds_reopen(request: HttpRequest, event: Event) -> str:
    """Take back that the event is final."""
    reopen_event(event, actor(request, event), posted_line(request, "reason"))
    return _("The event is open again.")
