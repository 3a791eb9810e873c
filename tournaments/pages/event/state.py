"""How far an event is and when it last changed: the line above every live table."""

from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result, Value
from tournaments.domain.event.notices import Notice
from tournaments.models import Event
from tournaments.queries.desk.board_labels import board_label
from tournaments.queries.event.final_corrections import Correction, read_corrections
from tournaments.queries.event.notices import read_notice
from tournaments.queries.event.progress import Progress, read_progress
from tournaments.queries.rounds import round_times
from tournaments.wording import dates, mirror_links


class NextBeginning(NamedTuple):
    """When a round begins; `day` is empty for today."""

    round: int
    at: datetime
    day: str

    @property
    def time(self) -> str:
        return self.at.strftime("%H:%M")


class EventState(NamedTuple):
    """`as_of` is the time of the last change in the event's time zone; `dated` is true if that was on another day.

    `coming` holds the rounds that have a time and have not begun, the next one first. `corrections` say what has
    changed since the event was declared final. `silent_since` is set where another server keeps the event, while it is
    silent. `given` is the notice that stood when this was read. `last_day` is that of the event, or that of the last
    change where it has no days.
    """

    round: int
    rounds: int
    results_in: int
    boards: int
    finished: bool
    withheld: tuple[int, ...]
    unchecked: int
    has_begun: bool
    as_of: datetime
    dated: bool
    coming: tuple[NextBeginning, ...] = ()
    is_final: bool = False
    corrections: tuple[str, ...] = ()
    silent_since: str = ""
    given: Notice | None = None
    last_day: date = date.max

    @property
    def notice(self) -> Notice | None:
        """Return the notice, unless its time is over: a state is read once for each version and kept."""
        return self.given if self.given and self.given.stands(timezone.now()) else None

    @property
    def is_past(self) -> bool:
        """Tell whether nothing more is expected: all is played and the last day is over, declared final or not."""
        return (self.finished or self.is_final) and self.last_day < timezone.now().astimezone(self.as_of.tzinfo).date()

    @property
    def table_round(self) -> int:
        """Return the last round of which the table has a result."""
        return self.round if self.results_in or not self.boards else self.round - 1

    @property
    def as_of_day(self) -> str:
        return dates.write_day(self.as_of)

    @property
    def as_of_time(self) -> str:
        return self.as_of.strftime("%H:%M:%S")


def read_state(reader: Reader) -> EventState:
    """Return the state of an event. One query, two more of a final event."""
    event = reader.event
    as_of = event.changed_at.astimezone(ZoneInfo(event.time_zone))
    now = timezone.now().astimezone(as_of.tzinfo)
    dated = as_of.date() != now.date()
    corrections = tuple(write_correction(event, each) for each in read_corrections(event))
    progress = read_progress(reader)
    coming = list_coming_rounds(event, progress, now)
    last_day = event.ends_on or event.starts_on or as_of.date()
    silent_since = mirror_links.write_silence(event)
    about = (coming, event.is_final, corrections, silent_since, read_notice(event), last_day)
    return EventState(*progress, as_of, dated, *about)


def write_correction(event: Event, correction: Correction) -> str:
    """Say what was corrected and when, for example "23 May, 14:02: round 3, board 7: 0-1 instead of 1-0"."""
    place = {
        "moment": dates.write_moment(event, correction.at),
        "round": correction.round,
        "board": board_label(event, correction.board),
    }
    if correction.before is None or correction.after is None:
        return gettext("%(moment)s: round %(round)s, a penalty, a deduction or a bye") % place
    values = {"before": write_value(correction.before), "after": write_value(correction.after)}
    sentence = (
        gettext("%(moment)s: round %(round)s, board %(board)s: %(after)s instead of %(before)s")
        if event.game.has_boards
        else gettext("%(moment)s: round %(round)s, table %(board)s: %(after)s instead of %(before)s")
    )
    return sentence % {**place, **values}


def write_value(value: Value) -> str:
    """Write a result: the scores where the game has them, otherwise the marks of both sides."""
    if value.white_score is not None and value.black_score is not None:
        return f"{value.white_score}–{value.black_score}"
    return gettext("adjourned") if value.is_adjourned else str(Result(value.result or "").label)


def list_coming_rounds(event: Event, progress: Progress, now: datetime) -> tuple[NextBeginning, ...]:
    """Return the rounds that begin after `now`, in order, without those that were played before their time."""
    first = progress.round + 1 if progress.has_begun else progress.round
    return tuple(
        NextBeginning(number, at, "" if at.date() == now.date() else dates.write_day(at))
        for number, at in round_times.read_round_times(event).items()
        if at > now and number >= first and not event.is_final
    )
