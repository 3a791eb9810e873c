"""Who is here before the first round: one row to tap for each player, made for a phone in one hand."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.players.checkin import check_in, close_checkin, reopen_checkin
from tournaments.forms.entry import read_number
from tournaments.pages.players.checkin import checkin_view
from tournaments.views.access import actor, staff_page
from tournaments.views.rounds.pairings import number
from tournaments.wording import sentences


@staff_page("check_in")
def checkin(request, event):
    """Show who is here and who is missing; POST does what its button says."""
    if request.method == "POST":
        return act(request, event)
    player = read_number(request.GET.get("player", "")) or 0
    view = checkin_view(event, request.GET.get("q", "").strip()[:60], player)
    may_close = policy.may(request.user, event, policy.PAIR)
    return render(request, "tournaments/players/checkin.html", {"event": event, "view": view, "may_close": may_close})


def act(request, event):
    """Check somebody in or out, close or reopen, and say so; a refusal is said too."""
    verb, by = request.POST.get("do", ""), actor(request, event)
    try:
        if verb in ("here", "away"):
            check_in(event, number(request, "player") or 0, verb == "here", by)
            return answer(request, event)
        if not policy.may(request.user, event, policy.PAIR):
            return render(request, "tournaments/shared/denied.html", {"event": event}, status=403)
        messages.success(request, close(event, verb, by))
    except Refusal as refusal:
        messages.error(request, sentences.refusal(refusal))
    return redirect("checkin", event.slug)


def answer(request, event):
    """Go back to the list with the one who was just tapped; htmx gets the list alone."""
    query, player = request.POST.get("q", "")[:60], number(request, "player")
    if request.htmx:
        view = checkin_view(event, query, player or 0)
        return render(request, "tournaments/players/_checkin.html", {"event": event, "view": view})
    address = redirect("checkin", event.slug)
    address["Location"] += f"?player={player}#player-{player}"
    return address


def close(event, verb, by):
    if verb == "reopen":
        count = reopen_checkin(event, by)
        said = ngettext("%(count)d player is awaited again.", "%(count)d players are awaited again.", count)
    else:
        count = close_checkin(event, by, withdraw=verb == "withdraw")
        said = ngettext("%(count)d player is not paired.", "%(count)d players are not paired.", count)
    return said % {"count": count}
