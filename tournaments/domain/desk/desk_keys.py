"""The keys of the desk: what each one does, presets that follow other programs, and keys that are switched off.

The list behind `?`, the page of keys and the script of the desk all follow from this one table.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.domain.choices import KeyPreset
from tournaments.domain.desk.results import Result

ADJOURN, CLEAR = "??", ""  # what buttons of the desk send besides the codes of `Result`

RESULTS = {
    Result.WHITE: "1-0",
    Result.BLACK: "0-1",
    Result.DRAW: "½-½",
    Result.WHITE_FORFEIT: _("1-0 forfeit"),
    Result.BLACK_FORFEIT: _("0-1 forfeit"),
    Result.DOUBLE_FORFEIT: _("both absent"),
    ADJOURN: _("adjourned"),
    CLEAR: _("clear the result"),
}
PLAYED = (Result.WHITE, Result.BLACK, Result.DRAW)  # games with scores have no keys for these

MOVES = {
    "up": _("board above"),
    "down": _("board below"),
    "next": _("next open board"),
    "before": _("round before"),
    "after": _("round after"),
    "undo": _("undo my last entry"),
    "missing": _("show only open boards, or all"),
    "line": _("entry line"),
    "sheet": _("match sheet of the board, in team events"),
    "confirm": _("confirm the result that somebody else has entered"),
    "help": _("this list"),
}
COMMON = {
    "+": Result.WHITE_FORFEIT, "-": Result.BLACK_FORFEIT, "*": Result.DOUBLE_FORFEIT,
    "Backspace": CLEAR, "Delete": CLEAR, "c": "confirm",
    "ArrowUp": "up", "ArrowDown": "down", "Enter": "next", "PageUp": "before", "PageDown": "after",
    "u": "undo", "m": "missing", "/": "line", "b": "line", "s": "sheet", "?": "help",
}  # fmt: skip
PRESETS = {
    KeyPreset.CROSSTABLE: {
        "1": Result.WHITE, "0": Result.BLACK, "5": Result.DRAW, "=": Result.DRAW, "d": Result.DRAW, "7": ADJOURN,
    },
    KeyPreset.SHARLY: {"1": Result.WHITE, "2": Result.BLACK, "3": Result.DRAW, "0": CLEAR},
    KeyPreset.VEGA: {
        "1": Result.WHITE, "0": Result.BLACK, "5": Result.DRAW,
        "3": Result.WHITE_FORFEIT, "4": Result.BLACK_FORFEIT, "2": Result.DOUBLE_FORFEIT, "7": ADJOURN, "9": CLEAR,
    },
}  # fmt: skip
NAMES = {
    "Backspace": "⌫",
    "Delete": pgettext_lazy("key", "Del"),
    "ArrowUp": "↑",
    "ArrowDown": "↓",
    "Enter": pgettext_lazy("key", "Enter"),
    "PageUp": pgettext_lazy("key", "PgUp"),
    "PageDown": pgettext_lazy("key", "PgDn"),
}


class Key(NamedTuple):
    """One line of a list of keys: all keys that do the same."""

    keys: list[str]
    does: str


def preset_keys(preset: str) -> dict[str, str]:
    """Return each key of a preset with what it does: the code of a result, or a move."""
    return {key: str(does) for key, does in {**PRESETS[KeyPreset(preset)], **COMMON}.items()}


def single_keys(preset: str) -> list[str]:
    """Return the keys that are a single character, which speech input can type by mistake (WCAG 2.1.4)."""
    return [key for key in preset_keys(preset) if len(key) == 1]


def active_keys(
    preset: str, off: Collection[str] = (), *, is_scored: bool = False, of_teams: bool = True
) -> dict[str, str]:
    """Return the keys that work for an arbiter; where games have scores, there are none for wins and draws."""
    left_out = {str(code) for code in PLAYED} if is_scored else set()
    left_out |= set() if of_teams else {"sheet"}
    return {key: does for key, does in preset_keys(preset).items() if key not in off and does not in left_out}


def list_keys(keys: Mapping[str, str]) -> list[Key]:
    """Return keys as a list for people, with those that do the same on one line."""
    lines: dict[str, list[str]] = {}
    for key, does in keys.items():
        lines.setdefault(does, []).append(str(NAMES.get(key, key)))
    return [Key(names, key_label(does)) for does, names in lines.items()]


def key_label(does: str) -> str:
    """Return in words what a key does."""
    return str(MOVES.get(does) or RESULTS[does])
