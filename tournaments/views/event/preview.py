"""The picture that messengers show next to the address of an event."""

from django.http import HttpRequest, HttpResponse

from tournaments.models import Event
from tournaments.pages.event.share_picture import draw_preview
from tournaments.views.conditional import conditional


@conditional
def preview(request: HttpRequest, event: Event) -> HttpResponse:
    """Send the picture of an event with its first places."""
    return HttpResponse(draw_preview(event), content_type="image/png")
