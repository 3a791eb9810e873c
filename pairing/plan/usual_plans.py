"""Usual plans: Swiss systems, round robins, the German championship, and those in which duels decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pairing.brackets import deciding, draw, elimination, pools
from pairing.plan import stages
from pairing.plan.stages import KNOCK_OUT, POOLS, Plan, Stage

PLAYERS = 16  # for how many a plan is made until anybody is entered
PLAY_OFF = "rapid2 blitz2 armageddon"
OF_FOUR = "blitz2 armageddon"


def german_championship(rounds: int = 20, final_games: int = 3) -> Plan:
    """Return the plan of the German Scrabble championship: groups, New Swiss, the finalists' round, a final."""
    plan = [Stage("groups", 1, 3), Stage("new-swiss", 4, rounds - 1), Stage("finalists", rounds, rounds)]
    if final_games:
        plan.append(Stage(KNOCK_OUT, rounds + 1, rounds + final_games, {"entrants": 2, "games": final_games}))
    return stages.check_plan(plan)


def swiss(rounds: int = 9) -> Plan:
    """Return the plan of a Swiss event by FIDE Dutch."""
    return stages.check_plan([Stage("dutch", 1, rounds)])


def swiss_of_teams(rounds: int = 7) -> Plan:
    """Return the plan of a Swiss team event by FIDE's C.04.6."""
    return stages.check_plan([Stage("team-swiss", 1, rounds)])


def round_robin(players: int, cycles: int = 1) -> Plan:
    """Return the plan of a single or double round robin for this many players."""
    return stages.check_plan(
        [Stage("round-robin", 1, cycles * (players - 1 + players % 2), {"cycles": cycles} if cycles > 1 else {})]
    )


def pools_and_brackets() -> Plan:
    """Return the plan of pools of four, drawn by lot: the first two play in bracket A, the others in B."""
    of_pools = {"way": pools.BARRAGE, "seeding": draw.LOTS, "apart": draw.CLUBS}
    of_brackets = {"from_pools": 2, "further": 1, "losers": elimination.THIRD}
    return _follow([(POOLS, 3, of_pools), (KNOCK_OUT, 1, of_brackets)])


def concours() -> Plan:
    """Return the plan of a concours with A, B and C: losers of their first game play on in the next bracket."""
    return _follow([(KNOCK_OUT, 1, {"seeding": draw.LOTS, "apart": draw.CLUBS, "consolations": 2})])


def cup() -> Plan:
    """Return the plan of a knock-out of single games with a play-off and a duel for place 3."""
    return _follow([(KNOCK_OUT, 1, {"seeding": draw.POTS, "losers": elimination.THIRD, "play_off": PLAY_OFF})])


def team_cup() -> Plan:
    """Return the plan of a knock-out of teams: boards decide, then the Berlin score, then the place before."""
    play_off = f"{deciding.BOARDS} {deciding.BERLIN} {deciding.BETTER}"
    return _follow([(KNOCK_OUT, 1, {"seeding": draw.POTS, "losers": elimination.THIRD, "play_off": play_off})])


def final_four(rounds: int = 7) -> Plan:
    """Return the plan of a Swiss event whose first four play semi-finals, a final and a duel for place 3."""
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
    "german-championship": german_championship,
    "swiss": swiss,
    "team-swiss": swiss_of_teams,
    "final-four": final_four,
}
# The plans whose number of rounds follows from the field.
PLANS_BY_FIELD: Mapping[str, Callable[[], Plan]] = {
    "round-robin": partial(round_robin, PLAYERS),
    "double-round-robin": partial(round_robin, PLAYERS, 2),
    "pools-and-brackets": pools_and_brackets,
    "concours": concours,
    "cup": cup,
    "team-cup": team_cup,
}
