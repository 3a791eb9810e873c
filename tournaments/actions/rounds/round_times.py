"""Plan the times of the rounds, whether or not the rounds exist yet."""

from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event
from tournaments.queries.rounds import round_times

ROUND_DAYS = "132"  # a file's record, kept until the event has times of its own
NOT_LATER = sentence("times-order", gettext_noop("Round {round} must begin after round {earlier}."))

SKIPPED = sentence(
    "times-skipped",
    gettext_noop("Round {round}: there is no {time} on that day, since clocks are put forward. Choose another time."),
)
REPEATED = sentence(
    "times-repeated",
    gettext_noop("Round {round}: {time} comes twice on that day, since clocks are put back. Choose another time."),
)


def set_times(event: Event, times: dict[int, datetime], by: Actor) -> Event:
    """Set when the rounds begin; the same times write nothing.

    Raise Refusal where they are not in order, and for times that clocks of the event never show, or twice.
    """
    zone = ZoneInfo(event.time_zone)
    for number, at in times.items():
        for code, is_so in ((SKIPPED, round_times.is_skipped), (REPEATED, round_times.is_repeated)):
            if is_so(at, zone):
                raise Refusal(code, field=f"round {number}", round=number, time=f"{at:%H:%M}")
    for earlier, number in pairwise(sorted(times)):
        if times[number] <= times[earlier]:
            raise Refusal(NOT_LATER, field=f"round {number}", round=number, earlier=earlier)
    with writing(event) as event:
        before, event.round_times = event.round_times, round_times.serialize_round_times(times)
        if before == event.round_times:
            return event
        lines = [line for line in event.details.file_lines if not line.startswith(ROUND_DAYS)]
        event.write_fields({"round_times": event.round_times, "file_lines": lines})
        update_round_times(event)
        record(event, by, LogAction.TIMES, before=before, after=event.round_times)
        return event


def update_round_times(event: Event) -> None:
    """Write the planned times into the published rounds of a locked event."""
    times = round_times.read_round_times(event)
    for row in event.rounds.all():
        if row.starts_at != times.get(row.number):
            row.starts_at = times.get(row.number)
            row.save(update_fields=["starts_at"])
