"""A player's page for everybody: all games of one player."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.access.reader import Reader
from tournaments.pages.players.card import card_view
from tournaments.pages.players.team_player_card import individual_view
from tournaments.views.answers import render_event
from tournaments.views.conditional import conditional
from tournaments.views.query_parameters import or_404


@conditional
def player(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Show all games of a player, or all matches of a team."""
    view = or_404(card_view(reader, number))
    return render_event(request, reader, "tournaments/players/player.html", {"view": view})


@conditional
def individual(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Show the games of one player of a team."""
    if not reader.event.team_boards:
        raise Http404
    view = or_404(individual_view(reader, number))
    return render_event(request, reader, "tournaments/players/individual.html", {"view": view})
