"""The plan of an event as data: which rounds use which system, with which settings.

A plan is a tuple of stages that follow each other from round 1 on. It is stored as JSON, and may be changed from the
first round on that nobody has paired yet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pairing import team_swiss
from tiebreaks.refusal import Refusal, gettext_noop, sentence

UNKNOWN_SYSTEM = sentence("plan-system", gettext_noop("There is no pairing system “{system}”. Known are: {known}."))
UNKNOWN_SETTING = sentence("plan-setting", gettext_noop("{system} has no setting “{setting}”. Known are: {known}."))
BAD_VALUE = sentence("plan-value", gettext_noop("“{value}” is not a value of the setting “{setting}”."))
BAD_ROUNDS = sentence(
    "plan-rounds", gettext_noop("A stage must start at round {expected}, not at {first}, and end later.")
)
FIXED_LENGTH = sentence("plan-length", gettext_noop("{system} takes {wanted} rounds, not {rounds}."))
TOO_LONG = sentence("plan-too-long", gettext_noop("A plan has at most {limit} rounds."))
BEGUN = sentence("plan-begun", gettext_noop("Round {round} is paired already: its stage can't be changed."))
UNREADABLE = sentence("plan-unreadable", gettext_noop("The plan can't be read: {reason}."))
NO_STAGE = sentence("plan-no-stage", gettext_noop("The plan has no round {round}."))
NOT_OF_TEAMS = sentence("plan-not-of-teams", gettext_noop("{system} pairs players, and this is an event of teams."))
OF_TEAMS_ONLY = sentence("plan-of-teams", gettext_noop("{system} pairs teams, and this is an event of players."))

MOST_ROUNDS = 99


class Stage(NamedTuple):
    """Rounds `first` to `last` by one system; settings that are not named have the system's defaults."""

    system: str
    first: int
    last: int
    settings: Mapping[str, Any] = {}

    @property
    def rounds(self) -> range:
        return range(self.first, self.last + 1)

    def get(self, setting: str) -> Any:
        """Return the value of a setting, its default where it is not named."""
        return self.settings.get(setting, SYSTEMS[self.system][setting].default)


class Setting(NamedTuple):
    """A default and what else may stand there."""

    default: Any
    fits: Callable[[Any], bool]


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _one_of(*values: object) -> Callable[[Any], bool]:
    return lambda value: value in values


def _maybe(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or fits(value)


def _truth(value: Any) -> bool:
    return type(value) is bool


SWISS = {
    "mode": Setting("tsh", _one_of("tsh", "matching")),
    "repeats": Setting(0, _maybe(_whole(0, MOST_ROUNDS))),
    "bye_method": Setting("german", _one_of("german", "bottom-up", "top-down", "always-bottom")),
    "clubs_apart": Setting(default=False, fits=_truth),
    "balance_firsts": Setting(default=True, fits=_truth),
}
SYSTEMS: dict[str, dict[str, Setting]] = {
    "groups": {"seed": Setting(None, _maybe(_whole(0, 2**63 - 1)))},
    "new-swiss": SWISS,
    "finalists": {
        **SWISS,
        "places": Setting(2, _whole(1, 99)),
        "half": Setting(2, _whole(0, 20)),
        "spread": Setting(350, _whole(0, 10_000)),
        "swing": Setting(None, _maybe(_whole(1, 10_000))),
        "draws": Setting(default=True, fits=_truth),
    },
    "final": {
        "games": Setting(3, _whole(1, 5)),
        "placements": Setting(0, _whole(0, 99)),
        "placement_games": Setting(1, _whole(1, 5)),
    },
    "king-of-the-hill": {"repeats": Setting(None, _maybe(_whole(0, MOST_ROUNDS))), "bye_method": SWISS["bye_method"]},
    "round-robin": {
        "cycles": Setting(1, _one_of(1, 2)),
        "turn_last_two": Setting(default=True, fits=_truth),
    },
    "scheveningen": {},
    "dutch": {"initial": Setting("W", _one_of("W", "B")), "accelerated": Setting(default=False, fits=_truth)},
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
    """Return a plan whose stages follow each other and whose settings exist. Raise Refusal otherwise."""
    expected = 1
    for index, stage in enumerate(plan, start=1):
        field = f"stage {index}"
        if stage.system not in SYSTEMS:
            raise Refusal(UNKNOWN_SYSTEM, field=field, system=stage.system, known=", ".join(SYSTEMS))
        if stage.first != expected or stage.last < stage.first:
            raise Refusal(BAD_ROUNDS, field=field, expected=expected, first=stage.first)
        wanted = stage.get("games") if stage.system == "final" else LENGTHS.get(stage.system, len(stage.rounds))
        if len(stage.rounds) != wanted:
            raise Refusal(FIXED_LENGTH, field=field, system=stage.system, wanted=wanted, rounds=len(stage.rounds))
        _check_settings(stage, field)
        expected = stage.last + 1
    if expected - 1 > MOST_ROUNDS:
        raise Refusal(TOO_LONG, field="plan", limit=MOST_ROUNDS)
    return tuple(plan)


def systems_for(of_teams: bool) -> tuple[str, ...]:
    """Return the systems that pair teams, or those that pair players."""
    return (*TEAMS_ONLY, *TEAMS_TOO) if of_teams else tuple(name for name in SYSTEMS if name not in TEAMS_ONLY)


def check_participants(plan: Sequence[Stage], of_teams: bool) -> None:
    """Raise Refusal where a stage pairs players in an event of teams, or teams in one of players."""
    for index, stage in enumerate(plan, start=1):
        if stage.system not in systems_for(of_teams):
            raise Refusal(
                NOT_OF_TEAMS if of_teams else OF_TEAMS_ONLY, field=f"stage {index}: system", system=stage.system
            )


def _check_settings(stage: Stage, field: str) -> None:
    known = SYSTEMS[stage.system]
    for name, value in stage.settings.items():
        if name not in known:
            raise Refusal(
                UNKNOWN_SETTING, field=field, system=stage.system, setting=name, known=", ".join(known) or "–"
            )
        if not known[name].fits(value):
            raise Refusal(BAD_VALUE, field=f"{field}: {name}", setting=name, value=value)


def stage_of(plan: Plan, round: int) -> Stage:
    """Return the stage of a round. Raise Refusal beyond the plan."""
    for stage in plan:
        if round in stage.rounds:
            return stage
    raise Refusal(NO_STAGE, field="round", round=round)


def change_plan(plan: Plan, wish: Sequence[Stage], last_paired: int) -> Plan:
    """Return the new plan where it leaves the stages that have begun as they are. Raise Refusal otherwise."""
    new = check_plan(wish)
    for old in plan:
        if old.first <= last_paired and old not in new:
            raise Refusal(BEGUN, field="plan", round=old.first)
    return new


def to_json(plan: Plan) -> str:
    """Write a plan for storing."""
    return json.dumps([{**stage._asdict(), "settings": dict(stage.settings)} for stage in plan], sort_keys=True)


def from_json(text: str) -> Plan:
    """Read a stored plan and check it. Raise Refusal for anything else."""
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
    """Return the German Scrabble championship: groups, New Swiss, the finalists' round, a final."""
    plan = [Stage("groups", 1, 3), Stage("new-swiss", 4, rounds - 1), Stage("finalists", rounds, rounds)]
    if final_games:
        plan.append(Stage("final", rounds + 1, rounds + final_games, {"games": final_games}))
    return check_plan(plan)


def swiss(rounds: int = 9) -> Plan:
    """Return a Swiss event by FIDE Dutch."""
    return check_plan([Stage("dutch", 1, rounds)])


def swiss_of_teams(rounds: int = 7) -> Plan:
    """Return a Swiss event of teams by FIDE's C.04.6."""
    return check_plan([Stage("team-swiss", 1, rounds)])


def round_robin(players: int, cycles: int = 1) -> Plan:
    """Return a single or double round robin of a field."""
    return check_plan(
        [Stage("round-robin", 1, cycles * (players - 1 + players % 2), {"cycles": cycles} if cycles > 1 else {})]
    )


# The usual plans that need no more than their number of rounds.
PRESETS: dict[str, Callable[..., Plan]] = {
    "german-championship": german_championship,
    "swiss": swiss,
    "team-swiss": swiss_of_teams,
}
