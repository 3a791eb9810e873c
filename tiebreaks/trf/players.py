"""The players of a tournament file: records 001 in fixed columns, and national ratings."""

from __future__ import annotations

import re

from tiebreaks.facts.crosstable import Player
from tiebreaks.facts.invisible import drop_invisible
from tiebreaks.facts.titles import write_title
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.line import NAME_WANTED, TWICE, Line, read_whole_number
from tiebreaks.trf.oddities import Oddities

NOT_IN_COLUMNS = sentence(
    "columns-of-player",
    gettext_noop("Column {column} of a player must be blank: what follows is in the wrong place."),
)

PADDED_BY_BYTES = sentence(
    "names-padded-by-bytes",
    gettext_noop(
        "From this line on, names are padded to their width in bytes, not in letters. "
        "What follows them is read where it is meant."
    ),
)

NATIONAL_RECORD = re.compile(r"[A-Z]{3} [ \d]{3}\d ", re.ASCII)
# The titles as programs wrote them before 2016.
OLD_TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}
BLANK = (8, 13, 47, 52, 56, 68, 79, 84, 89, 90)  # the blank columns of a player, from 0
NAME, NAME_END = 14, 47


def is_player(line: Line) -> bool:
    """Tell whether a line is about a player: record 001."""
    return line.text.startswith("001") and line.text[3:4] in ("", " ")


def read_players(rows: list[Line], odd: Oddities) -> tuple[dict[int, Player], dict[int, Line]]:
    """Return the players and their lines, by number."""
    players: dict[int, Player] = {}
    lines: dict[int, Line] = {}
    is_said = False
    for row in rows:
        with odd.skip_unreadable():
            aligned = _align_columns(row, odd)
            if aligned is not row and not is_said:
                odd.note(Refusal(PADDED_BY_BYTES, line=row.number, field="001"))
                is_said = True
            player = _player(aligned, odd)
            if player.number in players:
                other = lines[player.number].number
                raise Refusal(TWICE, line=row.number, field="number", number=player.number, other=other)
            players[player.number], lines[player.number] = player, aligned
    return players, lines


def _align_columns(row: Line, odd: Oddities) -> Line:
    """Return the line of a player with its fields in their columns, unchanged if that is not possible.

    Programs that count bytes put too few blanks after a name with letters beyond ASCII.
    """
    misplaced = _misplaced_column(row.text)
    if misplaced is None:
        return row
    for missing in range(1, 12):
        name = row.text[NAME : NAME_END - missing]
        text = f"{row.text[:NAME]}{name:{NAME_END - NAME}}{row.text[NAME_END - missing :]}"
        if len(name.encode()) == NAME_END - NAME and _misplaced_column(text) is None:
            return Line(row.number, text)
    odd.report(Refusal(NOT_IN_COLUMNS, line=row.number, field="001", column=misplaced + 1))
    return row


def _misplaced_column(text: str) -> int | None:
    """Return the first column (from 0) that should be blank but is not, None if there is none."""
    return next((column for column in BLANK if text[column : column + 1].strip()), None)


def _player(row: Line, odd: Oddities) -> Player:
    text = row.text
    number = read_whole_number(row, text[4:8], "number", 1, 9999)
    name = drop_invisible(text[NAME:NAME_END]).strip()
    if not name:
        odd.report(Refusal(NAME_WANTED, line=row.number, field="name"))
        name = f"#{number}"
    rating = None
    with odd.skip_unreadable():
        rating = read_whole_number(row, text[48:52] or "0", "rating", 0, 4000) or None
    return Player(
        number=number,
        name=name,
        rating=rating,
        title=OLD_TITLES.get(text[10:13].strip()) or write_title(text[10:13].strip()),
        sex=text[9:10].strip(),
        federation=text[53:56].strip(),
        fide_id=text[57:68].strip(),
        birth_date=text[69:79].strip(),
    )


def with_national_facts(players: dict[int, Player], lines: list[Line], federation: str) -> dict[int, Player]:
    """Return the players with the ratings and numbers of national records: a code, and the columns of a player.

    Record 172 names the `federation`; without it every such record counts.
    """
    rated = dict(players)
    for line in lines:
        if NATIONAL_RECORD.match(line.text) and line.text[:3] in (federation or line.text[:3]):
            number, rating = int(line.text[4:8]), line.text[48:52].strip()
            own_number = line.text[57:68].strip()
            if number in rated and rating.isascii() and rating.isdigit():
                rated[number] = rated[number]._replace(national_rating=int(rating) or None)
            if number in rated and own_number:
                rated[number] = rated[number]._replace(national_id=own_number)
    return rated
