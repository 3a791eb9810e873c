"""The keys of the desk: what each one does, in the sets of several programs.

The list behind `?` and the script of the desk follow from this one table. The list also is where an arbiter chooses a
set, and turns off the keys that are a single character, which speech input can type by mistake (WCAG 2.1.4).
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

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
PROGRAMS = {
    "Crosstable": {
        "1": Result.WHITE, "0": Result.BLACK, "5": Result.DRAW, "=": Result.DRAW, "d": Result.DRAW, "7": ADJOURN,
    },
    "Sharly Chess": {"1": Result.WHITE, "2": Result.BLACK, "3": Result.DRAW, "0": CLEAR},
    "Vega": {
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


class DeskKey(NamedTuple):
    """One line of a list of keys: all keys that do the same."""

    keys: list[str]
    does: str


class KeySet(NamedTuple):
    """The keys of a program, each with its meaning: the code of a result, or a move."""

    program: str
    keys: dict[str, str]

    @property
    def lines(self) -> list[DeskKey]:
        return list_keys(self.keys)

    @property
    def results(self) -> list[str]:
        """Return the keys of a win, a loss and a draw."""
        return [key for key, does in self.keys.items() if does in PLAYED][:3]


def list_key_sets(useful: Collection[str]) -> list[KeySet]:
    """Return the keys of each program that do something useful, those of Crosstable first."""
    return [
        KeySet(program, {key: str(does) for key, does in {**own, **COMMON}.items() if str(does) in useful})
        for program, own in PROGRAMS.items()
    ]


def list_useful(*, is_scored: bool, of_teams: bool) -> set[str]:
    """Return what keys do at a desk; where games have scores, there are none for wins and draws."""
    left_out = {str(code) for code in PLAYED} if is_scored else set()
    return {*MOVES, *map(str, RESULTS)} - left_out - (set() if of_teams else {"sheet"})


def list_keys(keys: Mapping[str, str]) -> list[DeskKey]:
    """Return keys as a list for people, with those that do the same on one line."""
    lines: dict[str, list[str]] = {}
    for key, does in keys.items():
        lines.setdefault(does, []).append(str(NAMES.get(key, key)))
    return [DeskKey(names, key_label(does)) for does, names in lines.items()]


def key_label(does: str) -> str:
    """Return in words what a key does."""
    return str(MOVES.get(does) or RESULTS[does])
