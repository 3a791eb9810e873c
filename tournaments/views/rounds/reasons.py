"""The page that explains a round by FIDE’s rules, and compares it with another engine."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.rounds.comparing import cancel_comparison, request_comparison
from tournaments.operation.job_kinds import COMPARE
from tournaments.pages.rounds.drawing import drawing_view
from tournaments.pages.rounds.reasons import reasons_view
from tournaments.views.access import flash_refusal, staff_form, staff_page
from tournaments.views.answers import render_event
from tournaments.wording import sentences


@require_safe
@staff_page(policy.PAIR)
def reasons(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Explain a draft or a published round, bracket by bracket; the page of pairings says why it can't."""
    try:
        view = reasons_view(reader, number)
    except Refusal as refusal:
        messages.error(request, sentences.refusal(refusal))
        return redirect("pairings", reader.event.slug)
    return render_event(request, reader, "tournaments/rounds/reasons.html", {"view": view})


@staff_form(policy.PAIR, refused=flash_refusal)
def reasons_compare(request: HttpRequest, reader: Reader, number: int) -> str:
    """Let another engine pair the round, in the background."""
    request_comparison(reader.event, number, request.POST.get("engine", ""))
    return ""


@staff_form(policy.PAIR, refused=flash_refusal)
def reasons_cancel(request: HttpRequest, reader: Reader, number: int) -> str:
    """Cancel a comparison."""
    cancel_comparison(reader.event)
    return _("The comparison has been cancelled.")


@require_safe
@staff_page(policy.PAIR)
def reasons_progress(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Show how far a comparison is; once it has ended, the page must be loaded again."""
    progress = drawing_view(reader.event, COMPARE)
    if progress is None:
        return HttpResponseClientRefresh()
    context = {"drawing": progress, "address": request.path}
    return render_event(request, reader, "tournaments/rounds/_drawing.html", context)
