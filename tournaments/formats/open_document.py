"""Read the sheets of an OpenDocument spreadsheet (.ods) row by row. `list_reader` bounds them, as those of .xlsx.

A cell and a row are written once for all that are the same, also for a million empty ones at the end of a sheet.
"""

import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from defusedxml.ElementTree import iterparse

CONTENT = "content.xml"
OFFICE, TABLES, TEXT = (f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("office", "table", "text"))
TABLE, ROW = f"{TABLES}table", f"{TABLES}table-row"
CELLS = {f"{TABLES}table-cell", f"{TABLES}covered-table-cell"}
NUMBERS = {"float", "percentage", "currency"}

type Row = tuple[int, list[str | float]]


def read_sheets(data: bytes, last_row: int, most_cells: int) -> Iterator[Iterable[Row]]:
    """Yield the rows of each sheet that are not empty, with their numbers, to be read before the next sheet.

    Of rows that are the same, those up to `last_row` are yielded, and of each row `most_cells`.
    """
    with zipfile.ZipFile(BytesIO(data)) as parts, parts.open(CONTENT) as content:
        steps = iterparse(content, events=("start", "end"), forbid_dtd=True)
        for step, element in steps:
            if step == "start" and element.tag == TABLE:
                yield _read_rows(steps, last_row, most_cells)


def _read_rows(steps: Iterable[tuple[str, Any]], last_row: int, most_cells: int) -> Iterator[Row]:
    """Yield the rows up to the end of their sheet."""
    number = 1
    for step, element in steps:
        if step == "start":
            continue
        if element.tag == TABLE:
            return
        if element.tag == ROW:
            following = number + int(element.get(f"{TABLES}number-rows-repeated", 1))
            cells = _read_cells(element, most_cells)
            if any(cell != "" for cell in cells):
                yield from ((each, cells) for each in range(number, min(following, last_row + 1)))
            number = following
            element.clear()


def _read_cells(row: Any, most: int) -> list[str | float]:
    cells: list[str | float] = []
    for cell in row:
        if cell.tag in CELLS:
            count = int(cell.get(f"{TABLES}number-columns-repeated", 1))
            cells += [_read_value(cell)] * min(count, most - len(cells))
    return cells


def _read_value(cell: Any) -> str | float:
    """Return the stored value of a cell: a number, a day as 2001-12-31, or the text that people see."""
    kind = cell.get(f"{OFFICE}value-type")
    if kind in NUMBERS:
        return float(cell.get(f"{OFFICE}value"))
    if kind == "date":
        return str(cell.get(f"{OFFICE}date-value"))[:10]
    return "\n".join(_read_text(part) for part in cell if part.tag == f"{TEXT}p")


def _read_text(part: Any) -> str:
    """Return the text of a paragraph. Spaces in a row and line breaks are elements in it."""
    pieces = [part.text or ""]
    for each in part:
        if each.tag in {f"{TEXT}s", f"{TEXT}tab", f"{TEXT}line-break"}:
            pieces.append(" ")
        else:
            pieces.append(_read_text(each))
        pieces.append(each.tail or "")
    return "".join(pieces)
