"""Each row of a table is laid out by itself: its columns still stand below their heads, and its values have room."""

import re

import pytest

from tests.servers.live_events import ENTER, NEW_HALL

pytestmark = [pytest.mark.browser, pytest.mark.db]

EVENTS = ("ahorntal-open", "scrabble-championship", "team-cup", "petanque-open", "round-robin")
PATHS = [f"/e/{event}/{page}" for event in EVENTS for page in ("", "crosstable/")]
MISPLACED = """() => {
  const edges = (row) => [...row.cells].map((cell) => cell.getBoundingClientRect()).filter(({ width }) => width)
    .map(({ left, right }) => [Math.round(left), Math.round(right)]);
  const table = document.querySelector(".sheet table"), heads = JSON.stringify(edges(table.tHead.rows[0]));
  const rows = [...table.tBodies].slice(0, 20).map((body) => JSON.stringify(edges(body.rows[0])));
  return rows.filter((row) => row !== heads);
}"""
TOO_LONG = """() => [...document.querySelectorAll(".sheet :is(.points, .tie, .rating)")]
  .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth)
  .map((cell) => [cell.textContent.trim(), cell.scrollWidth, cell.clientWidth])"""


@pytest.fixture
def demo(server):
    server.manage("load_demo")
    return server


@pytest.mark.parametrize("width", [360, 390, 820, 1024, 1440])
def test_columns_stand_below_their_heads_and_values_have_room(demo, window, width):
    """Also "+1 402", and heads of more than one word, in every language."""
    for locale in ("en-GB", "de-DE", "fr-FR"):
        page = window(locale, viewport={"width": width, "height": 900})
        for path in PATHS:
            page.goto(demo.url + path)
            page.wait_for_selector(".sheet tbody")
            assert page.evaluate(MISPLACED) == [], path
            assert page.evaluate(TOO_LONG) == [], path


@pytest.mark.parametrize("path", ["", "crosstable/"])
def test_heads_cover_no_row_where_sheets_scroll_both_ways(server, window, path):
    """In such a browser heads keep no distance from the top of the window (static/shared/heads.js)."""
    server.python(NEW_HALL.replace("BOARDS", "20") + ENTER.replace('"cup"', '"hall"') + "enter(1, '10')")
    page = window(viewport={"width": 390, "height": 844})
    page.goto(f"{server.url}/e/hall/{path}")
    page.wait_for_selector("#connection[data-state=live]")
    page.evaluate("document.documentElement.removeAttribute('data-heads')")
    page.locator(".sheet").evaluate("sheet => { sheet.style.overflow = 'auto hidden'; }")
    head, row = page.evaluate(
        "[document.querySelector('.sheet thead').getBoundingClientRect().bottom,"
        " document.querySelector('.sheet tbody').getBoundingClientRect().top]"
    )
    assert head == pytest.approx(row, abs=1)


def test_rows_are_copied_as_lines_with_tabs(server, window):
    """Also those out of sight; as long as nothing is copied, each row is laid out by itself."""
    server.python(NEW_HALL.replace("BOARDS", "100") + ENTER.replace('"cup"', '"hall"') + "enter(1, '10')")
    page = window(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/e/hall/")
    page.wait_for_selector("#connection[data-state=live]")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('#standings table'))")
    page.keyboard.press("Control+c")
    page.wait_for_function("() => !document.documentElement.matches('.copying')")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert len([line for line in lines if re.search(r"\tPlayer \d{3}", line) and line.count("\t") > 3]) == 200
    assert page.evaluate("getComputedStyle(document.querySelector('#p1 tr')).display") == "flex"
