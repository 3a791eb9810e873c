"""Give a notice to everybody who looks at an event, and take it back."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.event.notices import LONGEST_NOTICE
from tournaments.models import Event

EMPTY = sentence("notice-empty", gettext_noop("Write what everybody should know."))
OVER = sentence("notice-over", gettext_noop("The time until which the notice stands is over."))


def give_notice(event: Event, text: str, until: datetime | None, by: Actor) -> bool:
    """Let a line stand on the pages of an event until a time; return whether anything changed. Raise Refusal."""
    if not text:
        raise Refusal(EMPTY, field="text")
    if until is not None and until <= timezone.now():
        raise Refusal(OVER, field="until")
    return store_notice(event, text[:LONGEST_NOTICE], until, by)


def take_back_notice(event: Event, by: Actor) -> bool:
    """Take the notice of an event from all its pages; return whether there was one."""
    return store_notice(event, "", None, by)


def store_notice(event: Event, text: str, until: datetime | None, by: Actor) -> bool:
    with writing(event) as event:
        before = describe(event)
        if (event.notice, event.notice_until) == (text, until):
            return False
        # The same line with another end is no news: followers heard it when it was given.
        given_at = event.notice_at if text == event.notice else timezone.now()
        event.notice, event.notice_at, event.notice_until = text, given_at if text else None, until
        event.save(update_fields=["notice", "notice_at", "notice_until"])
        record(event, by, LogAction.NOTICE, before=before, after=describe(event))
        return True


def describe(event: Event) -> dict[str, Any]:
    until = event.notice_until
    return {"notice": event.notice} | ({"notice_until": until.isoformat(timespec="minutes")} if until else {})
