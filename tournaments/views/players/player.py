"""A player's page for everybody: all games of one player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Event
from tournaments.pages.players.card import card_view
from tournaments.pages.players.team_player_card import individual_view
from tournaments.views.conditional import conditional
from tournaments.views.query_parameters import or_404


@conditional
def player(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show all games of a player, or all matches of a team."""
    view = or_404(card_view(event, number))
    return render(request, "tournaments/players/player.html", {"event": event, "view": view})


@conditional
def individual(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show the games of one player of a team."""
    if not event.team_boards:
        raise Http404
    view = or_404(individual_view(event, number))
    return render(request, "tournaments/players/individual.html", {"event": event, "view": view})
