"""The plan of an event as data: which rounds use which pairing system, with which settings.

A plan is a tuple of stages that follow each other from round 1 on. It is stored as JSON, and can be changed from the
first unpaired stage on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pairing import team_swiss
from tiebreaks.refusal import Refusal, gettext_noop, sentence

UNKNOWN_SYSTEM = sentence("plan-system", gettext_noop("There is no pairing system “{system}”. Available: {known}."))
UNKNOWN_SETTING = sentence("plan-setting", gettext_noop("{system} has no setting “{setting}”. Available: {known}."))
BAD_VALUE = sentence("plan-value", gettext_noop("“{value}” is not a valid value for the setting “{setting}”."))
BAD_ROUNDS = sentence(
    "plan-rounds",
    gettext_noop(
        "A stage must start with round {expected} and can’t end before it; this one starts with round {first}."
    ),
)
FIXED_LENGTH = sentence("plan-length", gettext_noop("{system} takes {wanted} rounds, not {rounds}."))
TOO_LONG = sentence("plan-too-long", gettext_noop("A plan has at most {limit} rounds."))
BEGUN = sentence("plan-begun", gettext_noop("Round {round} has already been paired: its stage can’t be changed."))
UNREADABLE = sentence("plan-unreadable", gettext_noop("The plan can’t be read: {reason}."))
NO_STAGE = sentence("plan-no-stage", gettext_noop("The plan has no round {round}."))
NOT_OF_TEAMS = sentence("plan-not-of-teams", gettext_noop("{system} pairs players, but this is a team event."))
OF_TEAMS_ONLY = sentence("plan-of-teams", gettext_noop("{system} pairs teams, but this is an individual event."))

MOST_ROUNDS = 99


class Stage(NamedTuple):
    """Rounds `first` to `last` by one system; settings not given have the system's defaults."""

    system: str
    first: int
    last: int
    settings: Mapping[str, Any] = {}

    @property
    def rounds(self) -> range:
        """Return the numbers of the rounds."""
        return range(self.first, self.last + 1)

    def get(self, setting: str) -> Any:
        """Return the value of a setting, or its default if it is not given."""
        return self.settings.get(setting, SYSTEMS[self.system][setting].default)


class Setting(NamedTuple):
    """The default of a setting, and a function that says whether a value is valid."""

    default: Any
    is_valid: Callable[[Any], bool]


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _one_of(*values: object) -> Callable[[Any], bool]:
    return lambda value: value in values


def _optional(is_valid: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or is_valid(value)


def _is_bool(value: Any) -> bool:
    return type(value) is bool


SWISS = {
    "mode": Setting("tsh", _one_of("tsh", "matching")),
    "repeats": Setting(0, _optional(_whole(0, MOST_ROUNDS))),
    "bye_method": Setting("german", _one_of("german", "bottom-up", "top-down", "always-bottom")),
    "clubs_apart": Setting(default=False, is_valid=_is_bool),
    "balance_firsts": Setting(default=True, is_valid=_is_bool),
}
SYSTEMS: dict[str, dict[str, Setting]] = {
    "groups": {"seed": Setting(None, _optional(_whole(0, 2**63 - 1)))},
    "new-swiss": SWISS,
    "finalists": {
        **SWISS,
        "places": Setting(2, _whole(1, 99)),
        "half": Setting(2, _whole(0, 20)),
        "spread": Setting(350, _whole(0, 10_000)),
        "swing": Setting(None, _optional(_whole(1, 10_000))),
        "draws": Setting(default=True, is_valid=_is_bool),
    },
    "final": {
        "games": Setting(3, _whole(1, 5)),
        "placements": Setting(0, _whole(0, 99)),
        "placement_games": Setting(1, _whole(1, 5)),
    },
    "king-of-the-hill": {
        "repeats": Setting(None, _optional(_whole(0, MOST_ROUNDS))),
        "bye_method": SWISS["bye_method"],
    },
    "round-robin": {
        "cycles": Setting(1, _one_of(1, 2)),
        "turn_last_two": Setting(default=True, is_valid=_is_bool),
    },
    "scheveningen": {},
    "dutch": {
        "initial": Setting("W", _one_of("W", "B")),
        "accelerated": Setting(default=False, is_valid=_is_bool),
        "engine": Setting("usual", _one_of("usual", "own", "gacrux", "bbpPairings")),  # usual and own are the same
    },
    "team-swiss": {
        "colours": Setting(team_swiss.USUAL.colours, _one_of(*team_swiss.COLOURS)),
        "initial": Setting("W", _one_of("W", "B")),
    },
}
LENGTHS = {"groups": 3, "finalists": 1}
TEAMS_ONLY = ("team-swiss",)
TEAMS_TOO = ("round-robin", "new-swiss", "king-of-the-hill")

type Plan = tuple[Stage, ...]


def check_plan(plan: Sequence[Stage]) -> Plan:
    """Return a plan if its stages follow each other and their settings are valid. Raise Refusal otherwise."""
    expected = 1
    for index, stage in enumerate(plan, start=1):
        field = f"stage {index}"
        if stage.system not in SYSTEMS:
            raise Refusal(UNKNOWN_SYSTEM, field=field, system=stage.system, known=", ".join(SYSTEMS))
        if stage.first != expected or stage.last < stage.first:
            raise Refusal(BAD_ROUNDS, field=field, expected=expected, first=stage.first)
        length = stage.get("games") if stage.system == "final" else LENGTHS.get(stage.system, len(stage.rounds))
        if len(stage.rounds) != length:
            raise Refusal(FIXED_LENGTH, field=field, system=stage.system, wanted=length, rounds=len(stage.rounds))
        _check_settings(stage, field)
        expected = stage.last + 1
    if expected - 1 > MOST_ROUNDS:
        raise Refusal(TOO_LONG, field="plan", limit=MOST_ROUNDS)
    return tuple(plan)


def systems_for(of_teams: bool) -> tuple[str, ...]:
    """Return the names of the systems that pair teams, or of those that pair players."""
    return (*TEAMS_ONLY, *TEAMS_TOO) if of_teams else tuple(name for name in SYSTEMS if name not in TEAMS_ONLY)


def check_participants(plan: Sequence[Stage], of_teams: bool) -> None:
    """Raise Refusal if a stage pairs players in a team event, or teams in an individual event."""
    for index, stage in enumerate(plan, start=1):
        if stage.system not in systems_for(of_teams):
            raise Refusal(
                NOT_OF_TEAMS if of_teams else OF_TEAMS_ONLY, field=f"stage {index}: system", system=stage.system
            )


def _check_settings(stage: Stage, field: str) -> None:
    settings = SYSTEMS[stage.system]
    for name, value in stage.settings.items():
        if name not in settings:
            raise Refusal(
                UNKNOWN_SETTING, field=field, system=stage.system, setting=name, known=", ".join(settings) or "–"
            )
        if not settings[name].is_valid(value):
            raise Refusal(BAD_VALUE, field=f"{field}: {name}", setting=name, value=value)


def stage_of(plan: Plan, round: int) -> Stage:
    """Return the stage of a round. Raise Refusal if the plan has no such round."""
    for stage in plan:
        if round in stage.rounds:
            return stage
    raise Refusal(NO_STAGE, field="round", round=round)


def change_plan(plan: Plan, stages: Sequence[Stage], last_paired: int) -> Plan:
    """Return the new plan of these stages. Raise Refusal if it changes a stage of which a round is already paired."""
    new = check_plan(stages)
    for old in plan:
        if old.first <= last_paired and old not in new:
            raise Refusal(BEGUN, field="plan", round=old.first)
    return new


def to_json(plan: Plan) -> str:
    """Return a plan as JSON text."""
    return json.dumps([{**stage._asdict(), "settings": dict(stage.settings)} for stage in plan], sort_keys=True)


def from_json(text: str) -> Plan:
    """Read a plan from JSON text and check it. Raise Refusal if it is unreadable or invalid."""
    try:
        rows = json.loads(text)
        if not isinstance(rows, list):
            raise TypeError("a list of stages is needed")
        plan = [
            Stage(row["system"], int(row["first"]), int(row["last"]), dict(row.get("settings", {}))) for row in rows
        ]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Refusal(UNREADABLE, field="plan", reason=error) from error
    return check_plan(plan)


def german_championship(rounds: int = 20, final_games: int = 3) -> Plan:
    """Return the plan of the German Scrabble championship: groups, New Swiss, the finalists' round, a final."""
    plan = [Stage("groups", 1, 3), Stage("new-swiss", 4, rounds - 1), Stage("finalists", rounds, rounds)]
    if final_games:
        plan.append(Stage("final", rounds + 1, rounds + final_games, {"games": final_games}))
    return check_plan(plan)


def swiss(rounds: int = 9) -> Plan:
    """Return the plan of a Swiss event by FIDE Dutch."""
    return check_plan([Stage("dutch", 1, rounds)])


def swiss_of_teams(rounds: int = 7) -> Plan:
    """Return the plan of a Swiss team event by FIDE's C.04.6."""
    return check_plan([Stage("team-swiss", 1, rounds)])


def round_robin(players: int, cycles: int = 1) -> Plan:
    """Return the plan of a single or double round robin for this many players."""
    return check_plan(
        [Stage("round-robin", 1, cycles * (players - 1 + players % 2), {"cycles": cycles} if cycles > 1 else {})]
    )


# The plans that need nothing but the number of rounds.
PRESETS: dict[str, Callable[..., Plan]] = {
    "german-championship": german_championship,
    "swiss": swiss,
    "team-swiss": swiss_of_teams,
}
