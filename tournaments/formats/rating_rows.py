"""Read the lines of a rating list as fields, from XML, fixed columns or CSV, a small part at a time."""

import csv
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import IO
from xml.etree import ElementTree

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats.rating_fields import ELEMENTS

PIECE_SIZE = 2**18
LONGEST_LINE = 20_000
FIRST, LAST = b"<player>", b"</player>"

BROKEN = sentence("ratings-broken", gettext_noop("The list can’t be read from this line on. Please download it again."))
LONG_LINE = sentence("ratings-line", gettext_noop("This line is too long for a rating list."))


def read_xml(file: IO[bytes], _columns: list[str]) -> Iterator[dict[str, str]]:
    """Read FIDE's XML, a few hundred players at a time.

    Everything before the first player is left out, so the parser never meets a document type with entities.
    """
    left, line = b"", 1
    while piece := file.read(PIECE_SIZE):
        data = left + piece
        start, end = data.find(FIRST), data.rfind(LAST) + len(LAST)
        if start < 0 or end < start:
            if len(data) > 4 * PIECE_SIZE:
                raise Refusal(BROKEN, line=line, field="xml")
            left = data
            continue
        line += data.count(b"\n", 0, start)
        yield from parse_players(data[start:end], line)
        line += data.count(b"\n", start, end)
        left = data[end:]
    if FIRST in left or b"</" not in left:  # a document ends with the end of its list
        raise Refusal(BROKEN, line=line + left[: left.find(FIRST)].count(b"\n"), field="xml")


def parse_players(data: bytes, line: int) -> list[dict[str, str]]:
    """Parse complete players; `line` is the line of the first."""
    try:
        elements = ElementTree.fromstring(b"<list>" + data + b"</list>")  # noqa: S314 (holds no document type)
    except ElementTree.ParseError as error:
        raise Refusal(BROKEN, line=line + error.position[0] - 1, field="xml") from None
    return [
        {ELEMENTS[each.tag]: (each.text or "").strip() for each in player if each.tag in ELEMENTS}
        for player in elements
    ]


def find_elements(start: bytes) -> list[str]:
    """Name the elements of the first player."""
    player = start.partition(FIRST)[2].partition(LAST)[0]
    return list(dict.fromkeys(tag.decode() for tag in re.findall(rb"<([a-z_]+)", player)))


def read_titles(header: str) -> list[str]:
    """Return the titles of fixed columns."""
    return [title for _start, title in find_columns(header)]


def find_columns(header: str) -> list[tuple[int, str]]:
    """Return where each column begins, and its title."""
    return [(match.start(), match[0]) for match in re.finditer(r"ID Number|\S+", header, re.IGNORECASE)]


def read_columns(file: IO[bytes], columns: list[str]) -> Iterator[dict[str, str]]:
    """Read FIDE's text: the line of titles says where each column begins."""
    starts = [start for start, _title in find_columns(file.readline(LONGEST_LINE).decode("latin-1"))]
    spans = [
        (field, start, end) for (start, end), field in zip(pairwise([*starts, None]), columns, strict=False) if field
    ]
    for _number, line in read_lines(file, 2):
        text = line.decode("latin-1")
        yield {field: text[start:end].strip() for field, start, end in spans}


def read_csv(file: IO[bytes], columns: list[str]) -> Iterator[dict[str, str]]:
    """Read a national list by the fields of its columns."""
    rows = read_csv_lines(file)
    next(rows, None)
    for _number, cells in rows:
        yield {field: cell for field, cell in zip(columns, cells, strict=False) if field and cell}


def read_csv_lines(file: IO[bytes]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of a CSV with their numbers, the titles first; the encoding is UTF-8 or Windows-1252."""
    texts = (decode_line(line) for _number, line in read_lines(file))
    first = next(texts, "")
    rows = csv.reader(texts, delimiter=guess_separator(first))
    yield 1, read_title_cells(first)
    try:
        for row in rows:
            yield rows.line_num + 1, [cell.strip() for cell in row]
    except csv.Error:
        raise Refusal(BROKEN, line=rows.line_num + 1, field="csv") from None


def read_title_cells(line: str) -> list[str]:
    """Return the titles of a CSV's columns. Raise Refusal if the line is not CSV."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=guess_separator(line)), [])]
    except csv.Error:
        raise Refusal(BROKEN, line=1, field="csv") from None


def guess_separator(header: str) -> str:
    """Guess the separator: the one that occurs most often in the titles."""
    return max(";,|\t", key=header.count)


def read_lines(file: IO[bytes], number: int = 1) -> Iterator[tuple[int, bytes]]:
    """Yield lines with their numbers; an endless line is refused before it fills the memory."""
    while line := file.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise Refusal(LONG_LINE, line=number, field="file")
        yield number, line
        number += 1


def decode_line(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")
