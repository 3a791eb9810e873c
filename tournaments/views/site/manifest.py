"""What a phone needs to keep the site, or one event, on its home screen (W3C: Web Application Manifest)."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access.reader import Reader
from tournaments.domain.event import accents
from tournaments.views.conditional import conditional

PAPER = "#fbfaf6"  # as in static/shared/style.css; pages name the dark one too
SHORT = 12  # letters that fit below an icon, roughly


@require_safe
def site_manifest(request: HttpRequest) -> JsonResponse:
    """Describe the site, which begins with its events."""
    return answer("Crosstable", reverse("events"), accents.DEFAULT)


@conditional
def manifest(request: HttpRequest, reader: Reader) -> JsonResponse:
    """Describe one event as an application of its own, which begins with its table."""
    event = reader.event
    return answer(event.name, reverse("standings", args=[event.slug]), event.accent)


def answer(name: str, start: str, accent: str) -> JsonResponse:
    facts: dict[str, Any] = {
        "id": start,
        "name": name,
        "short_name": name if len(name) <= SHORT else name[: SHORT - 1].rstrip() + "…",
        "description": _("Live standings that explain themselves."),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": start,
        "scope": reverse("events"),  # the criteria and other events are no other application
        "display": "standalone",
        "display_override": ["minimal-ui"],  # with a way back, where there is one
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": list_icons(accent if accent in accents.ACCENTS else accents.DEFAULT),
    }
    return JsonResponse(facts, content_type="application/manifest+json")


def list_icons(accent: str) -> list[dict[str, str]]:
    """List the icons: one of any size in an accent, and those that home screens ask for."""

    def icon(path: str, sizes: str, kind: str = "image/png", purpose: str = "any") -> dict[str, str]:
        return {"src": static(f"icons/{path}"), "sizes": sizes, "type": kind, "purpose": purpose}

    return [
        icon(f"{accent}.svg", "any", "image/svg+xml"),
        icon("192.png", "192x192"),
        icon("512.png", "512x512"),
        icon("maskable.png", "512x512", purpose="maskable"),
    ]
