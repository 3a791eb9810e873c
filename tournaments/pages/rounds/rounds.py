"""The rounds for the arbiter: how many results are in, what is withheld, and what was closed."""

from typing import Any, NamedTuple

from django.db.models import Count, Q

from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.models import Event
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.rounds.next_step import NextStep, find_next_step
from tournaments.queries.standings import closing_evidence
from tournaments.wording import dates


class RoundLine(NamedTuple):
    """One round. `names` lists the players whose place or values differ from the table it was closed with."""

    number: int
    boards: int
    results_in: int
    is_withheld: bool
    closed_at: str
    closed_by: str
    names: tuple[str, ...]
    moved: bool

    @property
    def may_close(self) -> bool:
        return self.results_in == self.boards


class RoundsView(NamedTuple):
    progress: EventState
    next_step: NextStep
    lines: tuple[RoundLine, ...]
    final_since: str


def rounds_view(reader: Reader) -> RoundsView:
    """Return the paired rounds of an event, the newest first."""
    event = reader.event
    names = dict(event.players.values_list("number", "name"))
    closed = closing_evidence.read_closings(reader)
    paired = Count("games", filter=Q(games__black__isnull=False))
    entered = Count("games", filter=Q(games__black__isnull=False) & ~Q(games__result=Result.OPEN))
    counted = event.rounds.annotate(boards=paired, results_in=entered).filter(boards__gt=0).order_by("-number")
    lines = tuple(build_round_line(event, each, closed.get(each.number), names) for each in counted)
    final_since = dates.write_moment(event, event.final_at) if event.final_at else ""
    return RoundsView(read_state(reader), find_next_step(reader), lines, final_since)


def build_round_line(
    event: Event, its_round: Any, closing: closing_evidence.Closing | None, names: dict[int, str]
) -> RoundLine:
    at = dates.write_moment(event, closing.at) if closing else ""
    differs = tuple(names.get(number, str(number)) for number in closing.differs) if closing else ()
    by, moved = (closing.by, closing.moved) if closing else ("", False)
    return RoundLine(
        its_round.number, its_round.boards, its_round.results_in, its_round.is_withheld, at, by, differs, moved
    )
