"""Who reads an event: the value that every query and page takes whose answer depends on the reader.

Each way in makes one, and nothing changes it afterwards. Without more ado an event is read as the public reads it, so
that a place that forgets to ask shows too little, never too much.
"""

from copy import copy
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.access import policy
from tournaments.models import Event


class Audience(StrEnum):
    """What a reader sees: the public, or also what is hidden from it (`policy.INSIDE`)."""

    PUBLIC = "public"
    STAFF = "staff"


@dataclass(frozen=True, slots=True)
class Reader:
    """An event and who reads it, with their role in it as `policy.find_role` returns it: "" for none."""

    event: Event
    audience: Audience = Audience.PUBLIC
    role: str = ""

    @property
    def is_staff(self) -> bool:
        """Tell whether the reader sees results that are withheld or unchecked, and all names."""
        return self.audience is Audience.STAFF

    def may(self, action: str) -> bool:
        """Tell whether the reader can do something in the event now: it is possible there, and their role has it."""
        return policy.allows(self.role, action) and policy.is_possible(self.event, action)

    def at_version(self, version: int) -> "Reader":
        """Return the same for the event at a version that the reader has led to, if it is newer than what was read."""
        if version <= self.event.version:
            return self
        event = copy(self.event)
        event.version = version
        return replace(self, event=event)


def reader_in_role(event: Event, role: str) -> Reader:
    """Return who reads an event in a role: some roles see everything."""
    return Reader(event, Audience.STAFF if policy.allows(role, policy.INSIDE) else Audience.PUBLIC, role)


def staff_reader(event: Event) -> Reader:
    """Return the reader of an event who sees everything: writes, jobs and commands are done inside."""
    return Reader(event, Audience.STAFF)
