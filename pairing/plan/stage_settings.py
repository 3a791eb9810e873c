"""The settings of each pairing system: their usual values, and which ones are valid."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pairing import team_swiss
from pairing.brackets import deciding, draw, elimination, pools
from tiebreaks.facts.size import MOST_ROUNDS

MOST_ENTRANTS = 512
MOST_GAMES = 9
MOST_NUMBER = 9999
VIRTUAL = re.compile(r"[0-9](\.[0-9]{1,2})?|[0-9]{2}(\.[0-9])?|-[0-9](\.[0-9])?")  # four columns of a file


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


def is_acceleration(value: Any) -> bool:
    """Return whether a value says yes, no, or who has how many points more in which rounds."""
    if not isinstance(value, list):
        return _is_bool(value)
    whole = _whole(1, MOST_NUMBER)
    return all(
        isinstance(row, list) and len(row) == 5 and VIRTUAL.fullmatch(str(row[0])) and all(map(whole, row[1:]))
        for row in value
    )


def _is_play_off(value: Any) -> bool:
    """Return whether a text names rules of a play-off in their order."""
    rules = value.split() if isinstance(value, str) else [None]
    return len(rules) <= deciding.MOST_RULES and all(rule in deciding.RULES for rule in rules)


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
    "pools": {
        "players": Setting(None, _optional(_whole(pools.LEAST, MOST_ENTRANTS))),
        "size": Setting(pools.USUAL_SIZE, _whole(pools.LEAST, pools.MOST)),
        "way": Setting(pools.EVERYBODY, _one_of(*pools.WAYS)),
        "seeding": Setting(draw.PLACES, _one_of(*draw.SEEDINGS)),
        "apart": Setting(draw.NOBODY_APART, _one_of(*draw.APART)),
        "seed": Setting(None, _optional(_whole(0, 2**63 - 1))),
        "ties": Setting(pools.ENCOUNTER, _one_of(*pools.TIES)),
        "play_off": Setting(f"{deciding.SPREAD} {deciding.BETTER}", _is_play_off),
    },
    "knock-out": {
        "from_pools": Setting(None, _optional(_whole(1, pools.USUAL_SIZE))),
        "entrants": Setting(None, _optional(_whole(2, MOST_ENTRANTS))),
        "further": Setting(0, _whole(0, 99)),
        "seeding": Setting(draw.PLACES, _one_of(*draw.SEEDINGS)),
        "apart": Setting(draw.NOBODY_APART, _one_of(*draw.APART)),
        "seed": Setting(None, _optional(_whole(0, 2**63 - 1))),
        "games": Setting(1, _whole(1, MOST_GAMES)),
        "final_games": Setting(None, _optional(_whole(1, MOST_GAMES))),
        "further_games": Setting(None, _optional(_whole(1, MOST_GAMES))),
        "counting": Setting(deciding.BEST, _one_of(*deciding.COUNTINGS)),
        "play_off": Setting(f"{deciding.SPREAD} {deciding.BETTER}", _is_play_off),
        "losers": Setting(elimination.OUT, _one_of(*elimination.LOSERS)),
        "consolations": Setting(0, _whole(0, 3)),
        "defeats": Setting(1, _one_of(1, 2)),
        "second_final": Setting(default=False, is_valid=_is_bool),
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
        "accelerated": Setting(default=False, is_valid=is_acceleration),
        "engine": Setting("usual", _one_of("usual", "own", "gacrux", "bbpPairings")),  # usual and own are the same
    },
    "team-swiss": {
        "colours": Setting(team_swiss.USUAL.colours, _one_of(*team_swiss.COLOURS)),
        "initial": Setting("W", _one_of("W", "B")),
        "accelerated": Setting(default=False, is_valid=is_acceleration),
        "engine": Setting("usual", _one_of("usual", "own", "gacrux")),
    },
}

# Of rounds after pools or brackets: how many go on to them, the first of the table or the first of each pool.
OF_FIELD = {
    "field": Setting(None, _optional(_whole(2, MOST_ENTRANTS))),
    "from_each": Setting(None, _optional(_whole(1, pools.USUAL_SIZE))),
}
for own in SYSTEMS.values():
    if "play_off" not in own:
        own |= OF_FIELD
PROGRAM = "engine"  # the one setting that may change within a stage: all programs follow the same rules


def without_program(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that stay as they are once a round of their stage is paired."""
    return {name: value for name, value in settings.items() if name != PROGRAM}
