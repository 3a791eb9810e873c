"""The lines of a tournament file, and the numbers in their columns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from tiebreaks.facts.invisible import REMOVED, drop_invisible
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.oddities import Oddities

NOT_TEXT = sentence("not-text", gettext_noop("The file is not a text file: it contains the byte 0. Choose a TRF file."))
NUMBER_WANTED = sentence("number-wanted", gettext_noop("“{text}” is not a whole number from {least} to {most}."))
POINTS_WANTED = sentence("points-wanted", gettext_noop("“{text}” is not a number of points such as 0.5."))
NAME_WANTED = sentence("name-wanted", gettext_noop("The name is missing (columns 15 to 47)."))
TWICE = sentence("number-twice", gettext_noop("Number {number} is already on line {other}."))
OWN_OPPONENT = sentence("plays-himself", gettext_noop("Number {number} can’t play against itself."))

ROUNDS_AT, CELL = 89, 10  # where the rounds of a player begin, from 0, and the columns of each


class Line(NamedTuple):
    """A line of a file with its number (from 1), without trailing blanks."""

    number: int
    text: str


def split_lines(data: bytes | str, odd: Oddities) -> list[Line]:
    """Return the lines of a file in UTF-8, with or without a byte order mark, or in Latin-1, with any line ends."""
    # Not splitlines(), which would also break Latin-1 files at characters such as U+0085.
    texts = re.split(r"\r\n|\r|\n", _decode(data, odd))
    for number, line in enumerate(texts, start=1):
        if drop_invisible(line) != line:
            odd.note(Refusal(REMOVED, line=number, field="text"))
    return [Line(number, line.rstrip()) for number, line in enumerate(texts, start=1)]


def write_line(text: str) -> str:
    """Return a line without trailing blanks, but the last round of a player in all its columns.

    The result of an open game is blank; strict readers miss a column that is not there.
    """
    text = text.rstrip()
    if not text.startswith("001 ") or len(text) <= ROUNDS_AT:
        return text
    return text + " " * (-(len(text) - ROUNDS_AT) % CELL)


def _decode(data: bytes | str, odd: Oddities) -> str:
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if b"\0" in data:
        odd.report(Refusal(NOT_TEXT, line=data[: data.index(b"\0")].count(b"\n") + 1, field="text"))
        data = data.replace(b"\0", b" ")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_whole_number(row: Line, text: str, field: str, least: int, most: int) -> int:
    """Read a whole number from `least` to `most`; blank is 0 if 0 is allowed. Raise Refusal for anything else."""
    text = text.strip() or ("0" if least == 0 else "")
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
        raise Refusal(NUMBER_WANTED, line=row.number, field=field, text=text, least=least, most=most)
    return int(text)


def read_points(line: Line, text: str, field: str) -> Decimal:
    """Read a number of points: at most 1000, with at most two decimals. Raise Refusal for anything else."""
    text = text.strip()
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or abs(value) > 1000 or value != round(value, 2):
        raise Refusal(POINTS_WANTED, line=line.number, field=field, text=text)
    return value


def content_of(records: Mapping[str, Line], code: str) -> str:
    """Return the content of a record, "" if the file has none."""
    return drop_invisible(records[code].text[4:]).strip() if code in records else ""
