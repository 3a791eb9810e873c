"""Import uploaded files as events: one, or several sections of one tournament."""

from django.db import transaction

from tournaments.actions.event.events import import_file
from tournaments.actions.event.series import create_series, join_series
from tournaments.actions.writing import Actor, writing
from tournaments.formats.incoming import Incoming
from tournaments.models import Event


def import_incoming(
    found: Incoming, by: Actor, *, name: str = "", slug: str = "", is_public: bool = False
) -> list[Event]:
    """Store every event of the files, or none; nobody but its staff sees one before it is shown. Raise Refusal."""
    name = name or found.name
    with transaction.atomic():
        events = [
            import_file(
                each.tournament,
                by,
                name=f"{name} {each.section}".strip(),
                slug=slug,
                is_public=is_public,
                **each.settings,
            )
            for each in found.events
        ]
        if len(events) > 1:
            series = create_series(events[0], name, found.events[0].section, by)
            for event, each in zip(events[1:], found.events[1:], strict=True):
                with writing(event) as locked:
                    join_series(locked, series, each.section, by)
        return events
