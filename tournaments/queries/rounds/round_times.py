"""When rounds begin: typed and shown in the event's own zone, wherever server and reader are."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
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


def make_round_times(
    first: datetime, minutes: int, rounds: Iterable[int], a_day: int, zone: ZoneInfo
) -> dict[int, datetime]:
    """Return times for rounds that follow each other: so many a day, each day from the first one's hour on.

    They are those of clocks in a zone, and the minutes between them pass, also in a night in which clocks change.
    """
    return {
        number: pass_minutes(first + timedelta(days=place // a_day), place % a_day * minutes, zone)
        for place, number in enumerate(rounds)
    }


def pass_minutes(start: datetime, minutes: int, zone: ZoneInfo) -> datetime:
    """Return what clocks in a zone show when so many minutes have passed since they showed the start."""
    if not minutes:
        return start
    return (
        (start.replace(tzinfo=zone).astimezone(UTC) + timedelta(minutes=minutes)).astimezone(zone).replace(tzinfo=None)
    )


def is_skipped(at: datetime, zone: ZoneInfo) -> bool:
    """Tell whether clocks in a zone never show a time, since they are put forward over it."""
    return at.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None) != at


def is_repeated(at: datetime, zone: ZoneInfo) -> bool:
    """Tell whether clocks in a zone show a time twice, since they are put back over it."""
    first, second = (at.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    return first != second and not is_skipped(at, zone)
