"""A decision about one player of a round: a penalty, deducted points, the kind of a bye."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.actions.desk.decisions import decide_about_player, find_decided_game
from tournaments.forms.entry import DecisionForm
from tournaments.pages.desk.results import write_game_result
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.wording import games, sentences


@staff_page("decide")
def decision(request: HttpRequest, reader: Reader, number: int, player: int) -> HttpResponse:
    """Show and take what an arbiter decides about a player in a round."""
    event = reader.event
    try:
        game, side = find_decided_game(event, number, player)
    except Refusal:
        raise Http404 from None
    form = DecisionForm(
        request.POST if request.method == "POST" else None, game=game, side=side, has_scores=event.game.has_scores
    )
    if request.method == "POST" and form.is_valid():
        try:
            decide_about_player(event, number, player, form.decision(), actor(request, reader))
        except Refusal as refusal:
            form.refuse(refusal.field, sentences.refusal(refusal))
        else:
            messages.success(request, _("The decision is saved."))
            return redirect("desk", event.slug, number)
    values = {"round_number": number, "game": game, "shown": write_game_result(game), "form": form}
    values |= {"player": getattr(game, side), "place": games.place_word(event.game)}
    return render_event(
        request, reader, "tournaments/desk/decision.html", values, status=REFUSED if form.errors else 200
    )
