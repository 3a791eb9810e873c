"""Keep a copy of one event before something that is hard to undo."""

from collections.abc import Iterator
from contextlib import contextmanager

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats.archive_write import export_event
from tournaments.models import Event
from tournaments.operation import event_copies

NO_COPY = sentence(
    "event-copy", gettext_noop("The copy that would undo this can’t be stored ({error}). Nothing was changed.")
)


@contextmanager
def keeping_copy(event: Event, kind: str) -> Iterator[None]:
    """Keep the event as it is now if what follows succeeds, inside the caller's transaction. Raise Refusal."""
    data = export_event(event)
    yield
    try:
        event_copies.store_copy(event.slug, kind, data)
    except OSError as failed:
        raise Refusal(NO_COPY, error=str(failed.strerror)) from failed
