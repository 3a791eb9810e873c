"""The brackets of an event, and the page of each match: its games for everybody, its play-off for the staff."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.rounds import play_offs, substitutes
from tournaments.models import Event
from tournaments.pages.rounds.bracket import bracket_view
from tournaments.pages.rounds.duel import duel_view, list_substitutes
from tournaments.views.access import actor, staff_form
from tournaments.views.answers import REFUSED
from tournaments.views.conditional import conditional
from tournaments.views.once import once
from tournaments.views.posted import posted_line, posted_number
from tournaments.views.query_parameters import or_404
from tournaments.wording import sentences


@conditional
def bracket(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the brackets, round by round."""
    return render(request, "tournaments/brackets/bracket.html", {"event": event, "view": bracket_view(event)})


@conditional
def duel(request: HttpRequest, event: Event, number: int, key: str) -> HttpResponse:
    """Show a match; `number` is the first round of its stage."""
    return show_duel(request, event, None, number, key)


def show_duel(request: HttpRequest, event: Event, refusal: Refusal | None, number: int, key: str) -> HttpResponse:
    """Show a match, perhaps with the reason of a refusal."""
    view, may_decide = or_404(duel_view(event, number, key)), policy.may(request.user, event, policy.PAIR)
    context = {
        "event": event,
        "view": view,
        "may_enter": policy.may(request.user, event, policy.ENTER),
        "may_decide": may_decide,
        "substitutes": list_substitutes(event, number, key) if may_decide and view.may_replace else (),
        "error": sentences.refusal(refusal) if refusal else "",
        "asks": refusal is not None and refusal.field == "agreed",
    }
    return render(request, "tournaments/brackets/duel.html", context, status=REFUSED if refusal else 200)


@once
@staff_form(policy.ENTER, refused=show_duel)
def duel_play_off(request: HttpRequest, event: Event, number: int, key: str) -> str:
    """Store a game of the play-off."""
    white, result = posted_number(request, "white") or 0, request.POST.get("result", "")
    play_offs.enter_play_off(event, number, key, white, result, actor(request, event))
    return _("The game is saved.")


@once
@staff_form(policy.ENTER, refused=show_duel)
def duel_lot(request: HttpRequest, event: Event, number: int, key: str) -> str:
    """Draw the lot, or store one that was drawn on the spot."""
    lot = play_offs.draw_lot(event, number, key, actor(request, event), posted_number(request, "winner"))
    return _("The lot is for %(name)s.") % {"name": lot.sides[0].name}


@once
@staff_form(policy.PAIR, refused=show_duel)
def duel_decide(request: HttpRequest, event: Event, number: int, key: str) -> str:
    """Store who wins by the arbiter's decision; 0 is nobody."""
    winner, reason = posted_number(request, "winner"), posted_line(request, "reason")
    agreed = "agreed" in request.POST
    play_offs.decide_duel(event, number, key, winner or None, actor(request, event), reason, agreed=agreed)
    return _("The decision is saved.")


@staff_form(policy.PAIR, refused=show_duel)
def duel_replace(request: HttpRequest, event: Event, number: int, key: str) -> str:
    """Give the seat of a player to a substitute."""
    gone, substitute = posted_number(request, "gone") or 0, posted_number(request, "substitute") or 0
    reason = posted_line(request, "reason")
    name = substitutes.replace_player(event, number, key, gone, substitute, actor(request, event), reason)
    return _("%(name)s plays on in this match.") % {"name": name}


@once
@staff_form(policy.PAIR, refused=show_duel)
def duel_undo(request: HttpRequest, event: Event, number: int, key: str) -> str:
    """Take back the last game of the play-off, the lot or the decision."""
    reason, agreed = posted_line(request, "reason"), "agreed" in request.POST
    play_offs.take_back_play_off(event, number, key, actor(request, event), reason, agreed=agreed)
    return _("The last entry of the play-off is removed.")
