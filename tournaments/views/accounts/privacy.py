"""What is kept of people: the page for everybody, and the one on which an event's staff hides and erases."""

from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy, sign_in_log
from tournaments.actions.accounts.privacy import erase_details, erase_player, show_player
from tournaments.forms.entry import read_number
from tournaments.views.access import actor, staff_page, words
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences


@require_safe
def privacy(request):
    """Say what is kept, who sees it, and for how long."""
    context = {"door_days": sign_in_log.KEPT.days, "hours": settings.SESSION_COOKIE_AGE // 3600}
    return render(request, "tournaments/accounts/privacy.html", context)


@staff_page("pair")
def names(request, event):
    """Show who is hidden; POST hides, shows or erases."""
    error = ""
    if request.method == "POST":
        try:
            act(request, event)
            return redirect("names", event.slug)
        except Refusal as refusal:
            error = sentences.refusal(refusal)
    players = event.players.order_by("name")
    context = {
        "event": event,
        "error": error,
        "players": players.values_list("number", "name"),
        "hidden": players.exclude(pseudonym="", is_withheld=False),
        "may_own": policy.may(request.user, event, policy.OWN),
    }
    return render(request, "tournaments/accounts/names.html", context, status=REFUSED if error else 200)


def act(request, event) -> None:
    """Do what the pressed button says. Raise Refusal."""
    number, by = read_number(request.POST.get("player", "")) or 0, actor(request, event)
    match request.POST.get("do"):
        case "pseudonym":
            show_player(event, number, by, pseudonym=words(request, "pseudonym", 80))
        case "withhold":
            show_player(event, number, by, withheld=True)
        case "show":
            show_player(event, number, by)
        case "forget" if confirmed(request, event):
            erase_player(event, number, by, words(request, "reason"))
        case "details" if confirmed(request, event):
            erase_details(event, by)
        case _:
            messages.error(request, _("Nothing was changed: type the name of the event to confirm."))
            return
    messages.success(request, _("Done. Results and tables are as they were."))


def confirmed(request, event) -> bool:
    """Tell whether the name of the event was typed: what is erased does not come back."""
    return words(request, "typed", 120) == event.name
