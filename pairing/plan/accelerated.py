"""The accelerated rounds of a stage: who gets points beyond their own for the pairings, and in which rounds.

A plan asks for the Baku acceleration. Another one, which only files bring, is stored as rows of points, the first and
the last round, and the first and the last start number.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal

from pairing.dutch.players import list_arrived
from pairing.plan.stage_settings import SYSTEMS
from pairing.plan.stages import Stage
from pairing.rules.engine_records import Acceleration, baku_acceleration
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.start_numbers import start_numbers
from tiebreaks.refusal import Refusal, gettext_noop, sentence

GAME_POINTS = "GP"
type Points = dict[tuple[int, int], Decimal]  # by start number and round
NOT_BY_GAME_POINTS = sentence(
    "accelerated-by-game-points",
    gettext_noop("Rounds of teams that are paired by game points can’t be accelerated (C.04.7, 1.4.4)."),
)


def is_accelerated(stage: Stage) -> bool:
    """Tell whether a stage has accelerated rounds."""
    return "accelerated" in SYSTEMS[stage.system] and bool(stage.get("accelerated"))


def accelerate(stage: Stage, facts: Crosstable, absent: Collection[int] = ()) -> tuple[Acceleration, ...]:
    """Return the acceleration of a stage by start numbers, none for a stage without one.

    `facts` have as many rounds as the whole field plays. Until round 1 is paired those count who are not `absent`.
    Raise Refusal where teams are paired by game points.
    """
    if not is_accelerated(stage):
        return ()
    check_acceleration([stage], facts.score)
    if stage.get("accelerated") is not True:
        return tuple(Acceleration(Decimal(points), *numbers) for points, *numbers in stage.get("accelerated"))
    arrived, start = list_arrived(facts) or facts.players.keys() - set(absent), start_numbers(facts)
    numbers = [start[number] for number in arrived]
    if facts.team_event is None:
        return baku_acceleration(numbers, facts.rounds)
    match = facts.team_event.scheme.match
    return baku_acceleration(numbers, facts.rounds, (match.win, match.draw))


def check_acceleration(plan: Sequence[Stage], score: str) -> None:
    """Raise Refusal for accelerated rounds of teams whose primary score is game points."""
    for index, stage in enumerate(plan, start=1):
        if score == GAME_POINTS and is_accelerated(stage):
            raise Refusal(NOT_BY_GAME_POINTS, field=f"stage {index}: accelerated")


def write_acceleration(each: Acceleration) -> list[str | int]:
    """Return a row as a plan stores it."""
    return [str(each.points), *each[1:]]


def spread_points(rows: Iterable[Acceleration], facts: Crosstable, rounds: int) -> Points:
    """Return the points of each start number and round; of several rows for them the latest counts."""
    numbers, points = sorted(start_numbers(facts).values()), dict[tuple[int, int], Decimal]()
    for each in sorted(rows, key=lambda row: row.start):
        for number in numbers[bisect_left(numbers, each.first) : bisect_right(numbers, each.last)]:
            for its_round in range(max(each.start, 1), min(each.end, rounds) + 1):
                points[number, its_round] = each.points
    return {key: worth for key, worth in points.items() if worth}


def join_points(points: Points) -> Iterator[Acceleration]:
    """Yield rows that give these points, one for equal points of neighbours in the same rounds."""
    runs: list[Acceleration] = []
    for (number, its_round), worth in sorted(points.items()):
        run = runs[-1] if runs else None
        if run and (run.points, run.end, run.first) == (worth, its_round - 1, number):
            runs[-1] = run._replace(end=its_round)
        else:
            runs.append(Acceleration(worth, its_round, its_round, number, number))
    joined: dict[tuple[Decimal, int, int], Acceleration] = {}
    for run in runs:
        before = joined.get(run[:3])
        if before and before.last == run.first - 1:
            joined[run[:3]] = before._replace(last=run.last)
        else:
            if before:
                yield before
            joined[run[:3]] = run
    yield from joined.values()
