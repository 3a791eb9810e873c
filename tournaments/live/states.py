"""One state of a topic, read once for everybody who watches it: of a page or for programs."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tournaments.access.reader import Audience, Reader
from tournaments.domain.event.happenings import Happening
from tournaments.live.broker import ViewKey, stamp
from tournaments.models import Event
from tournaments.pages.event.happenings import Moment, list_happenings, read_moment
from tournaments.queries.snapshot import snapshot

VERSION = "version"
VIEWS = r"standings|crosstable|round-[1-9]\d{0,2}|version"  # that may be watched, as a part of an address
PAGES_ALONE = {"crosstable"}  # programs take the rounds


class Gone(Exception):
    """There is nothing to watch any more: the round was unpublished, or the event was hidden from the public."""


@dataclass(frozen=True)
class Shown[View]:
    """One state of a topic, as read from the database; `view` holds the values of its page, or those for programs.

    `moment` is what its happenings are read from, None for a page of the staff that only watches the version.
    """

    stamp: str
    reader: Reader
    view: View
    moment: Moment | None = None

    @property
    def event(self) -> Event:
        return self.reader.event

    @property
    def changed_at(self) -> datetime.datetime:
        return self.event.changed_at


def read_state[View](key: ViewKey, read_view: Callable[[Reader, str], View]) -> Shown[View]:
    """Read the state of a topic, all of it of one moment. Raise Gone."""
    with snapshot():
        event = Event.objects.filter(pk=key.event).first()
        if event is None or not (event.is_public or key.inside or key.is_member):
            raise Gone
        reader = Reader(event, Audience.STAFF if key.inside else Audience.PUBLIC)
        view = read_view(reader, key.view)
        moment = None if key.inside and key.view == VERSION else read_moment(reader)
    return Shown(stamp(event.epoch, event.version), reader, view, moment)


def happened(before: Shown[Any], after: Shown[Any]) -> list[Happening]:
    """Return what happened between two states of one topic."""
    return list_happenings(before.moment, after.moment) if before.moment and after.moment else []


def message(stamp: str, data: str, name: str = "") -> bytes:
    """Write one message of the stream; blank lines and indentation are left out."""
    lines = [line for line in map(str.strip, data.replace("\r", "\n").split("\n")) if line]
    head = [f"id: {stamp}"] + ([f"event: {name}"] if name else [])
    return ("\n".join(head + [f"data: {line}" for line in lines]) + "\n\n").encode()
