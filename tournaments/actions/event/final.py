"""Declare an event final, and reopen it. What counts in a final event is changed by those in charge, with a reason."""

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event
from tournaments.queries.event.progress import read_progress

UNFINISHED = sentence("final-unfinished", gettext_noop("The event can’t be final yet: results or rounds are missing."))
WITHHELD = sentence(
    "final-withheld", gettext_noop("The event can’t be final yet: the results of round {rounds} are withheld.")
)
UNCHECKED = sentence(
    "final-unchecked", gettext_noop("The event can’t be final yet: {count} results have not been checked.")
)


def declare_final(event: Event, by: Actor) -> None:
    """Declare a finished event final; the same again writes nothing. Raise Refusal.

    Refuse where rounds or results are missing, withheld from the public or not checked.
    """
    with writing(event) as event:
        if event.is_final:
            return
        progress = read_progress(staff_reader(event))
        if not progress.finished:
            raise Refusal(UNFINISHED, field="event")
        if progress.withheld:
            raise Refusal(WITHHELD, field="event", rounds=", ".join(map(str, progress.withheld)))
        if progress.unchecked:
            raise Refusal(UNCHECKED, field="event", count=progress.unchecked)
        event.final_at = timezone.now()
        event.save(update_fields=["final_at"])
        record(event, by, LogAction.FINAL)


def reopen_event(event: Event, by: Actor, reason: str) -> None:
    """Make a final event an open one again, which needs a reason. Raise Refusal without one."""
    with writing(event) as event:
        if not event.is_final:
            return
        if not reason.strip():
            raise Refusal(REASON_NEEDED, field="reason")
        event.final_at = None
        event.save(update_fields=["final_at"])
        record(event, by, LogAction.REOPEN, reason=reason)
