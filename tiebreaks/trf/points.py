"""What results are worth in a tournament file: record 162, or the records of other programs.

JaVaFo writes `XXS W=3.0 D=1.0`, bbpPairings `BBW  3.0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal

from tiebreaks.facts.games import Scheme
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.line import POINTS_WANTED, Line, read_points
from tiebreaks.trf.oddities import STRICT, Oddities

OTHER_POINTS = sentence(
    "points-not-honoured",
    gettext_noop("These points are not used: “{text}” contradicts the rest of the file, or has no meaning here."),
)

SCHEME_LETTERS = {"W": "win", "D": "draw", "L": "loss", "A": "forfeit", "P": "pab"}
IGNORED_LETTERS = ("X", "Z")  # the points of an unknown result, and of an absence, which are always 0
OF_XXS = {
    **dict.fromkeys(("W", "WW", "BW", "FW", "FPB"), "win"),
    **dict.fromkeys(("D", "WD", "BD", "HPB"), "draw"),
    **dict.fromkeys(("L", "WL", "BL"), "loss"),
    "FL": "forfeit",
    "PAB": "pab",
    "P": "pab",
    "ZPB": "",  # a zero-point bye is worth 0
}
OF_BBP = {"BBW": "win", "BBD": "draw", "BBL": "loss", "BBU": "pab", "BBF": "forfeit", "BBZ": ""}
FOREIGN_RECORDS = frozenset({"XXS", *OF_BBP})
FIRST, WIDTH = 5, 9  # the columns of record 162, from 0: a letter, four columns of points, four blank ones


def read_scheme(lines: Iterable[Line], odd: Oddities = STRICT, *, of_teams: bool = False) -> Scheme:
    """Return the points of a file: those of record 162, otherwise those of other programs; 1, ½ and 0 without any.

    In a file of teams some programs declare there what a team gets for its bye: no player is given more than a win.
    """
    lines = list(lines)
    own = [line for line in lines if line.text[:3] == "162"]
    foreign = [line for line in lines if line.text[:3] in FOREIGN_RECORDS]
    scheme = scheme_of(own[-1], odd) if own else None
    scheme = _foreign_scheme(foreign, scheme, odd) if foreign else scheme or Scheme()
    if of_teams and scheme.pab > scheme.win:
        line = (own or foreign)[-1]
        odd.note(Refusal(OTHER_POINTS, line=line.number, field=line.text[:3], text=line.text[3:].strip()))
        scheme = scheme._replace(pab=scheme.win)
    return scheme


def scheme_of(line: Line, odd: Oddities = STRICT) -> Scheme:
    """Read record 162, for example `162 W 1.0 D 0.5 L 0.0 A 0.0 P 1.0`.

    Without P a bye is worth a win, and without A a forfeit loss nothing.
    """
    values: dict[str, Decimal] = {}
    pattern = r"([A-Z]+)\s*(\S+)"
    for letter, text in re.findall(pattern, line.text[3:]):
        with odd.skip_unreadable():
            if letter not in SCHEME_LETTERS and letter not in IGNORED_LETTERS:
                raise Refusal(OTHER_POINTS, line=line.number, field="162", text=f"{letter} {text}")
            value = read_points(line, text, f"162 {letter}")
            if letter == "Z" and value:
                raise Refusal(OTHER_POINTS, line=line.number, field="162", text=f"{letter} {text}")
            if letter in SCHEME_LETTERS:
                values[SCHEME_LETTERS[letter]] = value
    if rest := re.sub(pattern, "", line.text[3:]).strip():
        odd.report(Refusal(POINTS_WANTED, line=line.number, field="162", text=rest))
    return _scheme(values)


def _scheme(values: Mapping[str, Decimal]) -> Scheme:
    return Scheme(**{"pab": values.get("win", Scheme().win), **values})


def _foreign_scheme(lines: Iterable[Line], own: Scheme | None, odd: Oddities) -> Scheme:
    """Return the points that other programs declare; what contradicts record 162, or an earlier line, is noted."""
    values: dict[str, Decimal] = {}
    for line in lines:
        for text, name, value in _declared_points(line, odd):
            known = getattr(own, name) if own and name else values.setdefault(name, value) if name else Decimal(0)
            if name is None or value != known:
                odd.note(Refusal(OTHER_POINTS, line=line.number, field=line.text[:3], text=text))
    return own or _scheme({name: value for name, value in values.items() if name})


def _declared_points(line: Line, odd: Oddities) -> Iterable[tuple[str, str | None, Decimal]]:
    """Yield each declaration of a line: its text, the field of Scheme (None if unknown), and the points."""
    code, content = line.text[:3], line.text[3:].strip()
    if code in OF_BBP:
        with odd.skip_unreadable():
            yield line.text, OF_BBP[code], read_points(line, content, code)
        return
    for name, text in re.findall(r"([A-Z]+)\s*=\s*([^\s,;]+)", content.upper()):
        with odd.skip_unreadable():
            yield f"{name}={text}", OF_XXS.get(name), read_points(line, text, code)


def is_in_columns(text: str) -> bool:
    """Return whether a record 162 has its letters and points in the columns of the standard."""
    cells = [text[start : start + WIDTH] for start in range(FIRST, len(text), WIDTH)]
    return not text[3:FIRST].strip() and all(
        re.fullmatch(r"[A-Z] *\d+(\.\d+)? *", cell[:FIRST]) and not cell[FIRST:].strip() for cell in cells
    )
