"""How far events are."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from django.db.models import Count, Q

from tiebreaks.ranking.ranked_table import Standings
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.models import Event, Game, TeamMatch
from tournaments.queries.standings import endings
from tournaments.queries.standings.standings import read_standings

BOARD = Q(black__isnull=False)
CHECKED, UNCHECKED = (
    BOARD & ~Q(result=Result.OPEN) & Q(is_provisional=is_provisional) for is_provisional in (False, True)
)
# How many boards each round has, and how many results: those that are checked and the others, each also without those
# that came with an import. A round may have the bye alone.
COUNTS = (
    Game.objects.filter(BOARD | Q(result=Result.BYE))
    .order_by()
    .values_list("round__event", "round__number", "round__is_ahead", "round__is_withheld")
    .annotate(
        boards=Count("pk", filter=BOARD),
        checked=Count("pk", filter=CHECKED),
        checked_entered=Count("entered_at", filter=CHECKED),
        unchecked=Count("pk", filter=UNCHECKED),
        unchecked_entered=Count("entered_at", filter=UNCHECKED),
    )
)


class Progress(NamedTuple):
    """How far an event is: `round` is the running round or the last paired one (0 before the first).

    `has_begun` says whether somebody has entered a result of that round. `withheld` are the rounds whose results are
    hidden from the public; `unchecked` counts the results that nobody else has checked.
    """

    round: int
    rounds: int
    results_in: int
    boards: int
    finished: bool
    withheld: tuple[int, ...] = ()
    unchecked: int = 0
    has_begun: bool = False


class RoundBoards(NamedTuple):
    """The boards of a paired round, as an audience sees them: how many there are, have a result, were entered, …"""

    number: int
    is_ahead: bool = False
    is_withheld: bool = False
    boards: int = 0
    results_in: int = 0
    entered: int = 0
    unchecked: int = 0

    @property
    def is_complete(self) -> bool:
        return self.results_in == self.boards


def read_progress(reader: Reader) -> Progress:
    """Return how far an event is. One query."""
    return read_progress_by_event([reader])[reader.event.pk]


def read_progress_by_event(
    readers: Iterable[Reader], rank: Callable[[Reader], Standings] = read_standings
) -> dict[int, Progress]:
    """Return for the event of each reader, by its id, how far it is.

    One query for all of them, one more where teams play, and some for those whose last matches are played.
    """
    by_key = {reader.event.pk: reader for reader in readers}
    events = [reader.event for reader in by_key.values()]
    rounds = _paired(by_key)
    for event, number in _with_matches(events):
        rounds[event].setdefault(number, RoundBoards(number))
    progress = {event.pk: sum_up_rounds(event.planned_rounds, sorted(rounds[event.pk].values())) for event in events}
    return progress | {
        event.pk: progress[event.pk]._replace(finished=endings.is_decided(table))
        for event in _in_matches(events, progress)
        if endings.read_courses(table := rank(by_key[event.pk]))
    }


def _paired(by_key: Mapping[int, Reader]) -> dict[int, dict[int, RoundBoards]]:
    """Count the boards of the paired rounds, by event and number. One query."""
    rounds: dict[int, dict[int, RoundBoards]] = {pk: {} for pk in by_key}
    rows = COUNTS.filter(round__event__in=by_key)
    for pk, number, is_ahead, is_withheld, boards, checked, checked_entered, unchecked, unchecked_entered in rows:
        if audience.replacement_result(by_key[pk], is_withheld, False, True, False) is not None:
            checked = checked_entered = 0
        if audience.replacement_result(by_key[pk], is_withheld, True, True, False) is not None:
            unchecked = unchecked_entered = 0
        results_in, entered = checked + unchecked, checked_entered + unchecked_entered
        rounds[pk][number] = RoundBoards(number, is_ahead, is_withheld, boards, results_in, entered, unchecked)
    return rounds


def _with_matches(events: Iterable[Event]) -> Iterable[tuple[int, int]]:
    """Return the rounds of teams that have matches, or a bye: where all are forfeited, there are no boards to count."""
    teams = [event for event in events if event.team_boards]
    if not teams:
        return ()
    is_paired = Q(second__isnull=False) | Q(end=Result.BYE)
    matches = TeamMatch.objects.filter(is_paired, round__event__in=teams).order_by()
    return matches.values_list("round__event", "round__number").distinct()


def _in_matches(events: Iterable[Event], progress: dict[int, Progress]) -> list[Event]:
    """Return the events whose running round is complete, and one of matches. One query where there are any."""
    waiting = [e for e in events if 0 < progress[e.pk].boards == progress[e.pk].results_in and not e.is_final]
    if not waiting:
        return []
    first = endings.read_first_rounds(waiting)
    return [event for event in waiting if event.pk in first and first[event.pk] <= progress[event.pk].round]


def sum_up_rounds(planned: int, rounds: list[RoundBoards]) -> Progress:
    """Sum up the paired rounds in their order.

    A round published ahead runs as soon as the one before it is complete, or somebody enters a result of it: the
    forfeits that it was published with do not start it.
    """
    if not rounds:
        return Progress(0, planned, 0, 0, False)
    complete = all(each.is_complete for each in rounds)
    withheld = tuple(each.number for each in rounds if each.is_withheld)
    unchecked = sum(each.unchecked for each in rounds)
    while len(rounds) > 1 and rounds[-1].is_ahead and not rounds[-1].entered and not rounds[-2].is_complete:
        rounds = rounds[:-1]
    last = rounds[-1]
    finished = complete and last.number >= planned
    return Progress(last.number, planned, last.results_in, last.boards, finished, withheld, unchecked, last.entered > 0)
