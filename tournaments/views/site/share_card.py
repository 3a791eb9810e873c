"""The pictures that messengers show next to the address of an event, a round or a player."""

from django.http import HttpRequest, HttpResponse

from tournaments.models import Event
from tournaments.pages.site.share_card import (
    draw_bracket_preview,
    draw_player_preview,
    draw_preview,
    draw_round_preview,
)
from tournaments.views.conditional import conditional
from tournaments.views.query_parameters import or_404

PNG = "image/png"


@conditional
def preview(request: HttpRequest, event: Event) -> HttpResponse:
    """Send the picture of an event with its first places."""
    return HttpResponse(draw_preview(event), PNG)


@conditional
def round_preview(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Send the picture of a round with its first boards."""
    return HttpResponse(or_404(draw_round_preview(event, number)), PNG)


@conditional
def bracket_preview(request: HttpRequest, event: Event) -> HttpResponse:
    """Send the picture of the brackets with their latest matches."""
    return HttpResponse(draw_bracket_preview(event), PNG)


@conditional
def player_preview(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Send the picture of a player or a team."""
    return HttpResponse(or_404(draw_player_preview(event, number)), PNG)
