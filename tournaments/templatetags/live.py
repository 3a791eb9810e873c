"""Where a page listens for what is new: at its own server, or at nginx where that relays (docs/nchan.md)."""

from django import template
from django.conf import settings
from django.utils.translation import get_language

from tournaments.models import Event

register = template.Library()


@register.simple_tag
def relayed_stream(event: Event, stream: str = "", token: str = "") -> str:
    """Return the address at nginx of a public page's stream, "" for a page that listens at its own server."""
    if not settings.LIVE_NCHAN_PATH or token or not event.is_public or event.for_staff:
        return ""
    channel = f"standings/{get_language()}" if stream == "standings" else "version"
    return f"{settings.LIVE_NCHAN_PATH}{event.slug}/{channel}"
