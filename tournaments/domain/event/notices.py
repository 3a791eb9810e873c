"""A notice: one line that the arbiters write for everybody, and until when it stands."""

from datetime import datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

LONGEST_NOTICE = 200


class Notice(NamedTuple):
    """A line, when it was given, and when its time is over: None where somebody takes it back."""

    text: str
    at: datetime
    until: datetime | None = None

    def stands(self, now: datetime) -> bool:
        """Tell whether its time is not over."""
        return self.until is None or now < self.until


def find_end(clock: time, now: datetime, zone: ZoneInfo) -> datetime:
    """Return when clocks in a zone next show a time: today, or tomorrow where it is over."""
    local = now.astimezone(zone)
    end = local.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
    return end if end > local else (end.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
