"""The times of the rounds are planned, before there are rounds and after."""

from datetime import datetime
from itertools import pairwise

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.log_actions import LogAction
from tournaments.models import Event
from tournaments.queries import round_times

NOT_LATER = sentence("times-order", gettext_noop("Round {round} must begin after round {earlier}."))


def set_times(event: Event, times: dict[int, datetime], by: Actor) -> Event:
    """Plan when the rounds begin, in the event's own zone; the same plan writes nothing. Raise Refusal out of order."""
    for earlier, number in pairwise(sorted(times)):
        if times[number] <= times[earlier]:
            raise Refusal(NOT_LATER, field=f"round {number}", round=number, earlier=earlier)
    with writing(event) as event:
        before, event.round_times = event.round_times, round_times.stored(times)
        if before == event.round_times:
            return event
        event.save(update_fields=["round_times"])
        update_round_times(event)
        record(event, by, LogAction.TIMES, before=before, after=event.round_times)
        return event


def update_round_times(event: Event) -> None:
    """Give the published rounds of a locked event their times."""
    times = round_times.times(event)
    for round in event.rounds.all():
        if round.starts_at != times.get(round.number):
            round.starts_at = times.get(round.number)
            round.save(update_fields=["starts_at"])
