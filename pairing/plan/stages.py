"""The plan of an event as data: which rounds use which pairing system, with which settings.

A plan is a tuple of stages that follow each other from round 1 on. It is stored as JSON, and can be changed from the
first unpaired stage on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pairing.plan.stage_settings import OF_FIELD, SYSTEMS, without_program
from tiebreaks.facts.size import MOST_ROUNDS
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
FIXED_LENGTH = sentence("plan-length", gettext_noop("{system}: the number of rounds is {wanted}, not {rounds}."))
TOO_LONG = sentence("plan-too-long", gettext_noop("A plan has at most {limit} rounds."))
BEGUN = sentence("plan-begun", gettext_noop("Round {round} has already been paired: its stage can’t be changed."))
UNREADABLE = sentence("plan-unreadable", gettext_noop("The plan can’t be read: {reason}."))
NO_FIELD = sentence(
    "plan-no-field", gettext_noop("Only rounds that follow pools or brackets can be limited to some of the players.")
)
NO_STAGE = sentence("plan-no-stage", gettext_noop("The plan has no round {round}."))
NOT_OF_TEAMS = sentence("plan-not-of-teams", gettext_noop("{system} pairs players, but this is a team event."))
OF_TEAMS_ONLY = sentence("plan-of-teams", gettext_noop("{system} pairs teams, but this is an individual event."))


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


FINALISTS = "finalists"
LENGTHS = {"groups": 3, FINALISTS: 1}
POOLS, KNOCK_OUT = DUELS = ("pools", "knock-out")  # their stages know duels: they decide places and nothing else
TABLES = ("round-robin", "scheveningen")  # the systems that pair all their rounds by a table, whatever the results
OLD_FINAL = "final"  # what earlier releases called a stage with a final of two
TEAMS_ONLY = ("team-swiss",)
TEAMS_TOO = ("round-robin", "new-swiss", "king-of-the-hill", *DUELS)

ONCE = ("dutch", "team-swiss")  # the systems in which nobody ever meets anybody twice

type Plan = tuple[Stage, ...]


def most_rounds(stage: Stage, players: int) -> int | None:
    """Return how many rounds of a Swiss stage so many players can play at most; None where nothing limits them."""
    repeats = stage.get("repeats") if "repeats" in SYSTEMS[stage.system] else 0 if stage.system in ONCE else None
    return None if repeats is None or players < 2 else (players - 1 + players % 2) * (repeats + 1)


def find_lack_of_opponents(plan: Sequence[Stage], stage: Stage, players: int) -> tuple[int, int] | None:
    """Return (most, wanted) rounds where a stage has more than its players can play without meeting again too often.

    Where nobody meets twice, the rounds before it use up opponents too.
    """
    most, first = most_rounds(stage, players), stage.first
    for before in reversed([each for each in plan if each.last < stage.first]):
        if before.last + 1 != first or not (meets_once(stage) and meets_once(before)):
            break
        first = before.first
    wanted = stage.last - first + 1
    return None if most is None or wanted <= most else (most, wanted)


def meets_once(stage: Stage) -> bool:
    """Return whether nobody meets anybody twice in a stage, nor whom they met before."""
    return stage.system in ("groups", *ONCE) or has_no_repeats(stage)


def has_no_repeats(stage: Stage) -> bool:
    """Return whether a stage has a setting for repeats, and it allows none."""
    return "repeats" in SYSTEMS[stage.system] and stage.get("repeats") == 0


def check_plan(plan: Sequence[Stage]) -> Plan:
    """Return a plan if its stages follow each other and their settings are valid. Raise Refusal otherwise."""
    expected = 1
    for index, stage in enumerate(plan, start=1):
        field = f"stage {index}"
        check_stage(stage, field)
        if stage.first != expected or stage.last < stage.first:
            raise Refusal(BAD_ROUNDS, field=field, expected=expected, first=stage.first)
        length = LENGTHS.get(stage.system)
        if length and len(stage.rounds) != length:
            raise Refusal(FIXED_LENGTH, field=field, system=stage.system, wanted=length, rounds=len(stage.rounds))
        is_after_duels = index > 1 and plan[index - 2].system in DUELS
        chosen = [name for name in OF_FIELD if stage.settings.get(name) and stage.system not in DUELS]
        if chosen and not is_after_duels:
            raise Refusal(NO_FIELD, field=f"{field}: {chosen[0]}")
        expected = stage.last + 1
    if expected - 1 > MOST_ROUNDS:
        raise Refusal(TOO_LONG, field="plan", limit=MOST_ROUNDS)
    return tuple(plan)


def modernize(stage: Stage) -> Stage:
    """Return a stage as this release writes it: a final of earlier ones is a knock-out of two."""
    if stage.system != OLD_FINAL:
        return stage
    get = stage.settings.get
    settings = {"entrants": 2, "games": get("games", 3)}
    if get("placements"):
        settings |= {"further": get("placements"), "further_games": get("placement_games", 1)}
    return stage._replace(system="knock-out", settings=settings)


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


def check_stage(stage: Stage, field: str = "") -> None:
    """Raise Refusal unless the system of a stage is known, with valid settings."""
    if stage.system not in SYSTEMS:
        raise Refusal(UNKNOWN_SYSTEM, field=field, system=stage.system, known=", ".join(SYSTEMS))
    settings = SYSTEMS[stage.system]
    for name, value in stage.settings.items():
        if name not in settings:
            raise Refusal(
                UNKNOWN_SETTING, field=field, system=stage.system, setting=name, known=", ".join(settings) or "–"
            )
        if not settings[name].is_valid(value):
            raise Refusal(BAD_VALUE, field=f"{field}: {name}".removeprefix(": "), setting=name, value=value)


def stage_of(plan: Plan, round_number: int) -> Stage:
    """Return the stage of a round. Raise Refusal if the plan has no such round."""
    for stage in plan:
        if round_number in stage.rounds:
            return stage
    raise Refusal(NO_STAGE, field="round", round=round_number)


def find_finalists(plan: Plan, stage: Stage) -> Stage | None:
    """Return the finalists' round that comes next after a stage, None for other stages after it."""
    following = next((later for later in plan if later.first == stage.last + 1), None)
    return following if following and following.system == FINALISTS else None


def knows_points(plan: Plan) -> bool:
    """Return whether a plan has rounds of points; one that is not made yet may get some."""
    return not plan or any(stage.system not in DUELS for stage in plan)


def find_duels(plan: Plan, round_number: int) -> Stage | None:
    """Return the stage of duels that a round belongs to, None for other rounds."""
    return next((stage for stage in plan if round_number in stage.rounds and stage.system in DUELS), None)


def join_stages(plan: Plan) -> Plan:
    """Return the stages from the first one of duels on; those of points that follow each other are one.

    Such rounds after duels have a table of their own: what was played before counts for nothing in it.
    """
    joined: list[Stage] = []
    for stage in plan:
        if stage.system not in DUELS and joined and joined[-1].system not in DUELS:
            joined[-1] = joined[-1]._replace(last=stage.last)
        elif joined or stage.system in DUELS:
            joined.append(stage)
    return tuple(joined)


def find_own_table(plan: Plan, round_number: int) -> Stage | None:
    """Return the rounds after duels that a round shares a table with, as one stage; None for all other rounds."""
    return next(
        (stage for stage in join_stages(plan) if round_number in stage.rounds and stage.system not in DUELS), None
    )


def change_plan(plan: Plan, stages: Sequence[Stage], last_paired: int) -> Plan:
    """Return the new plan of these stages. Raise Refusal if it changes a stage of which a round is already paired.

    Its pairing program alone may change.
    """
    new = check_plan(stages)
    kept = [stage._replace(settings=without_program(stage.settings)) for stage in new]
    for old in plan:
        if old.first <= last_paired and old._replace(settings=without_program(old.settings)) not in kept:
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
            modernize(Stage(row["system"], int(row["first"]), int(row["last"]), dict(row.get("settings", {}))))
            for row in rows
        ]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Refusal(UNREADABLE, field="plan", reason=error) from error
    return check_plan(plan)
