"""The plan of an event as a tournament file says it: by the code of record 192, else as JSON in a comment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pairing.plan.accelerated import is_accelerated
from pairing.plan.stages import Plan, Stage

PLAN_MARK = "### plan "
BAKU = "_BAKU"
CUSTOM = "CUSTOM_"
DUTCH = re.compile(r"FIDE_DUTCH(_2025|_2026)?(_BAKU)?")  # those of 2017 are other rules
OF_TEAMS = re.compile(r"FIDE_TEAM(_TYPE[AB])?(_MP|_GP)?(_MP|_GP)?(_BAKU)?")
COLOURS = {"_TYPEA": "typea", "_TYPEB": "typeb", "": "nocolor"}
type Settings = Mapping[str, Any]
ONCE: Settings = {}
TWICE: Settings = {"cycles": 2}
TWICE_AS_IT_IS: Settings = {"cycles": 2, "turn_last_two": False}
TABLES: Mapping[str, Settings] = {  # the first code for some settings is the one that is written
    **dict.fromkeys(("FIDE_ROUNDROBIN", "BERGER_ROUNDROBIN", "BERGER_ROUNDROBIN_G1"), ONCE),
    **dict.fromkeys(("FIDE_TEAM_ROUNDROBIN", "BERGER_TEAM_ROUNDROBIN", "BERGER_TEAM_ROUNDROBIN_G1"), ONCE),
    "FIDE_DOUBLEROUNDROBIN": TWICE,
    **dict.fromkeys(("BERGER_DOUBLEROUNDROBIN", "BERGER_ROUNDROBIN_G2"), TWICE_AS_IT_IS),
    **dict.fromkeys(
        ("FIDE_TEAM_DOUBLEROUNDROBIN", "BERGER_TEAM_DOUBLEROUNDROBIN", "BERGER_TEAM_ROUNDROBIN_G2"), TWICE_AS_IT_IS
    ),
}


def read_type_code(code: str, rounds: int) -> Stage | None:
    """Return the only stage of an event of so many rounds by its code, None for a code without a system of ours."""
    code = code.strip().upper()
    if DUTCH.fullmatch(code):
        return Stage("dutch", 1, rounds, {"accelerated": True} if code.endswith(BAKU) else {})
    if code in TABLES:
        return Stage("round-robin", 1, rounds, TABLES[code])
    if of_teams := OF_TEAMS.fullmatch(code):
        kind = of_teams[1] or ("" if of_teams[2] else "_TYPEA")
        return Stage(
            "team-swiss",
            1,
            rounds,
            {"colours": COLOURS[kind], **({"accelerated": True} if of_teams[4] else {})},
        )
    return None


def write_type_code(plan: Plan, system: str, score: str) -> str:
    """Return the code of a plan: one of FIDE's systems for all rounds, else only what kind of event it is.

    `system` is that of the event, `score` the primary score of its teams, "" for players.
    """
    team, stage = "_TEAM" if score else "", plan[0] if len(plan) == 1 else None
    if system == "round-robin":
        codes = (code for code in TABLES if ("TEAM" in code) == bool(score) and score != "GP")
        known = (code for code in codes if stage and is_same_stage(Stage(*stage[:3], TABLES[code]), stage))
        return next(known, f"CUSTOM{team}_ROUNDROBIN{'_GP' if score == 'GP' else ''}")
    fast = BAKU if stage and is_accelerated(stage) else ""
    if stage and stage.system == "dutch":
        return f"FIDE_DUTCH_2026{fast}"
    if stage and stage.system == "team-swiss":
        kind = next(name for name, colours in COLOURS.items() if colours == stage.get("colours"))
        return f"FIDE_TEAM{kind}{'_GP_MP' if score == 'GP' else '_MP_GP'}{fast}"
    return f"CUSTOM{team}_SWISS{f'_{score}' if score else ''}"


def is_same_stage(one: Stage, other: Stage) -> bool:
    """Tell whether two stages are paired alike."""
    names = {*one.settings, *other.settings}
    return one[:3] == other[:3] and all(one.get(name) == other.get(name) for name in names)
