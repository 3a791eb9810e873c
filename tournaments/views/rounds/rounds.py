"""The page of the rounds: what is withheld from the public, what is closed and final, and whether the tables agree."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.event.final import declare_final, reopen_event
from tournaments.actions.rounds.closing import close_round, release_results, withhold_results
from tournaments.pages.rounds.rounds import rounds_view
from tournaments.pages.rounds.unchecked import tell_unchecked
from tournaments.queries.snapshot import renew_event
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_line, posted_number
from tournaments.wording import sentences


@require_safe
@staff_page(policy.PAIR)
def rounds(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the rounds."""
    context = {"view": rounds_view(reader), "unchecked": tell_unchecked(reader)}
    return render_event(request, reader, "tournaments/rounds/rounds.html", context)


def refused(request: HttpRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    reader = renew_event(reader)
    context = {"view": rounds_view(reader), "error": sentences.refusal(refusal), "unchecked": tell_unchecked(reader)}
    return render_event(request, reader, "tournaments/rounds/rounds.html", context, status=REFUSED)


@staff_form(policy.PAIR, refused=refused)
def rounds_withhold(request: HttpRequest, reader: Reader) -> str:
    """Keep the results of a round from the public."""
    number = posted_number(request, "round") or 0
    withhold_results(reader.event, number, actor(request, reader))
    return _("The results of round %(number)d are withheld: the public sees open boards.") % {"number": number}


@staff_form(policy.PAIR, refused=refused)
def rounds_release(request: HttpRequest, reader: Reader) -> str:
    """Show all withheld results to everybody."""
    numbers = release_results(reader.event, actor(request, reader))
    return _("The results are public now: round %(numbers)s.") % {"numbers": ", ".join(map(str, numbers))}


@staff_form(policy.PAIR, refused=refused)
def rounds_close(request: HttpRequest, reader: Reader) -> str:
    """Put the table after a round into the log."""
    number = posted_number(request, "round") or 0
    close_round(reader.event, number, actor(request, reader), posted_line(request, "reason"))
    return _("Round %(number)d is closed: its table is recorded in the log.") % {"number": number}


@staff_form(policy.CORRECT_OLD, refused=refused)
def rounds_final(request: HttpRequest, reader: Reader) -> str:
    """Declare the event final."""
    declare_final(reader.event, actor(request, reader))
    return _("The event is final. Every page says so now.")


@staff_form(policy.CORRECT_OLD, refused=refused)
def rounds_reopen(request: HttpRequest, reader: Reader) -> str:
    """Take back that the event is final."""
    reopen_event(reader.event, actor(request, reader), posted_line(request, "reason"))
    return _("The event is open again.")
