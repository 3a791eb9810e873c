"""Which boards wait for an arbiter, and what arbiters noted."""

from django.db.models import Prefetch

from tournaments.models import ArbiterCall, BoardNote, Event

# The notes of the boards of a desk, with who wrote them. Two queries for any number of boards.
NOTES = Prefetch("notes", BoardNote.objects.select_related("by"))


def read_calls(event: Event) -> list[ArbiterCall]:
    """Return the boards of an event that wait for an arbiter, the one that waits longest first. One query."""
    calls = ArbiterCall.objects.filter(game__round__event=event)
    return list(calls.select_related("game__round", "game__white", "game__black", "taken_by"))


def read_notes(event: Event) -> list[BoardNote]:
    """Return all notes of an event, by round and board. One query."""
    notes = BoardNote.objects.filter(game__round__event=event).select_related(
        "game__round", "game__white", "game__black", "by"
    )
    return list(notes.order_by("game__round__number", "game__board", "at", "pk"))
