"""The page of the rounds: what is kept from the public, what is closed, and whether the tables still agree."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.actions.rounds.closing import close_round, release_results, withhold_results
from tournaments.forms.entry import read_number
from tournaments.pages.rounds.rounds import rounds_view
from tournaments.views.access import actor, staff_page, words
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences


@staff_page("pair")
def rounds(request, event):
    """Show the rounds; POST withholds, releases or closes."""
    error = ""
    if request.method == "POST":
        try:
            messages.success(request, act(request, event))
            return redirect("rounds", event.slug)
        except Refusal as refusal:
            error = sentences.refusal(refusal)
            event.refresh_from_db()
    view = rounds_view(event)
    return render(
        request,
        "tournaments/rounds/rounds.html",
        {"event": event, "view": view, "error": error},
        status=REFUSED if error else 200,
    )


def act(request, event) -> str:
    """Do what the pressed button says, and return what is said about it. Raise Refusal."""
    number, by = read_number(request.POST.get("round", "")) or 0, actor(request, event)
    match request.POST.get("do"):
        case "withhold":
            withhold_results(event, number, by)
            return _("The results of round %(number)d are withheld: the public sees open boards.") % {"number": number}
        case "release":
            numbers = release_results(event, by)
            return _("Everybody sees the results now: round %(numbers)s.") % {"numbers": ", ".join(map(str, numbers))}
        case _:
            close_round(event, number, by, words(request, "reason"))
            return _("Round %(number)d is closed: its table stands in the log.") % {"number": number}
