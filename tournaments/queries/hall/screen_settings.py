"""The settings of a projector: from the arbiter's page, or from the address that it was opened with."""

from collections.abc import Mapping

from django.http import QueryDict

from tournaments.domain.choices import Slide
from tournaments.models import Event, Screen

MAX_MESSAGE = 120  # letters of the line of text
MIN_SECONDS, MAX_SECONDS = 3, 600  # seconds for a page
SLIDES = [(slide.value, slide.label) for slide in Slide]


def read_screens(event: Event) -> list[Screen]:
    """Return the projectors of an event, the one that everybody may open first. One query."""
    screens = list(event.screens.all())
    return screens if screens and screens[0].is_open else [Screen(event=event, is_open=True), *screens]


def read_screen_form(posted: QueryDict) -> dict[str, str | int | bool]:
    """Read the form of one projector: whatever is missing or out of bounds gets its default."""
    message = "".join(letter if letter.isprintable() else " " for letter in posted.get("message", ""))
    return {
        "slides": choose_slides(posted.getlist("slides")),
        "seconds": read_seconds(posted.get("seconds", "")),
        "message": " ".join(message.split())[:MAX_MESSAGE],
        "is_paused": "paused" in posted,
        "is_light": "light" in posted,
    }


def apply_query(screen: Screen, query: Mapping[str, str]) -> Screen:
    """Return a projector's settings as its address changes them; nothing is stored."""
    if query.get("show"):
        screen.slides = choose_slides(query["show"].split(","))
    if query.get("every"):
        screen.seconds = read_seconds(query["every"], least=1)
    if query.get("colours"):
        screen.is_light = query["colours"] == "light"
    return screen


def choose_slides(names: list[str]) -> str:
    """Return the slides of a choice in their usual order; all of them if none is chosen."""
    return ",".join([slide for slide in Slide if slide in names] or Slide)


def read_seconds(text: str, least: int = MIN_SECONDS) -> int:
    """Return the number of seconds for a page, within bounds."""
    number = int(text) if text.isdecimal() and len(text) < 5 else 10
    return max(least, min(MAX_SECONDS, number))
