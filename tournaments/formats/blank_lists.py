"""Templates for lists of players: the column titles and one example, as CSV and as a spreadsheet."""

import csv
from io import BytesIO, StringIO
from string import ascii_uppercase

from django.utils.translation import gettext as _

from tournaments.imports import player_fields

EXAMPLE = {
    "name": "Muster, Erika",
    "rating": "1834",
    "club": "SK Musterstadt",
    "federation": "GER",
    "sex": "w",
    "birth_date": "2001-12-31",
    "title": "",
    "fide_id": "",
}


TEAM_EXAMPLE = {"team": "SK Musterstadt I", "team_place": "1", **EXAMPLE}


def blank_rows(of_teams: bool) -> list[list[str]]:
    """Return the titles in the reader's language, and the example."""
    example = TEAM_EXAMPLE if of_teams else EXAMPLE
    return [[str(player_fields.BY_NAME[name].title) for name in example], list(example.values())]


def write_csv(of_teams: bool = False) -> bytes:
    """Write the template so that spreadsheet programs open it directly: semicolons, UTF-8 with a BOM."""
    text = StringIO()
    csv.writer(text, delimiter=";", lineterminator="\r\n").writerows(blank_rows(of_teams))
    return text.getvalue().encode("utf-8-sig")


def write_xlsx(of_teams: bool = False) -> bytes:
    """Write the template with wide columns and a frozen first line."""
    import openpyxl  # slow to load, and few processes write spreadsheets

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = _("Players")[:31]
    for row in blank_rows(of_teams):
        sheet.append(row)
    sheet.freeze_panes = "A2"
    widths = (*((24, 8) if of_teams else ()), 28, 10, 28, 12, 8, 16, 8, 14)
    for letter, width in zip(ascii_uppercase, widths, strict=False):
        sheet.column_dimensions[letter].width = width
    file = BytesIO()
    book.save(file)
    return file.getvalue()


KINDS = {
    "csv": (write_csv, "text/csv; charset=utf-8"),
    "xlsx": (write_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
