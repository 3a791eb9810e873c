"""Change what an event says about itself: its facts and its logo. None of them moves anybody in the table."""

from typing import Any

from tiebreaks.refusal import Refusal
from tournaments.actions.event.configuration import SETTINGS_CHANGED, find_old_values
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.event.logos import digest_logo, make_logo
from tournaments.forms.event_details import detail_names
from tournaments.forms.event_fields import digest_fields
from tournaments.models import Event, Logo

# Facts that may name people: the log says that they were changed, and does not store them.
PERSONAL = {"organiser", "chief_arbiter", "deputy_arbiters", "announcement", "links"}


def change_details(event: Event, changes: dict[str, Any], by: Actor, seen: str | None = None) -> list[str]:
    """Change facts, log both values, and name those that changed; the same facts write nothing.

    `seen` is the digest of the facts on the page that the change was made on. Raise Refusal.
    """
    with writing(event) as event:
        if seen is not None and seen != digest_fields(event, detail_names(event)):
            raise Refusal(SETTINGS_CHANGED, field="seen")
        before = find_old_values(event, changes)
        if not before:
            return []
        after = {field: changes[field] for field in before}
        event.write_fields(after)
        record(event, by, LogAction.EVENT_DETAILS, before=logged(before), after=logged(after))
        return list(before)


def logged(details: dict[str, Any]) -> dict[str, Any]:
    """Return facts for the log; of those that may name people only that there are some."""
    return {field: "…" if value and field in PERSONAL else value for field, value in details.items()}


def set_logo(event: Event, data: bytes, by: Actor) -> Event:
    """Store a picture as the logo of an event; the same picture writes nothing. Raise Refusal."""
    picture = make_logo(data)
    return store_logo(event, picture, digest_logo(picture), by)


def remove_logo(event: Event, by: Actor) -> Event:
    """Remove the logo of an event."""
    return store_logo(event, b"", "", by)


def store_logo(event: Event, picture: bytes, digest: str, by: Actor) -> Event:
    with writing(event) as event:
        if event.logo == digest:
            return event
        before, event.logo = event.logo, digest
        event.save(update_fields=["logo"])
        if digest:
            Logo.objects.update_or_create(event=event, defaults={"data": picture})
        else:
            Logo.objects.filter(event=event).delete()
        record(event, by, LogAction.EVENT_DETAILS, before={"logo": before}, after={"logo": digest})
        return event
