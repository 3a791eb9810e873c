"""A list of players becomes a crosstable without games. The titles are those of `column_titles`."""

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from typing import Any

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.invisible import REMOVED
from tiebreaks.facts.size import MOST_PLAYERS, refuse_size
from tiebreaks.facts.titles import TITLES, write_title
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.oddities import STRICT, Oddities
from tournaments.domain.players import rating_k
from tournaments.formats.column_titles import NAMES, FindField, Line, ListTable, find_field, find_table
from tournaments.formats.list_reader import RawList, read_text

LONGEST = {"name": 80, "title": 4, "federation": 3, "club": 60, "fide_id": 11, "national_id": 11}
SEXES = {"": "", "m": "m", "w": "w", "f": "w", "d": "", "männlich": "m", "weiblich": "w", "male": "m", "female": "w"}
# German ratings add the number of evaluated events after a hyphen, 1834-56; American ones that of the games of a
# provisional rating, 1834/P12; French ones say whose rating it is, 1834 F.
RATING = re.compile(
    r"([0-9]{1,4})(?:[.,]0+)?(?:\s*-\s*[0-9]{1,3}|\s*/\s*P?[0-9]{1,2}|\s*P[0-9]{0,2}|\s*[EFN])?", re.IGNORECASE
)
# Spreadsheets group the figures of a thousand: 1.711, 1,711 or 1 711.
GROUPED = re.compile(r"([1-4])[., '’]([0-9]{3})(?![0-9])")
NOTHING = ("", "-", "–", "none", "ohne", "keine", "aucun", "n/a")
UNRATED = (*NOTHING, "unrated", "unr", "unr.")
NUMBERS = {"number": (1, 9999), "rating": (0, 4000), "national_rating": (0, 4000), "rating_k": (0, rating_k.HIGHEST)}

NO_NAME_COLUMN = sentence(
    "csv-column-missing", gettext_noop("No column has the title “Name”: write it above the names, and import again.")
)
COLUMN_TWICE = sentence("csv-column-twice", gettext_noop("The header has two columns for “{column}”."))
EMPTY_FILE = sentence("csv-file-empty", gettext_noop("The file has no players."))
NO_NAME = sentence("csv-player-nameless", gettext_noop("The player has no name."))
NAME_TWICE = sentence("csv-player-twice", gettext_noop("“{name}” is already in line {first}."))
NUMBER_TWICE = sentence("csv-number-twice", gettext_noop("Number {number} is already in line {first}."))
NOT_A_NUMBER = sentence("csv-not-a-number", gettext_noop("“{text}” is not a whole number from {low} to {high}."))
TOO_LONG = sentence("csv-text-too-long", gettext_noop("“{text}” has more than {limit} letters."))
UNKNOWN_SEX = sentence("csv-sex-unknown", gettext_noop("“{text}” is not one of m, w or empty."))
NOT_A_DAY = sentence("csv-birth-date", gettext_noop("“{text}” is not a day: write 2001-12-31, 31.12.2001 or 2001."))
TOO_MANY_FIELDS = sentence("csv-fields-too-many", gettext_noop("The line has more fields than the header."))
NOT_AN_ID = sentence("csv-fide-id", gettext_noop("“{text}” is not a FIDE ID: it has digits only."))
NOT_A_CODE = sentence(
    "csv-federation", gettext_noop("“{text}” is not the code of a federation: three letters, for example GER.")
)
NOT_A_TITLE = sentence(
    "csv-title",
    gettext_noop("“{text}” is not a title of FIDE. These are: {titles}."),
)
ID_TWICE = sentence("csv-id-twice", gettext_noop("FIDE ID {number} is already in line {first}."))
UNUSED = sentence("csv-column-unused", gettext_noop("The column “{column}” is not read."))
OUTSIDE = sentence("csv-line-outside", gettext_noop("This line is not part of the table: “{text}”."))
CODES = {
    "fide_id": (re.compile("[0-9]{1,11}"), NOT_AN_ID),
    "national_id": (re.compile(".*"), TOO_LONG),
    "federation": (re.compile("[A-Za-z]{1,3}"), NOT_A_CODE),
}


def read_players(data: bytes | str, name: str = "", odd: Oddities = STRICT) -> Crosstable:
    """Read a list of players, numbered as the file says or in its order. Raise Refusal with file, line and field.

    With lenient oddities every mistake is noted, and what can't be read is left out.
    """
    with odd.in_file(name):
        return build_crosstable(number_players(list(read_lines(data, odd=odd)), odd))


OF_TEAM = ("team", "team_place")


def read_sheet(sheet: RawList, name: str = "", odd: Oddities = STRICT) -> Crosstable:
    """Read the players of a list whose lines and cells are known already."""
    with odd.in_file(name):
        return build_crosstable(number_players(list(name_sheet(sheet, find_field_of_player, odd)), odd))


def find_field_of_player(title: str) -> str:
    """Return the field of a column in a list that becomes an event: one of players, in which nobody has a team."""
    field = find_field(title)
    return "" if field in OF_TEAM else field


def build_crosstable(players: dict[int, Player]) -> Crosstable:
    """Build the crosstable of an event that has not started."""
    return Crosstable(players=players, games=dict.fromkeys(players, ()), rounds=9)


def read_lines(
    data: bytes | str, find_field: FindField = find_field, odd: Oddities = STRICT
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the known fields of each line of the table that is not empty."""
    return name_sheet(read_text(data.encode() if isinstance(data, str) else data, find_field), find_field, odd)


def name_sheet(
    sheet: RawList, find_field: FindField = find_field, odd: Oddities = STRICT
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the known fields of each line of the table in a list."""
    for number in sheet.cleaned:
        odd.note(Refusal(REMOVED, line=number, field="name"))
    if sheet.gap:
        odd.note(sheet.gap)
    return name_columns(sheet.lines, find_field, odd)


def name_columns(
    lines: Sequence[Line], find_field: FindField = find_field, odd: Oddities = STRICT
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the known fields of each line of a table. What is not read is noted."""
    table = find_table(lines, find_field) or ListTable(lines)
    number, titles = table.lines[0] if table.lines else (1, [])
    columns = read_header(titles, number, find_field)
    for line, cells in table.outside:
        odd.note(Refusal(OUTSIDE, line=line, text=" ".join(filter(None, cells))))
    for title, field in zip(titles, columns, strict=True):
        if title and not field:
            odd.note(Refusal(UNUSED, line=number, column=title))
    for line, cells in table.lines[1:]:
        if any(cells[len(columns) :]):
            odd.report(Refusal(TOO_MANY_FIELDS, line=line))
        yield line, {field: cell for field, cell in zip(columns, cells, strict=False) if field}


def read_header(cells: list[str], line: int = 1, find_field: FindField = find_field) -> list[str]:
    """Name the field of each column, "" for a column that is not read."""
    if not any(cells):
        raise Refusal(EMPTY_FILE, line=line)
    columns = [find_field(cell) for cell in cells]
    if "first_name" in columns and "surname" not in columns and "name" in columns:  # German lists: "Name", "Vorname"
        columns[columns.index("name")] = "surname"
    for field in columns:
        if field and columns.count(field) > 1:
            raise Refusal(COLUMN_TWICE, line=line, field=field, column=field)
    if not NAMES & set(columns):
        raise Refusal(NO_NAME_COLUMN, line=line, field="name")
    return columns


def number_players(lines: list[tuple[int, dict[str, str]]], odd: Oddities = STRICT) -> dict[int, Player]:
    """Check every line and return the players by number; names and numbers must be unique.

    A lenient reader skips a line whose name is missing or repeated, and gives a repeated number a new one.
    """
    if not lines:
        raise Refusal(EMPTY_FILE, line=1)
    if len(lines) > MOST_PLAYERS:
        raise refuse_size(lines[MOST_PLAYERS][0], "")
    players: dict[int, Player] = {}
    line_of_name: dict[str, int] = {}
    line_of_number: dict[int, int] = {}
    line_of_id: dict[str, int] = {}
    for place, (line, fields) in enumerate(lines, 1):
        player = None
        with odd.skip_unreadable():
            player = read_player(line, fields, place, odd)
        if player is None:
            continue
        key = player.name.casefold()
        if key in line_of_name:
            odd.report(Refusal(NAME_TWICE, line=line, field="name", name=player.name, first=line_of_name[key]))
            continue
        if player.number in line_of_number:
            first = line_of_number[player.number]
            odd.report(Refusal(NUMBER_TWICE, line=line, field="number", number=player.number, first=first))
            player = player._replace(number=max(line_of_number) + 1)
        if player.fide_id in line_of_id:
            first = line_of_id[player.fide_id]
            odd.report(Refusal(ID_TWICE, line=line, field="fide_id", number=player.fide_id, first=first))
            player = player._replace(fide_id="")
        if player.fide_id:
            line_of_id[player.fide_id] = line
        line_of_name[key] = line_of_number[player.number] = line
        players[player.number] = player
    if not players:
        raise Refusal(EMPTY_FILE, line=1)
    return dict(sorted(players.items()))


def read_player(line: int, fields: dict[str, str], place: int, odd: Oddities = STRICT) -> Player:
    """Check the fields of one line. `place` is the number where the file gives none."""
    name = tidy_name(fields.get("name", "")) or ", ".join(
        filter(None, (fields.get("surname"), fields.get("first_name")))
    )
    if not name:
        raise Refusal(NO_NAME, line=line, field="name")
    texts: dict[str, Any] = {field: fields.get(field, "") for field in LONGEST} | {"name": name}
    texts |= {field: read_identity(line, field, texts[field], odd) for field in CODES}
    texts["title"] = "" if texts["title"].casefold() in NOTHING else write_title(texts["title"])
    if texts["title"] and texts["title"] not in TITLES:
        odd.note(Refusal(NOT_A_TITLE, line=line, field="title", text=texts["title"], titles=", ".join(TITLES)))
    for field, text in texts.items():
        if len(text) > LONGEST[field]:
            odd.report(Refusal(TOO_LONG, line=line, field=field, text=text, limit=LONGEST[field]))
    sex = fields.get("sex", "").lower()
    if sex not in SEXES:
        odd.report(Refusal(UNKNOWN_SEX, line=line, field="sex", text=sex))
    birth_date = normalize_birth_date(fields.get("birth_date", ""))
    if birth_date is None:
        odd.report(Refusal(NOT_A_DAY, line=line, field="birth_date", text=fields["birth_date"]))
    return Player(
        number=read_whole_number(line, "number", fields, odd) or place,
        rating=read_whole_number(line, "rating", fields, odd) or None,
        national_rating=read_whole_number(line, "national_rating", fields, odd) or None,
        rating_k=read_whole_number(line, "rating_k", fields, odd) or None,
        sex=SEXES.get(sex, ""),
        birth_date=birth_date or "",
        **{field: text[: LONGEST[field]] for field, text in texts.items()},
    )


def tidy_name(name: str) -> str:
    """Return a name without a blank before its comma."""
    return re.sub(r"\s+,\s*", ", ", name)


def read_identity(line: int, field: str, text: str, odd: Oddities = STRICT) -> str:
    """Read an identity number or the code of a federation; other programs write 0 where there is none."""
    code, refused = CODES[field]
    if text.casefold() in NOTHING or not text.strip("0"):
        return ""
    if not code.fullmatch(text):
        odd.report(Refusal(refused, line=line, field=field, text=text))
        return ""
    return text


def normalize_birth_date(written: str) -> str | None:
    """Write a day or a year as tournament files do: 2001/12/31, or 2001; None where nobody can be born then."""
    match = re.fullmatch(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})", written)
    parts = match and match.groups()
    if not parts and (match := re.fullmatch(r"([0-9]{1,2})[-./]([0-9]{1,2})[-./]([0-9]{4})", written)):
        parts = match.groups()[::-1]
    if parts and is_day(*map(int, parts)):
        return f"{parts[0]}/{int(parts[1]):02}/{int(parts[2]):02}"
    return written if re.fullmatch(r"((19|20)[0-9]{2})?", written) else None


def is_day(year: int, month: int, day: int) -> bool:
    """Tell whether a text is a possible date of birth; tournament files write 0 for an unknown month or day."""
    return 1900 <= year <= 2100 and month <= 12 and day <= monthrange(year, month or 1)[1]


def find_rating(written: str) -> str:
    """Return the figures of a rating as federations and spreadsheets write it, "" where it is none."""
    match = RATING.fullmatch(GROUPED.sub(r"\1\2", written, count=1) if GROUPED.match(written) else written)
    return match[1] if match else ""


def read_whole_number(line: int, field: str, fields: dict[str, str], odd: Oddities = STRICT) -> int | None:
    """Read a whole number in its range, None for an empty field."""
    text, (low, high) = fields.get(field, ""), NUMBERS[field]
    if text.casefold() in UNRATED:
        return None
    if field != "number":
        text = find_rating(text) or text
    if not re.fullmatch(r"[0-9]{1,6}", text) or not low <= int(text) <= high:
        odd.report(Refusal(NOT_A_NUMBER, line=line, field=field, text=text, low=low, high=high))
        return None
    return int(text)
