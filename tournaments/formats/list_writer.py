"""Write rows of cells as CSV or as a spreadsheet that other programs can open safely."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from io import BytesIO, StringIO
from itertools import batched

from django.utils.formats import get_format

type Cell = str | int | Decimal | None

# How a formula may begin, in full-width characters too; a plain number with a sign is not one.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
PLAIN_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")
ESCAPED = re.compile(f"'+[{re.escape(''.join(FORMULA_STARTS))}]")
# XML can't hold these.
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
WIDEST_COLUMN = 40
ROWS_AT_ONCE = 500


def escape_formula(cell: Cell) -> str:
    """Return a cell as text that no program takes for a formula: an apostrophe precedes anything like one.

    Text that looks like a cell with such an apostrophe gets another, so that `restore_formula` gives it back.
    """
    text = "" if cell is None else str(cell)
    is_formula = text.startswith(FORMULA_STARTS) and not PLAIN_NUMBER.fullmatch(text)
    return f"'{text}" if is_formula or ESCAPED.match(text) else text


def restore_formula(text: str) -> str:
    """Return a cell of a CSV file without the apostrophe that kept it from being a formula."""
    return text[1:] if ESCAPED.match(text) else text


def write_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Write rows as spreadsheet programs of the active language expect them, in UTF-8 with a BOM.

    Where numbers have a decimal comma, as in German, cells are separated by semicolons, otherwise by commas.
    """
    return b"".join(csv_parts(rows))


def csv_parts(rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Write a list of any length, in the language that is active now, in parts of some hundred rows."""
    return write_parts(rows, get_format("DECIMAL_SEPARATOR"))


def write_parts(rows: Iterable[Sequence[Cell]], point: str) -> Iterator[bytes]:
    yield BOM_UTF8
    for part in batched(rows, ROWS_AT_ONCE):
        text = StringIO()
        writer = csv.writer(text, delimiter=";" if point == "," else ",", lineterminator="\r\n")
        writer.writerows([write_cell(cell, point) for cell in row] for row in part)
        yield text.getvalue().encode()


def write_cell(cell: Cell, point: str) -> str:
    return escape_formula(str(cell).replace(".", point) if isinstance(cell, Decimal) else cell)


def write_xlsx(title: str, rows: Iterable[Sequence[Cell]]) -> bytes:
    """Write rows as one sheet: numbers as numbers, text never as a formula, the header frozen."""
    import openpyxl  # slow to load, and few processes write spreadsheets
    from openpyxl.utils import get_column_letter

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = re.sub(r"[\[\]:*?/\\]", " ", title)[:31] or "1"
    widths: dict[int, int] = {}
    for line, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(line, column)
            if isinstance(value, str):
                cell.data_type, cell._value = "s", UNPRINTABLE.sub(" ", value)
            else:
                cell.value = value
            widths[column] = max(widths.get(column, 0), len(str(value)) if value is not None else 0)
    for column, width in widths.items():
        sheet.column_dimensions[get_column_letter(column)].width = min(WIDEST_COLUMN, width + 2)
    sheet.freeze_panes = "A2"
    target = BytesIO()
    book.save(target)
    return target.getvalue()
