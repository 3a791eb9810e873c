"""How far events are."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Q

from tournaments import audience, final
from tournaments.models import Event, Game, Match, Stage
from tournaments.queries.ranked import standings


class Progress(NamedTuple):
    """How far an event is: `round` is the running one or the last one that is paired (0 before the first).

    `withheld` are the rounds whose results are kept from the public; `unchecked` counts the results that
    nobody else has checked.
    """

    round: int
    rounds: int
    results_in: int
    boards: int
    finished: bool
    withheld: tuple[int, ...] = ()
    unchecked: int = 0


def progress(event: Event) -> Progress:
    """Say how far an event is. One question."""
    return progress_of([event])[event.pk]


def progress_of(events: Iterable[Event]) -> dict[int, Progress]:
    """Say for each event, by its id, how far it is.

    One question for all of them, one more where teams play, and some for those in their final.
    """
    events = list(events)
    rounds: dict[int, list[tuple[int, bool, int, int, int]]] = {event.pk: [] for event in events}
    counted = (
        Game.objects.filter(round__event__in=events, black__isnull=False)
        .order_by("round__number")
        .values("round__event", "round__number", "round__is_ahead", "round__is_withheld")
        .annotate(
            boards=Count("pk"),
            results_in=Count("pk", filter=audience.counted(events)),
            entered=Count("pk", filter=audience.counted(events) & Q(entered_at__isnull=False)),
            unchecked=Count("pk", filter=audience.counted(events) & Q(is_provisional=True)),
        )
        .values_list(
            *("round__event", "round__number", "round__is_ahead", "boards", "results_in", "entered"),
            *("round__is_withheld", "unchecked"),
        )
    )
    withheld: dict[int, tuple[int, ...]] = dict.fromkeys(rounds, ())
    unchecked = dict.fromkeys(rounds, 0)
    for event, number, *counts, is_withheld, waiting in counted:
        rounds[event].append((number, *counts))
        withheld[event] += (number,) if is_withheld else ()
        unchecked[event] += waiting
    for event, number in _with_matches(events):
        if all(number != known[0] for known in rounds[event]):
            rounds[event].append((number, False, 0, 0, 0))
    found = {
        event.pk: progress_from(event.planned_rounds, sorted(rounds[event.pk]))._replace(
            withheld=withheld[event.pk], unchecked=unchecked[event.pk]
        )
        for event in events
    }
    over = {event.pk for event in _in_finals(events, found) if _final_is_over(event)}
    return {pk: each._replace(finished=True) if pk in over else each for pk, each in found.items()}


def _with_matches(events: Iterable[Event]) -> Iterable[tuple[int, int]]:
    """Return the rounds of teams that have matches: where all of them are forfeited, there are no boards to count."""
    teams = [event for event in events if event.team_boards]
    if not teams:
        return ()
    matches = Match.objects.filter(round__event__in=teams, second__isnull=False).order_by()
    return matches.values_list("round__event", "round__number").distinct()


def _in_finals(events: Iterable[Event], found: dict[int, Progress]) -> list[Event]:
    """Return the events whose running round is complete, and one of their final. One question where there are any."""
    waiting = [e for e in events if not (far := found[e.pk]).finished and 0 < far.boards == far.results_in]
    stages = Stage.objects.filter(event__in=waiting, system="final") if waiting else Stage.objects.none()
    begin = dict(stages.values_list("event", "first_round"))
    return [event for event in waiting if begin.get(event.pk, found[event.pk].round + 1) <= found[event.pk].round]


def _final_is_over(event: Event) -> bool:
    """Tell whether all matches of the final are decided before their last game, so that no round comes any more."""
    matches = final.matches(standings(event))
    return bool(matches) and not any(match.open_games for match in matches)


def progress_from(planned: int, rounds: list[tuple[int, bool, int, int, int]]) -> Progress:
    """Sum up the paired rounds, each as number, published ahead, boards, results in, and those that somebody entered.

    A round published ahead runs as soon as the one before it is complete, or somebody enters a result of it: the
    forfeits that it was published with do not start it.
    """
    if not rounds:
        return Progress(0, planned, 0, 0, False)
    complete = all(boards == results_in for _, _, boards, results_in, _ in rounds)
    while len(rounds) > 1 and rounds[-1][1] and not rounds[-1][4] and rounds[-2][3] < rounds[-2][2]:
        rounds = rounds[:-1]
    number, _, boards, results_in, _ = rounds[-1]
    return Progress(number, planned, results_in, boards, complete and number >= planned)
