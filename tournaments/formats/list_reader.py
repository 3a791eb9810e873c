"""Read a list from CSV, text, XLSX or ODS into numbered lines of cells, guessing encoding and separator.

The meaning of the columns is chosen later. A file is refused before it can take memory or time: by its size, by the
unpacked size in its ZIP directory, by its lines and columns.
"""

import csv
import datetime
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO, StringIO
from pathlib import PurePath
from string import ascii_uppercase
from typing import Any, NamedTuple

from tiebreaks.facts.invisible import drop_invisible, one_line
from tiebreaks.facts.size import MOST_PLAYERS
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf import reader as trf
from tournaments.formats import open_document
from tournaments.formats.column_titles import MOST_ABOVE, FindField, Line, find_field, find_table
from tournaments.formats.list_writer import restore_formula

LARGEST = 2 * 1024 * 1024
LARGEST_UNPACKED = 20 * 1024 * 1024
MOST_PARTS = 500
MOST_LINES = MOST_PLAYERS + MOST_ABOVE + 1
LAST_LINE = 20_000
MOST_COLUMNS = 60
LONGEST_CELL = 200

TOO_LARGE = sentence("sheet-too-large", gettext_noop("The file has more than {limit} MB: is it a list of players?"))
UNPACKS_TOO_LARGE = sentence(
    "sheet-unfolds", gettext_noop("Unpacked, the file has more than {limit} MB. It is not opened.")
)
UNREADABLE = sentence(
    "sheet-unreadable",
    gettext_noop("This is not a spreadsheet that can be read. Save it again as .xlsx or as .csv."),
)
OTHER_KIND = sentence(
    "sheet-kind",
    gettext_noop("“{suffix}” can’t be read. Open the file in your spreadsheet program and save it as .xlsx or .csv."),
)
NOT_TEXT = sentence("sheet-not-text", gettext_noop("The file is not text. Save the list as .xlsx or .csv."))
EMPTY = sentence("sheet-empty", gettext_noop("The file is empty."))
TOO_MANY_LINES = sentence("sheet-lines", gettext_noop("The file has more than {limit} lines."))
TOO_MANY_COLUMNS = sentence("sheet-columns", gettext_noop("The line has more than {limit} columns."))
UNQUOTED = sentence(
    "sheet-quotes",
    gettext_noop("The quotation marks in this line do not match: one is missing."),
)
UNCOMPUTED = sentence(
    "sheet-formulas",
    gettext_noop(
        "Formulas have no stored values here, {cell} first. They are read as empty cells. "
        "Open the file in your spreadsheet program, save it, and choose it again."
    ),
)

SPREADSHEETS = (".xlsx", ".ods")
NO_SEPARATOR = "\x1f"  # a character that no line contains
# A line of a name and a rating with a blank between them, as people type it.
NAME_AND_RATING = re.compile(r"([^\W\d].*\S)\s+([0-9]{3,4})\s*")
# A cell of a spreadsheet with a formula and no value; texts may be empty.
FORMULA_ALONE = re.compile(
    rb"""<(?:\w+:)?c r="([A-Z]+[0-9]+)"(?![^>]*\bt="str")[^>]*>\s*<(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)\s*"""
    rb"""(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"""
)
PATTERNS = {name: re.compile(pattern) for name, pattern in ((";", ";"), ("\t", "\t"), (",", ",(?! )"), ("|", r"\|"))}
ENCODINGS = {"cp1252": "Windows-1252", "cp850": "DOS (CP 850)", "mac_roman": "Macintosh"}

COLUMNS = ("number", "name", "title", "rating", "federation", "fide_id", "sex", "birth_date")


class RawList(NamedTuple):
    """The lines that are not empty, each with its number in the file. A spreadsheet has no encoding or separator.

    `cleaned` are the numbers of the lines that had invisible characters, which are gone. `uncomputed` is the first cell
    of a spreadsheet with a formula without a stored value, "" for none.
    """

    lines: list[Line]
    encoding: str = ""
    separator: str = ""
    cleaned: tuple[int, ...] = ()
    uncomputed: str = ""

    @property
    def gap(self) -> Refusal | None:
        """Say which cell is empty because the value of its formula is not stored."""
        if not self.uncomputed:
            return None
        return Refusal(
            UNCOMPUTED, line=int(self.uncomputed.lstrip(ascii_uppercase)), field="file", cell=self.uncomputed
        )


def read_list(data: bytes, file: str) -> RawList:
    """Read a file by the suffix of its name. Raise Refusal with file and line."""
    suffix = PurePath(file).suffix.lower()
    try:
        if len(data) > LARGEST:
            raise Refusal(TOO_LARGE, field="file", limit=LARGEST // 2**20)
        if suffix in (".xls", ".numbers", ".pdf", ".doc", ".docx"):
            raise Refusal(OTHER_KIND, field="file", suffix=suffix)
        sheet = choose_reader(data, suffix)(data)
        if not sheet.lines:
            raise Refusal(EMPTY, field="file")
        return sheet
    except Refusal as refusal:
        refusal.file = file
        raise


def choose_reader(data: bytes, suffix: str) -> Callable[[bytes], RawList]:
    if data.startswith(b"PK") or suffix in SPREADSHEETS:
        return read_spreadsheet
    is_tournament = suffix == ".trf" or any(line.startswith((b"012 ", b"001 ")) for line in data.splitlines()[:5])
    return read_tournament if is_tournament else read_text


def read_tournament(data: bytes) -> RawList:
    """Read the players of a tournament file as lines with titles; results are left out."""
    players = trf.read(data, "").crosstable.players.values()
    lines = [["" if value is None else str(value) for value in map(each.__getattribute__, COLUMNS)] for each in players]
    return RawList(list(enumerate([list(COLUMNS), *lines], 1)))


def read_text(data: bytes, find_field: FindField = find_field) -> RawList:
    """Read separated text, guessing its encoding and its separator."""
    text, encoding = decode_guessing(data)
    separator = find_separator(text, find_field) or guess_separator(text)
    reader = csv.reader(StringIO(text, newline=None), delimiter=separator, strict=True)
    try:
        cleaned: list[int] = []
        lines = list(trim_lines(((reader.line_num, [*map(restore_formula, cells)]) for cells in reader), cleaned))
        lines = split_ratings(lines, find_field) if separator == NO_SEPARATOR else lines
        return RawList(lines, encoding, separator, tuple(cleaned))
    except csv.Error:
        raise Refusal(UNQUOTED, line=reader.line_num) from None


def split_ratings(lines: list[Line], find_field: FindField) -> list[Line]:
    """Split lines of one cell into name and rating where most end so, and no title names the cell: "Anna 1800"."""
    found = [NAME_AND_RATING.fullmatch(cells[0]) for _, cells in lines]
    if not any(found) or sum(map(bool, found)) * 2 < len(lines) or find_field(lines[0][1][0]):
        return lines
    return [(line[0], [*match.groups()]) if match else line for line, match in zip(lines, found, strict=True)]


def decode_guessing(data: bytes) -> tuple[str, str]:
    """Return the text of a file and its encoding: from the BOM, UTF-8, or the one that gives most letters."""
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
        if data.startswith(mark):
            return decode_strictly(data, encoding), encoding.upper().removesuffix("-SIG")
    if b"\0" in data:
        raise Refusal(NOT_TEXT, line=data[: data.index(b"\0")].count(b"\n") + 1)
    try:
        return data.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        texts = {name: data.decode(name, errors="replace") for name in ENCODINGS}
        best = max(texts, key=lambda name: count_name_letters(texts[name]))
        return texts[best], ENCODINGS[best]


def decode_strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise Refusal(NOT_TEXT, line=1) from None


def count_name_letters(text: str) -> int:
    """Count the non-ASCII letters that names have, minus twice all other non-ASCII characters."""
    beyond = [letter for letter in text if letter > "\x7f"]
    return sum(1 if letter.isalpha() and letter < "\u0180" else -2 for letter in beyond)


def find_separator(text: str, find_field: FindField) -> str:
    """Return the separator of known titles in one of the first lines, "" if no line has titles."""
    heads = [line for line in text.splitlines()[:MOST_ABOVE] if line.strip()]
    return next(
        (
            mark
            for line in heads
            for mark in PATTERNS
            if mark in line and find_table([(1, line.split(mark))], find_field)
        ),
        "",
    )


def guess_separator(text: str) -> str:
    """Return the separator that most of the first lines contain equally often. A title above the list has none.

    A comma before a space stands in a name: in "Doe, Jane" it separates only where nothing else does and there are
    figures behind it, as in "Doe, 1800". NONE means that each line is one cell.
    """
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    regularity = {name: measure_regularity(lines, pattern) for name, pattern in PATTERNS.items()}
    best = max(regularity, key=regularity.__getitem__, default=NO_SEPARATOR)
    if regularity[best]:
        return best
    has_figures = any(re.search(r"(^|,)\s*[0-9]", line) for line in lines)
    spaced = has_figures and measure_regularity(lines, re.compile(","))
    return "," if spaced else NO_SEPARATOR


def measure_regularity(lines: list[str], pattern: re.Pattern[str]) -> tuple[int, ...]:
    """Return in how many lines a separator occurs equally often, and how often; () where most lines have none."""
    counts = [len(pattern.findall(line)) for line in lines]
    usual = max(counts, key=counts.count, default=0)
    return (counts.count(usual), usual) if usual else ()


def read_spreadsheet(data: bytes) -> RawList:
    """Read the first sheet of a workbook with a table of players, otherwise the first that is not empty.

    A formula counts as its saved value.
    """
    parts = check_parts(data)
    try:
        first = RawList([])
        for sheet in read_open_document(data) if open_document.CONTENT in parts else read_workbook(data):
            if find_table(sheet.lines):
                return sheet
            first = first if first.lines else sheet
        return first
    except Refusal:
        raise
    except Exception:  # a damaged file makes the readers raise anything
        raise Refusal(UNREADABLE, field="file") from None


def read_workbook(data: bytes) -> Iterator[RawList]:
    import openpyxl  # slow to load, and few processes read spreadsheets

    book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    return map(read_worksheet, book.worksheets)


def read_open_document(data: bytes) -> Iterator[RawList]:
    for rows in open_document.read_sheets(data, LAST_LINE + 1, MOST_COLUMNS + 1):
        cleaned: list[int] = []
        lines = list(trim_lines(((number, [*map(cell_text, cells)]) for number, cells in rows), cleaned))
        yield RawList(lines, cleaned=tuple(cleaned))


def read_worksheet(sheet: Any) -> RawList:
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_col=MOST_COLUMNS + 1, max_row=LAST_LINE + 1, values_only=True)
    cleaned: list[int] = []
    lines = list(trim_lines(((number, read_cells(row)) for number, row in enumerate(rows, 1)), cleaned))
    return RawList(lines, cleaned=tuple(cleaned), uncomputed=find_uncomputed(sheet))


def find_uncomputed(sheet: Any) -> str:
    """Return the first cell with a formula whose value is not stored, "" for none."""
    with sheet._get_source() as part:
        found = FORMULA_ALONE.search(part.read())
    return found[1].decode() if found else ""


def read_cells(row: tuple[Any, ...]) -> list[str]:
    """Return the cells of a row as text; a sheet may have thousands of empty rows."""
    return [] if row.count(None) == len(row) else [cell_text(cell) for cell in row]


def check_parts(data: bytes) -> list[str]:
    """Return the names of the files in a ZIP; refuse one that would unpack to too much, before it is unpacked."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as parts:
            entries = parts.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise Refusal(UNREADABLE, field="file") from None
    if len(entries) > MOST_PARTS or sum(part.file_size for part in entries) > LARGEST_UNPACKED:
        raise Refusal(UNPACKS_TOO_LARGE, field="file", limit=LARGEST_UNPACKED // 2**20)
    return [part.filename for part in entries]


def cell_text(cell: Any) -> str:
    """Return a cell as people see it: 2100 and not 2100.0, a day as 2001-12-31."""
    if cell is None:
        return ""
    if isinstance(cell, datetime.datetime | datetime.date):
        return cell.isoformat()[:10]
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 10**15:
        return str(int(cell))
    return str(cell)


def trim_lines(rows: Iterable[tuple[int, list[str]]], cleaned: list[int]) -> Iterator[Line]:
    """Yield the lines that are not empty; their cells become single lines of printable text.

    Append the numbers of lines that had invisible characters to `cleaned`.
    """
    count = 0
    for number, row in rows:
        if number > LAST_LINE:
            raise Refusal(TOO_MANY_LINES, line=number, limit=LAST_LINE)
        if any(drop_invisible(cell) != cell for cell in row):
            cleaned.append(number)
        cells = [join_lines(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        count += 1
        if len(cells) > MOST_COLUMNS:
            raise Refusal(TOO_MANY_COLUMNS, line=number, limit=MOST_COLUMNS)
        if count > MOST_LINES:
            raise Refusal(TOO_MANY_LINES, line=number, limit=MOST_LINES)
        yield number, cells


def join_lines(text: str) -> str:
    return one_line(text)[:LONGEST_CELL]
