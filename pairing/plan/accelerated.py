"""The accelerated rounds of a stage: who gets points beyond their own for the pairings, and in which rounds."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pairing.dutch.players import list_arrived
from pairing.plan.stage_settings import SYSTEMS
from pairing.plan.stages import Stage
from pairing.rules.engine_records import Acceleration, baku_acceleration
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.start_numbers import start_numbers
from tiebreaks.refusal import Refusal, gettext_noop, sentence

GAME_POINTS = "GP"
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
