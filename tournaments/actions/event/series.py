"""Join events as sections of one tournament with one front page, and let them leave it."""

from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.event.events import create_at_address
from tournaments.actions.event.setup import copy_event
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.accounts.roles import Role
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Membership, Series

ALREADY = sentence("series-already", gettext_noop("The event is already part of {series}."))
ALONE = sentence("series-none", gettext_noop("The event is not part of a tournament of several sections."))
NAMELESS = sentence("series-name", gettext_noop("The tournament and its section each need a name."))

SHARED = ("name", "place", "starts_on", "ends_on")


def begin_series(event: Event, name: str, section: str, by: Actor) -> None:
    """Put an event on the front page of that name on which this person has another section, or else on a new one.

    So sections that come from several laptops stand together. Raise Refusal.
    """
    own = Membership.objects.filter(user=by.user, role=Role.OWNER, event__series__name=name.strip())
    series = Series.objects.filter(pk__in=own.values("event__series")).first() if by.user else None
    if series is None or event.series_id or not section.strip():
        create_series(event, name, section, by)
        return
    with writing(event) as event:
        join_series(event, series, section, by)


def create_series(event: Event, name: str, section: str, by: Actor) -> Series:
    """Create a front page with an event as its first section; it takes over place and days. Raise Refusal."""
    if not name.strip() or not section.strip():
        raise Refusal(NAMELESS, field="name")
    with writing(event) as event:
        if event.series:
            raise Refusal(ALREADY, field="series", series=event.series.name)
        fields = {"name": name[:120], "place": event.place, "starts_on": event.starts_on, "ends_on": event.ends_on}
        series = create_at_address(Series, fields)
        join_series(event, series, section, by)
        return series


def join_series(event: Event, series: Series, section: str, by: Actor) -> None:
    """Make a locked event a section."""
    event.series, event.section = series, section.strip()[:40]
    event.save(update_fields=["series", "section"])
    record(event, by, LogAction.SERIES, after={"series": series.pk, "section": event.section})


def new_section(event: Event, section: str, by: Actor) -> Event:
    """Create another section like an event: same tournament, settings and plan, its own players. Raise Refusal."""
    if not section.strip():
        raise Refusal(NAMELESS, field="section")
    if event.series is None:
        raise Refusal(ALONE, field="series")
    name = f"{event.series.name} {section.strip()}"[:120]
    with writing(copy_event(event, by, name=name)) as copy:
        copy.starts_on, copy.ends_on = event.starts_on, event.ends_on
        copy.save(update_fields=["starts_on", "ends_on"])
        join_series(copy, event.series, section, by)
        return copy


def change_series(event: Event, changes: dict[str, Any], by: Actor) -> None:
    """Change name, place and days of the front page; the same values write nothing. Raise Refusal."""
    with writing(event) as event:
        series = event.series
        if series is None:
            raise Refusal(ALONE, field="series")
        before = {name: getattr(series, name) for name in SHARED if getattr(series, name) != changes[name]}
        if not before:
            return
        for name in before:
            setattr(series, name, changes[name])
        series.save(update_fields=list(before))
        after = {name: str(changes[name]) for name in before}
        record(event, by, LogAction.SERIES, before={name: str(value) for name, value in before.items()}, after=after)


def leave_series(event: Event, by: Actor) -> None:
    """Take an event out of its series; a series without sections is deleted. Raise Refusal."""
    with writing(event) as event:
        series = event.series
        if series is None:
            raise Refusal(ALONE, field="series")
        before = {"series": series.pk, "section": event.section}
        event.series, event.section = None, ""
        event.save(update_fields=["series", "section"])
        if not series.sections.exists():
            series.delete()
        record(event, by, LogAction.SERIES, before=before)
