"""A CSV file of standings in rank order for the finalists' round: name, wins, spread."""

import re
from collections.abc import Iterator
from decimal import Decimal

from pairing.finalists.standing import Place
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats import player_csv
from tournaments.formats.column_titles import normalize_title

COLUMNS = {
    "name": ("name", "player", "spieler", "spielername", "teilnehmer"),
    "wins": ("wins", "win", "siege", "punkte", "points"),
    "spread": ("spread", "difference", "differenz", "diff"),
}
FIELD_OF = {alias: field for field, aliases in COLUMNS.items() for alias in aliases}

NO_COLUMN = sentence("places-column", gettext_noop("The header has no column “{column}”."))
NO_NAME = sentence("places-nameless", gettext_noop("The player has no name."))
TWICE = sentence("places-name-twice", gettext_noop("“{name}” is already in line {first}."))
BAD_WINS = sentence("places-wins", gettext_noop("“{text}” is not a number of wins, for example 13 or 13.5."))
BAD_SPREAD = sentence("places-spread", gettext_noop("“{text}” is not a whole number, for example +728."))
OUT_OF_ORDER = sentence(
    "places-order", gettext_noop("“{name}” is listed below a player with fewer wins or a smaller spread.")
)
EMPTY = sentence("places-empty", gettext_noop("The file has no players."))


def read_places(data: bytes, file: str = "") -> tuple[list[str], list[Place]]:
    """Read names and standings; the players are numbered by place from 1. Raise Refusal with file, line, field."""
    try:
        return _read_places(data)
    except Refusal as refusal:
        refusal.file = refusal.file or file
        raise


def _read_places(data: bytes) -> tuple[list[str], list[Place]]:
    first: dict[str, int] = {}
    names: list[str] = []
    standings: list[Place] = []
    for line, fields in _read_lines(data):
        name = fields.get("name", "")
        if not name:
            raise Refusal(NO_NAME, line=line, field="name")
        if (key := name.casefold()) in first:
            raise Refusal(TWICE, line=line, field="name", name=name, first=first[key])
        first[key] = line
        place = Place(
            len(names) + 1, read_wins(fields.get("wins", ""), line), _read_spread(fields.get("spread", ""), line)
        )
        if standings and place[1:] > standings[-1][1:]:
            raise Refusal(OUT_OF_ORDER, line=line, field="wins", name=name)
        names.append(name)
        standings.append(place)
    if not names:
        raise Refusal(EMPTY, line=1, field="name")
    return names, standings


def _read_lines(data: bytes | str) -> Iterator[tuple[int, dict[str, str]]]:
    for index, (line, fields) in enumerate(player_csv.read_lines(data, find_finalists_field)):
        for column in COLUMNS if index == 0 else ():
            if column not in fields:
                raise Refusal(NO_COLUMN, line=1, field=column, column=column)
        yield line, fields


def find_finalists_field(title: str) -> str:
    return FIELD_OF.get(normalize_title(title), "")


def read_wins(text: str, line: int = 0) -> int:
    """Read a number of wins with halves, and return twice that. Raise Refusal for anything else."""
    if not re.fullmatch(r"\d{1,3}([.,][05]0?)?|\d{0,3}½", text):
        raise Refusal(BAD_WINS, line=line, field="wins", text=text)
    return int(2 * Decimal((text[:-1] or "0") + ".5" if text.endswith("½") else text.replace(",", ".")))


def _read_spread(text: str, line: int) -> int:
    text = text.replace("−", "-")
    if not re.fullmatch(r"[+-]?\d{1,6}", text):
        raise Refusal(BAD_SPREAD, line=line, field="spread", text=text)
    return int(text)
