"""When rounds begin: typed and shown in the event's own zone, wherever server and reader are."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tournaments.models import Event

MINUTES = "%Y-%m-%dT%H:%M"


def read_round_times(event: Event) -> dict[int, datetime]:
    """Return when the rounds of an event begin, those that have a time, in the zone of the event."""
    zone = ZoneInfo(event.time_zone)
    local = {int(number): datetime.fromisoformat(text) for number, text in event.round_times.items()}
    return {number: local[number].replace(tzinfo=zone) for number in sorted(local)}


def serialize_round_times(times: dict[int, datetime]) -> dict[str, str]:
    """Return times as the event keeps them: as its own clocks show them, by the number of the round."""
    return {str(number): times[number].strftime(MINUTES) for number in sorted(times)}


def make_round_times(first: datetime, minutes: int, rounds: Iterable[int], a_day: int) -> dict[int, datetime]:
    """Return times for rounds that follow each other: so many a day, each day from the first one's hour on."""
    return {
        number: first + timedelta(days=place // a_day, minutes=place % a_day * minutes)
        for place, number in enumerate(rounds)
    }
