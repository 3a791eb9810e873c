"""Fit plans to their players: the number of rounds of duels, and of a round robin, follows from the number of players.

So a plan is made before the players are known, and again when they are.
"""

from __future__ import annotations

from pairing.brackets.settings import duel_settings, pool_settings, reach_of
from pairing.plan.stages import DUELS, KNOCK_OUT, LENGTHS, POOLS, Plan, Stage, find_duels


def find_length(stage: Stage, players: int | None = None) -> int | None:
    """Return the number of rounds of a stage with a number of `players`; None if it is not fixed yet."""
    if stage.system not in DUELS:
        return LENGTHS.get(stage.system)
    settings = duel_settings(stage)
    return settings.count_rounds(players) if players else None


def fit_stage(stage: Stage, players: int, before: Stage | None = None) -> Stage:
    """Return a stage of duels, or a round robin, with the rounds that a number of players needs.

    A round robin after rounds of another kind, and all other stages, stay as they are. Where the first of each pool go
    on, their number follows from the pools of the stage `before`.
    """
    is_after_duels = before is not None and before.system in DUELS
    of_each, whole = ("from_pools", "entrants") if stage.system in DUELS else ("from_each", "field")
    if stage.settings.get(of_each) and before is not None and before.system == POOLS:
        pools = len(pool_settings(before).sizes(max(players, 2)))
        stage = stage._replace(settings={**stage.settings, whole: max(2, pools * stage.get(of_each))})
    if is_whole_table(stage, is_after_duels=is_after_duels):
        (size,) = reach_of(stage, max(players, 2))
        return stage._replace(last=stage.first + stage.get("cycles") * (size - 1 + size % 2) - 1)
    if stage.system not in DUELS:
        return stage
    return stage._replace(last=stage.first + (find_length(stage, max(players, 2)) or 1) - 1)


def is_whole_table(stage: Stage, *, is_after_duels: bool) -> bool:
    """Return whether a stage is a round robin of all its rounds: one that begins an event, or follows duels."""
    return stage.system == "round-robin" and (is_after_duels or stage.first == 1)


def fit_plan(plan: Plan, players: int) -> Plan:
    """Return a plan that has not begun with the rounds that a number of players needs."""
    fitted: list[Stage] = []
    for stage in plan:
        first = fitted[-1].last + 1 if fitted else 1
        moved = stage._replace(first=first, last=first + len(stage.rounds) - 1)
        fitted.append(fit_stage(moved, players, fitted[-1] if fitted else None))
    return tuple(fitted)


def adapt_plan(plan: Plan, number: int, players: int, *, is_over: bool = True) -> Plan:
    """Return the plan before round `number`, adapted to the number of players.

    A stage of duels that begins takes the rounds that its players need, and pools also those of the brackets that
    follow them. Of the one before the round, `is_over` tells whether its duels are decided: then it ends early if
    another stage follows, and otherwise it takes one round more, as after a correction. Later stages move.
    """
    running = find_duels(plan, number - 1)
    if running and not is_over and number > running.last:
        return _move(plan, plan.index(running), running._replace(last=number))
    if running and is_over and number <= running.last < plan[-1].last:
        plan = _move(plan, plan.index(running), running._replace(last=number - 1))
    place = next((place for place, stage in enumerate(plan) if number == stage.first), None)
    if place is None:
        return plan
    plan = _move(plan, place, fit_stage(plan[place], players, _find_duels_before(plan, place)))
    if plan[place].system == POOLS and place + 1 < len(plan):
        plan = _move(plan, place + 1, fit_stage(plan[place + 1], players, plan[place]))
    return plan


def _find_duels_before(plan: Plan, place: int) -> Stage | None:
    """Return the stage of duels before another one. The number who advance from pools was fixed by their draw."""
    before = plan[place - 1] if place else None
    return before._replace(system=KNOCK_OUT) if before and before.system in DUELS else None


def _move(plan: Plan, place: int, changed: Stage) -> Plan:
    """Return a plan with a changed stage, and those after it moved."""
    by = changed.last - plan[place].last
    later = (stage._replace(first=stage.first + by, last=stage.last + by) for stage in plan[place + 1 :])
    return (*plan[:place], changed, *later)
