"""Where a page learns what is new: at its own server, or from caches."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import get_language

from tournaments.access.reader import Reader
from tournaments.models import Event

register = template.Library()


@register.simple_tag
def own_stream(event: Event, view: Any, stream: str = "", token: str = "") -> str:
    """Return the address of a page's stream at this server, from the version that the page shows."""
    name = name_of(view, stream)
    screen = f"&s={token}" if token else ""
    return f"/live/{event.slug}/{name}/?v={view.epoch}-{view.version}&lang={get_language()}{screen}"


@register.simple_tag
def shared_view(reader: Reader, view: Any, stream: str = "", token: str = "") -> str:
    """Return the address below which caches keep what a page shows, "" for a page that is not for everybody."""
    if not is_for_everybody(reader, token):
        return ""
    return f"/shared/{reader.event.shared_key}/{get_language()}/{reader.event.slug}/{name_of(view, stream)}/"


@register.simple_tag
def poll_seconds() -> int:
    """Return how often pages ask caches instead of holding a stream, 0 where they hold one."""
    return settings.LIVE_POLL_SECONDS


def is_for_everybody(reader: Reader, token: str) -> bool:
    return reader.event.is_public and not reader.is_staff and not token


def name_of(view: Any, stream: str) -> str:
    """Return the name of what a page watches."""
    return f"round-{view.number}" if stream == "round" else stream or "version"
