"""Usual plans in which matches decide: pools and brackets, a concours, a cup, a final of four."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pairing import stages
from pairing.brackets import deciding, draw, elimination, pools
from pairing.stages import KNOCK_OUT, POOLS, Plan, Stage

PLAYERS = 16  # for how many a plan is made until anybody is entered
PLAY_OFF = "rapid2 blitz2 armageddon"
OF_FOUR = "blitz2 armageddon"


def pools_and_brackets() -> Plan:
    """Return the plan of pools of four, drawn by lot, whose first two go on to A and the others to B."""
    of_pools = {"way": pools.BARRAGE, "seeding": draw.LOTS, "apart": draw.CLUBS}
    of_brackets = {"from_pools": 2, "further": 1, "losers": elimination.THIRD}
    return _follow([(POOLS, 3, of_pools), (KNOCK_OUT, 1, of_brackets)])


def concours() -> Plan:
    """Return the plan of a concours with A, B and C: who loses the first game plays on in the next bracket."""
    return _follow([(KNOCK_OUT, 1, {"seeding": draw.LOTS, "apart": draw.CLUBS, "consolations": 2})])


def cup() -> Plan:
    """Return the plan of a knock-out of single games with a play-off and a match for place 3."""
    return _follow([(KNOCK_OUT, 1, {"seeding": draw.POTS, "losers": elimination.THIRD, "play_off": PLAY_OFF})])


def team_cup() -> Plan:
    """Return the plan of a knock-out of teams: boards decide, then the Berlin score, then the place before."""
    play_off = f"{deciding.BOARDS} {deciding.BERLIN} {deciding.BETTER}"
    return _follow([(KNOCK_OUT, 1, {"seeding": draw.POTS, "losers": elimination.THIRD, "play_off": play_off})])


def final_four(rounds: int = 7) -> Plan:
    """Return the plan of a Swiss event whose first four play semi-finals, a final and a match for place 3."""
    of_four = {"entrants": 4, "losers": elimination.THIRD, "play_off": OF_FOUR}
    return _follow([("dutch", rounds, {}), (KNOCK_OUT, 2, of_four)])


def _follow(parts: list[tuple[str, int, Mapping[str, Any]]]) -> Plan:
    """Return a plan of systems with so many rounds each."""
    plan: list[Stage] = []
    for system, rounds, settings in parts:
        first = plan[-1].last + 1 if plan else 1
        plan.append(Stage(system, first, first + rounds - 1, settings))
    return stages.check_plan(plan)


PLANS: Mapping[str, Callable[..., Plan]] = {
    "pools-and-brackets": pools_and_brackets,
    "concours": concours,
    "cup": cup,
    "team-cup": team_cup,
    "final-four": final_four,
}
