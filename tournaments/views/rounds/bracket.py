"""The brackets of an event, and the page of each match: its games for everybody, its play-off for the staff."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.rounds import play_offs, substitutes
from tournaments.pages.rounds.bracket import bracket_view
from tournaments.pages.rounds.duel import duel_view, list_substitutes
from tournaments.pages.rounds.unchecked import tell_unchecked
from tournaments.views.access import actor, staff_form
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.conditional import conditional
from tournaments.views.once import once
from tournaments.views.posted import posted_line, posted_number
from tournaments.views.query_parameters import or_404
from tournaments.wording import sentences


@conditional
def bracket(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the brackets, round by round."""
    context = {"view": bracket_view(reader), "unchecked": tell_unchecked(reader)}
    return render_event(request, reader, "tournaments/brackets/bracket.html", context)


@conditional
def duel(request: HttpRequest, reader: Reader, number: int, key: str) -> HttpResponse:
    """Show a match; `number` is the first round of its stage."""
    return show_duel(request, reader, None, number, key)


def show_duel(request: HttpRequest, reader: Reader, refusal: Refusal | None, number: int, key: str) -> HttpResponse:
    """Show a match, perhaps with the reason of a refusal."""
    view, may_decide = or_404(duel_view(reader, number, key)), policy.may(request.user, reader.event, policy.PAIR)
    context = {
        "view": view,
        "may_enter": reader.may(policy.ENTER),
        "may_decide": may_decide,
        "substitutes": list_substitutes(reader, number, key) if may_decide and view.may_replace else (),
        "error": sentences.refusal(refusal) if refusal else "",
        "asks": refusal is not None and refusal.field == "agreed",
    }
    return render_event(request, reader, "tournaments/brackets/duel.html", context, status=REFUSED if refusal else 200)


@once
@staff_form(policy.ENTER, refused=show_duel)
def duel_play_off(request: HttpRequest, reader: Reader, number: int, key: str) -> str:
    """Store a game of the play-off."""
    white, result = posted_number(request, "white") or 0, request.POST.get("result", "")
    play_offs.enter_play_off(reader.event, number, key, white, result, actor(request, reader))
    return _("The game is saved.")


@once
@staff_form(policy.ENTER, refused=show_duel)
def duel_lot(request: HttpRequest, reader: Reader, number: int, key: str) -> str:
    """Draw the lot, or store one that was drawn on the spot."""
    lot = play_offs.draw_lot(reader.event, number, key, actor(request, reader), posted_number(request, "winner"))
    return _("The lot fell on %(name)s.") % {"name": lot.sides[0].name}


@once
@staff_form(policy.PAIR, refused=show_duel)
def duel_decide(request: HttpRequest, reader: Reader, number: int, key: str) -> str:
    """Store who wins by the arbiter's decision; 0 is nobody."""
    winner, reason = posted_number(request, "winner"), posted_line(request, "reason")
    agreed = "agreed" in request.POST
    play_offs.decide_duel(reader.event, number, key, winner or None, actor(request, reader), reason, agreed=agreed)
    return _("The decision is saved.")


@staff_form(policy.PAIR, refused=show_duel)
def duel_replace(request: HttpRequest, reader: Reader, number: int, key: str) -> str:
    """Give the seat of a player to a substitute."""
    gone, substitute = posted_number(request, "gone") or 0, posted_number(request, "substitute") or 0
    reason = posted_line(request, "reason")
    name = substitutes.replace_player(reader.event, number, key, gone, substitute, actor(request, reader), reason)
    return _("%(name)s plays this match.") % {"name": name}


@once
@staff_form(policy.PAIR, refused=show_duel)
def duel_undo(request: HttpRequest, reader: Reader, number: int, key: str) -> str:
    """Take back the last game of the play-off, the lot or the decision."""
    reason, agreed = posted_line(request, "reason"), "agreed" in request.POST
    play_offs.take_back_play_off(reader.event, number, key, actor(request, reader), reason, agreed=agreed)
    return _("The last entry of the play-off is removed.")
