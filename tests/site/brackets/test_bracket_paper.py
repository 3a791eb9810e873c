"""Brackets on paper: cut to the pages, every match once or where the next page goes on, and the PDF says the same."""

import pytest

from pairing.plan.stages import Stage
from tests.site.brackets.test_knock_out import enter
from tests.site.championship import draw, make_championship, publish
from tests.site.factories import person
from tests.site.reading import read_pdf
from tournaments.access.reader import staff_reader
from tournaments.actions.rounds import play_offs
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.pages.hall.paper_bracket import paper_bracket
from tournaments.paper.kinds import list_kinds

pytestmark = pytest.mark.django_db
needs_engine = pytest.mark.usefixtures("pdf_engine")

DOUBLE = {"defeats": 2, "second_final": True}
POOLS = Stage("pools", 1, 3)


def event_of(count, *plan, rounds=1):
    event = set_plan(make_championship(count, discipline="chess"), list(plan), COMMAND)
    for number in range(1, rounds + 1):
        draw(event)
        publish(event)
        event.refresh_from_db()
        if number < rounds:
            enter(event, number, "1")
    return event


def columns(sheet):
    """Return how many matches the columns of a sheet have."""
    by_width = {}
    for row in sheet.rows:
        for cell in row:
            if cell.duel:
                by_width.setdefault(cell.span if sheet.lines else sheet.heads[0], []).append(cell)
    return " ".join(str(len(cells)) for cells in by_width.values())


SHEETS = [
    # players, what is played: for each sheet its title, and how many matches stand in its columns
    (8, [Stage("knock-out", 1, 1)], [("", "4 2 1")]),
    (13, [Stage("knock-out", 1, 1)], [("", "8 4 2 1")]),
    (32, [Stage("knock-out", 1, 1)], [("", "16 8 4 2 1")]),
    (64, [Stage("knock-out", 1, 1)], [("", "16 8 4 2 1"), ("", "16 8 4 2 1"), ("", "2 1")]),
    (128, [Stage("knock-out", 1, 1)], [*[("", "16 8 4 2 1")] * 4, ("", "4 2 1")]),
    (8, [Stage("knock-out", 1, 1, {"losers": "third"})], [("", "4 2 1"), ("Places 3 and 4", "1")]),
    (
        11,
        [Stage("knock-out", 1, 1, {"consolations": 1})],
        [("Bracket A", "6 4 2 1"), ("Bracket B", "4 2 1")],
    ),
    (8, [POOLS], [("Pool 1", "6"), ("Pool 2", "6")]),
    (
        16,
        [Stage("knock-out", 1, 1, {"consolations": 1})],
        [("Bracket A", "8 4 2 1"), ("Bracket B", "4 2 1")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("count", "plan", "sheets"), SHEETS)
def test_a_bracket_is_cut_to_the_pages(count, plan, sheets):
    found = paper_bracket(staff_reader(event_of(count, *plan)), 0).sheets
    assert [(sheet.title, columns(sheet)) for sheet in found] == sheets
    for sheet in found:
        cells = sum(cell.span for row in sheet.rows for cell in row)
        assert not sheet.lines or cells == len(sheet.rows) * (3 * len(sheet.heads) - 2), "every column fills the height"


def test_every_match_of_a_double_elimination_is_on_paper():
    found = paper_bracket(staff_reader(event_of(16, Stage("knock-out", 1, 1, DOUBLE))), 0).sheets
    keys = {cell.duel.key for sheet in found for row in sheet.rows for cell in row if cell.duel}
    assert len(keys) == 15 + 14 + 2
    assert [len(sheet.heads) for sheet in found] == [6, 6]


def test_a_match_that_a_play_off_has_decided_says_so_below():
    event = event_of(4, Stage("knock-out", 1, 1, {"play_off": "lots"}))
    enter(event, 1, "=", winner=1)
    play_offs.draw_lot(event, 1, "A-1-1", COMMAND, 1)
    (sheet,) = paper_bracket(staff_reader(event), 0).sheets
    assert sheet.notes == ("Semi-final, Player 01 – Player 04: decided by lot",)


def test_there_is_no_such_paper_without_brackets(client):
    event = event_of(8, Stage("new-swiss", 1, 3), Stage("knock-out", 4, 4, {"entrants": 2}))
    client.force_login(person("anna", event))
    assert "bracket" not in list_kinds(event)
    assert client.get("/e/championship/print/bracket/").status_code == 404


@needs_engine
def test_the_pdf_of_a_large_bracket_has_a_page_for_each_sheet(client):
    event = event_of(64, Stage("knock-out", 1, 1))
    client.force_login(person("anna", event))
    assert "/print/bracket/" in client.get("/e/championship/documents/").text
    texts = read_pdf(client.get("/e/championship/print/bracket/?as=pdf"))
    assert len(texts) == 3
    for number in range(1, 65):
        assert sum(f"Player {number:02}" in text for text in texts[:2]) == 1, number
