"""The pictures that messengers show next to the address of an event, a round or a player."""

from django.http import HttpRequest, HttpResponse

from tournaments.access.reader import Reader
from tournaments.pages.site.share_card import (
    draw_bracket_share_card,
    draw_player_share_card,
    draw_round_share_card,
    draw_share_card,
)
from tournaments.views.conditional import conditional
from tournaments.views.query_parameters import or_404

PNG = "image/png"


@conditional
def share_card(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Send the picture of an event with its first places."""
    return HttpResponse(draw_share_card(reader), PNG)


@conditional
def round_share_card(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Send the picture of a round with its first boards."""
    return HttpResponse(or_404(draw_round_share_card(reader, number)), PNG)


@conditional
def bracket_share_card(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Send the picture of the brackets with their latest matches."""
    return HttpResponse(draw_bracket_share_card(reader), PNG)


@conditional
def player_share_card(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Send the picture of a player or a team."""
    return HttpResponse(or_404(draw_player_share_card(reader, number)), PNG)
