"""Check-in before the first round: one row to tap for each player, made for a phone in one hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.access import policy
from tournaments.actions.players.checkin import check_in, close_checkin, reopen_checkin
from tournaments.forms.entry import read_number
from tournaments.models import Event
from tournaments.pages.players.checkin import checkin_view
from tournaments.views.access import actor, flash_refusal, staff_form, staff_page
from tournaments.views.htmx import is_htmx
from tournaments.views.posted import posted_number

LONGEST_SEARCH = 60


@require_safe
@staff_page(policy.CHECK_IN)
def checkin(request: HttpRequest, event: Event) -> HttpResponse:
    """Show who is present and who is missing."""
    player = read_number(request.GET.get("player", "")) or 0
    view = checkin_view(event, request.GET.get("q", "").strip()[:LONGEST_SEARCH], player)
    may_close = policy.may(request.user, event, policy.PAIR)
    return render(request, "tournaments/players/checkin.html", {"event": event, "view": view, "may_close": may_close})


@staff_form(policy.CHECK_IN, refused=flash_refusal)
def checkin_present(request: HttpRequest, event: Event) -> HttpResponse:
    """Check a player in."""
    check_in(event, posted_number(request, "player") or 0, True, actor(request, event))
    return show_checked(request, event)


@staff_form(policy.CHECK_IN, refused=flash_refusal)
def checkin_missing(request: HttpRequest, event: Event) -> HttpResponse:
    """Undo the check-in of a player."""
    check_in(event, posted_number(request, "player") or 0, False, actor(request, event))
    return show_checked(request, event)


def show_checked(request: HttpRequest, event: Event) -> HttpResponse:
    """Go back to the list with the player who was just tapped; htmx gets the list alone."""
    player = posted_number(request, "player")
    if is_htmx(request):
        view = checkin_view(event, request.POST.get("q", "")[:LONGEST_SEARCH], player or 0)
        return render(request, "tournaments/players/_checkin.html", {"event": event, "view": view})
    address = redirect("checkin", event.slug)
    address["Location"] += f"?player={player}#player-{player}"
    return address


@staff_form(policy.PAIR, refused=flash_refusal)
def checkin_close(request: HttpRequest, event: Event) -> str:
    """Leave the missing players out of the first round."""
    return count_unpaired(close_checkin(event, actor(request, event)))


@staff_form(policy.PAIR, refused=flash_refusal)
def checkin_withdraw(request: HttpRequest, event: Event) -> str:
    """Withdraw the missing players from the event."""
    return count_unpaired(close_checkin(event, actor(request, event), withdraw=True))


def count_unpaired(count: int) -> str:
    return ngettext("%(count)d player is not paired.", "%(count)d players are not paired.", count) % {"count": count}


@staff_form(policy.PAIR, refused=flash_refusal)
def checkin_reopen(request: HttpRequest, event: Event) -> str:
    """Open the check-in again."""
    count = reopen_checkin(event, actor(request, event))
    sentence = ngettext("%(count)d player is expected again.", "%(count)d players are expected again.", count)
    return sentence % {"count": count}
