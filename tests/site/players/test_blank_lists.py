"""The empty list that is offered: what spreadsheet programs need to open it, and the columns of teams."""

import io

import openpyxl
import pytest

from tournaments.formats import blank_lists

TITLES = ["Name", "Rating", "Club or town", "Federation", "Sex", "Date of birth", "Title", "FIDE ID"]
EXAMPLE = ["Muster, Erika", "1834", "SK Musterstadt", "GER", "w", "2001-12-31", None, None]


@pytest.mark.parametrize(
    ("of_teams", "titles", "example"), [(False, [], []), (True, ["Team", "Board"], ["SK Musterstadt I", "1"])]
)
def test_the_empty_list_opens_in_spreadsheet_programs(of_teams, titles, example):
    data = blank_lists.write_csv(of_teams)
    assert data.startswith(b"\xef\xbb\xbf"), "without the mark Excel breaks letters beyond ASCII"
    lines = [line.split(";") for line in data.decode("utf-8-sig").split("\r\n")]
    assert lines == [titles + TITLES, example + [cell or "" for cell in EXAMPLE], [""]]
    sheet = openpyxl.load_workbook(io.BytesIO(blank_lists.write_xlsx(of_teams))).active
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    assert [[cell or None for cell in row] for row in rows] == [titles + TITLES, example + EXAMPLE]
    assert sheet.freeze_panes == "A2", "the titles stay in sight"
