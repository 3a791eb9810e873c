"""The columns of a list of pairings and results: their titles, and the ways to write a result.

The lists that this site exports can be imported again, in each of its languages.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.desk.results import WITHOUT_OPPONENT, Result
from tournaments.formats.column_titles import normalize_title
from tournaments.imports.player_fields import Unfit

HIGHEST_SCORE = 9999
# Besides the codes and the labels on pages; spaces, colons and ways to write a half are normalized first.
RESULT_SPELLINGS = {
    "1-0": Result.WHITE,
    "1": Result.WHITE,
    "w": Result.WHITE,
    "½-½": Result.DRAW,
    "½": Result.DRAW,
    "=": Result.DRAW,
    "remis": Result.DRAW,
    "draw": Result.DRAW,
    "0-1": Result.BLACK,
    "0": Result.BLACK,
    "b": Result.BLACK,
    "s": Result.BLACK,
    "+--": Result.WHITE_FORFEIT,
    "+": Result.WHITE_FORFEIT,
    "1-0k": Result.WHITE_FORFEIT,
    "--+": Result.BLACK_FORFEIT,
    "-": Result.BLACK_FORFEIT,
    "0-1k": Result.BLACK_FORFEIT,
    "---": Result.DOUBLE_FORFEIT,
    "0-0": Result.BOTH_LOSE,
    "½-0": Result.WHITE_HALF,
    "0-½": Result.BLACK_HALF,
}
NO_OPPONENT_SPELLINGS = {
    "bye": Result.BYE,
    "notpaired": Result.ABSENT,
    "nichtausgelost": Result.ABSENT,
    "freilos": Result.BYE,
    "spielfrei": Result.BYE,
    "1": Result.BYE,
    "+": Result.FULL_POINT_BYE,
    "½": Result.HALF_POINT_BYE,
    "0": Result.ABSENT,
    "-": Result.ABSENT,
}


class GameField(NamedTuple):
    """A field with its title, its column titles in lists (normalized), and its reader."""

    name: str
    title: Promise
    aliases: tuple[str, ...]
    read: Callable[[str], Any]


def read_number(written: str) -> int | None:
    if not written:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", written) or not int(written):
        raise Unfit(_("“%(text)s” is not a number from 1 to 9999.") % {"text": written})
    return int(written)


def read_score(written: str) -> int | None:
    text = written.replace("−", "-")
    if not text:
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,4}", text):
        raise Unfit(_("“%(text)s” is not a whole number.") % {"text": written})
    return int(text)


def read_text(written: str) -> str:
    return written


FIELDS = (
    GameField("round", gettext_lazy("Round"), ("round", "rd", "runde"), read_number),
    GameField("board", gettext_lazy("Board"), ("board", "table", "brett", "tisch", "bo", "br"), read_number),
    GameField("white_number", gettext_lazy("First number"), ("first number", "white no", "weiß nr", "no", "nr", "snr"),
          read_number),
    GameField("white", gettext_lazy("First player"), ("first player", "white", "weiß", "player 1", "name"), read_text),
    GameField("result", gettext_lazy("Result"), ("result", "res", "ergebnis", "erg"), read_text),
    GameField("black", gettext_lazy("Second player"), ("second player", "black", "schwarz", "player 2"), read_text),
    GameField("black_number", gettext_lazy("Second number"), ("second number", "black no", "schwarz nr"), read_number),
    GameField("white_score", gettext_lazy("First score"), ("first score", "score 1", "punkte 1"), read_score),
    GameField("black_score", gettext_lazy("Second score"), ("second score", "score 2", "punkte 2"), read_score),
    GameField("remark", gettext_lazy("Remark"), ("remark", "bemerkung", "note"), read_text),
)  # fmt: skip
BY_NAME = {field.name: field for field in FIELDS}
NAMES = frozenset({"white", "black"})
SECOND = {"white": "black", "white_number": "black_number"}


@cache
def read_titles() -> dict[str, str]:
    """Return the fields by every title that they go by, in every language."""
    fields = {normalize_title(alias): field.name for field in FIELDS for alias in field.aliases}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            fields |= {normalize_title(str(field.title)): field.name for field in FIELDS}
    return fields


def find_game_field(title: str) -> str:
    """Name the field that a column's title stands for, "" for none."""
    return read_titles().get(normalize_title(title), "")


def guess_fields(titles: list[str], _samples: list[list[str]]) -> list[str]:
    """Guess the field of each column by its title; a title that comes again is the second player's."""
    fields: list[str] = []
    for field in map(find_game_field, titles):
        fields.append(SECOND.get(field, field) if field in fields else field)
    return fields


@cache
def result_labels() -> dict[str, str]:
    """Return result codes by their labels on pages, in every language."""
    codes: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            codes |= {normalize_result(str(each.label)): each.value for each in Result}
    return codes


def normalize_result(written: str) -> str:
    """Return a result in one spelling: small letters, no blanks, a hyphen between both sides, ½ for a half."""
    text = "".join(written.casefold().split()).translate(str.maketrans("–−:", "---"))
    return re.sub(r"1/2|0?[.,]5", "½", text)


def read_both_scores(written: str) -> tuple[int, int] | None:
    """Read the scores of both sides in one cell, 13:7; None for anything else, also for a result such as 1-0."""
    text = normalize_result(written)
    match = re.fullmatch(r"([0-9]{1,4})-([0-9]{1,4})", text)
    return (int(match[1]), int(match[2])) if match and text not in RESULT_SPELLINGS else None


def read_result(written: str, *, alone: bool, scores: str = "") -> str | None:
    """Return the code of a result, None where nothing is written. Raise Unfit for anything else.

    `scores` is an example of a result in a game with scores.
    """
    text = normalize_result(written)
    if not text or result_labels().get(text) == Result.OPEN:
        return None
    code = (NO_OPPONENT_SPELLINGS if alone else RESULT_SPELLINGS).get(text) or result_labels().get(text)
    code = code or (written.strip().upper() if written.strip().upper() in Result.values else None)
    if code is None or (code in WITHOUT_OPPONENT) != alone:
        wanted = _("“%(text)s” is not a result: write 1-0, ½-½, 0-1 or +:-.")
        without = _("“%(text)s” is not a result for a round without an opponent: write bye, ½ or 0.")
        if scores and not alone:
            wanted = _("“%(text)s” is not a result: write both scores, for example %(example)s.")
        raise Unfit((without if alone else wanted) % {"text": written, "example": scores})
    return str(code)


def read_game_cells(cells: dict[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Read the cells of one line by field: the values that fit, and what is wrong with each other field."""
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for name, written in cells.items():
        try:
            values[name] = BY_NAME[name].read(written)
        except Unfit as unfit:
            wrong[name] = str(unfit)
    nobody = normalize_result(values.get("black", ""))
    if nobody.isalpha() and nobody in NO_OPPONENT_SPELLINGS:  # other programs write "bye" for the second player
        values["remark"] = values.pop("black")
    for side in ("white", "black"):
        if re.fullmatch(r"[0-9]{1,4}", values.get(side, "")) and not values.get(f"{side}_number"):
            values[f"{side}_number"] = int(values.pop(side))
    return values, wrong
