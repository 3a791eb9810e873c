"""The page of forbidden pairings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing, remove_forbidden_pairing
from tournaments.forms.forbidden_pairings import ForbiddenPairingForm
from tournaments.pages.rounds.forbidden_pairings import forbidden_pairings_view
from tournaments.queries.rounds.games import last_paired_round
from tournaments.views.access import actor, flash_refusal, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_key
from tournaments.wording import pairings as pairings_wording
from tournaments.wording import sentences


@staff_page(policy.PAIR)
def forbidden_pairings(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the forbidden pairings; POST adds a rule."""
    event = reader.event
    view = forbidden_pairings_view(reader)
    form = ForbiddenPairingForm(
        request.POST or None,
        people=[(number, name) for number, name, _club in view.choices],
        clubs=view.clubs,
        federations=view.federations,
        coming=last_paired_round(event) + 1,
    )
    if form.is_bound and form.is_valid():
        try:
            add_forbidden_pairing(event, form.definition(), actor(request, reader))
        except Refusal as refusal:
            form.add_error(None, sentences.refusal(refusal))
        else:
            messages.success(request, _("Noted: it holds for every round drawn from now on."))
            return redirect("forbidden_pairings", event.slug)
    ticked = request.POST.getlist("player")
    context = {
        "view": view,
        "form": form,
        "ticked": ticked,
        "participant": pairings_wording.name_participant(event.of_teams),
    }
    return render_event(
        request, reader, "tournaments/rounds/forbidden_pairings.html", context, status=REFUSED if form.is_bound else 200
    )


@staff_form(policy.PAIR, refused=flash_refusal)
def forbidden_pairings_remove(request: HttpRequest, reader: Reader) -> str:
    """Let them meet again."""
    remove_forbidden_pairing(reader.event, posted_key(request, "ban") or 0, actor(request, reader))
    return _("The rule is removed: they may meet in the next round drawn.")
