"""How far an event is and when it last changed: the line above every live table."""

from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone

from tournaments import queries, wording


class State(NamedTuple):
    """`as_of` is the time of the last change in the event's own zone; `dated` says that it was on another day."""

    round: int
    rounds: int
    results_in: int
    boards: int
    finished: bool
    as_of: object
    dated: bool

    @property
    def as_of_day(self) -> str:
        return wording.day(self.as_of)

    @property
    def as_of_time(self) -> str:
        return self.as_of.strftime("%H:%M:%S")


def state_of(event) -> State:
    """Return the state of an event. One question."""
    as_of = event.changed_at.astimezone(ZoneInfo(event.time_zone))
    dated = as_of.date() != timezone.now().astimezone(as_of.tzinfo).date()
    return State(*queries.progress(event), as_of, dated)
