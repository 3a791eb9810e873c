"""How far an event is and when it last changed: the line above every live table."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone

from tournaments.models import Event
from tournaments.queries import round_times
from tournaments.queries.progress import read_progress
from tournaments.wording import dates


class Beginning(NamedTuple):
    """When a round begins; `day` is empty for today."""

    round: int
    at: datetime
    day: str

    @property
    def time(self) -> str:
        return self.at.strftime("%H:%M")


class State(NamedTuple):
    """`as_of` is the time of the last change in the event's time zone; `dated` is true if that was on another day.

    `coming` holds the rounds that have a time and have not begun, the next one first.
    """

    round: int
    rounds: int
    results_in: int
    boards: int
    finished: bool
    withheld: tuple[int, ...]
    unchecked: int
    as_of: datetime
    dated: bool
    coming: tuple[Beginning, ...] = ()

    @property
    def as_of_day(self) -> str:
        return dates.write_day(self.as_of)

    @property
    def as_of_time(self) -> str:
        return self.as_of.strftime("%H:%M:%S")


def read_state(event: Event) -> State:
    """Return the state of an event. One query."""
    as_of = event.changed_at.astimezone(ZoneInfo(event.time_zone))
    now = timezone.now().astimezone(as_of.tzinfo)
    dated = as_of.date() != now.date()
    return State(*read_progress(event), as_of, dated, list_coming_rounds(event, now))


def list_coming_rounds(event: Event, now: datetime) -> tuple[Beginning, ...]:
    """Return the rounds that begin after `now`, in order."""
    return tuple(
        Beginning(number, at, "" if at.date() == now.date() else dates.write_day(at))
        for number, at in round_times.read_round_times(event).items()
        if at > now
    )
