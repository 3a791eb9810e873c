"""Tables of 500 players while results come in: what axe finds, and what a screen reader says."""

from itertools import product

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from tests.browser.test_accessibility import COLOURS, PHONE, WCAG, WIDE, find_faults
from tests.servers.live_events import ENTER, NEW_HALL

pytestmark = [pytest.mark.browser, pytest.mark.db]

STAYING_MARKS = """const wait = globalThis.setTimeout;
globalThis.setTimeout = (act, after, ...rest) => after === 15000 ? 0 : wait(act, after, ...rest);"""
PAGES = [("", "#p{player}"), ("crosstable/", "#p{player} .met"), ("round/1/", "#b{board}")]
CHANGED = {"include": [".fresh", "#ticker", ".freshness"]}
GLIDE = """async (row) => {
  const move = row.animate([{ transform: "translateY(40px)" }, { transform: "none" }], { duration: 50 });
  row.getBoundingClientRect(); // the browser has to lay out what the beginning and the end have changed
  await move.finished;
  row.getBoundingClientRect();
}"""
NO_COLOURS = {rule: {"enabled": False} for rule in COLOURS["values"]}


WATCH_GLIDES = """const animate = Element.prototype.animate;
globalThis.near = [], globalThis.far = [];
Element.prototype.animate = function (frames, ...rest) {
  const { top } = this.getBoundingClientRect(), by = parseFloat(frames[0].transform.slice(11));
  ([top, top + by].some((at) => at > -100 && at < innerHeight) ? near : far).push(this.id);
  return animate.call(this, frames, ...rest);
};"""


@pytest.fixture
def hall(server):
    server.python(NEW_HALL.replace("BOARDS", "250"))
    return server


def enter(hall, board):
    hall.python(ENTER.replace('"cup"', '"hall"') + f"enter({board}, '01')")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_table_breaks_a_rule_while_it_moves(hall, window, scheme):
    pages = [window(viewport=size, color_scheme=scheme) for size in (WIDE, PHONE)]
    for board, ((path, row), page) in enumerate(product(PAGES, pages), 1):
        page.add_init_script(STAYING_MARKS)
        page.goto(f"{hall.url}/e/hall/{path}")
        page.wait_for_selector("#connection[data-state=live]")
        enter(hall, board)
        page.wait_for_selector(row.format(board=board, player=2 * board) + ".fresh")
        page.evaluate(AXE_SCRIPT)
        assert list(find_faults(page, COLOURS, CHANGED)) == []
        if scheme == "light":
            assert list(find_faults(page, WCAG, rules=NO_COLOURS)) == []


@pytest.mark.parametrize("path", ["", "crosstable/", "round/1/"])
def test_a_row_that_glides_lays_out_nothing(hall, window, path):
    page = window(viewport=WIDE)
    page.goto(f"{hall.url}/e/hall/{path}")
    page.wait_for_selector("#connection[data-state=live]")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    def count_layouts():
        return {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}[
            "LayoutCount"
        ]

    row = page.locator(".sheet tbody").nth(3)
    row.evaluate("row => row.getBoundingClientRect()")
    before = count_layouts()
    row.evaluate(GLIDE)
    assert count_layouts() == before


@pytest.mark.parametrize("down", [0, 4000])
def test_only_rows_in_sight_glide(hall, window, down):
    enter(hall, 1)
    page = window(viewport=WIDE)
    page.add_init_script(WATCH_GLIDES)
    page.goto(hall.url + "/e/hall/")
    page.wait_for_selector("#connection[data-state=live]")
    page.evaluate("down => scrollTo({ top: down, behavior: 'instant' })", down)
    enter(hall, 250)
    page.wait_for_function("() => near.length > 0")
    assert page.evaluate("far") == []


def test_a_screen_reader_hears_one_sentence_of_one_result(hall, window):
    page = window()
    page.goto(hall.url + "/e/hall/")
    page.wait_for_selector("#connection[data-state=live]")
    enter(hall, 250)
    page.wait_for_selector("#p500.fresh")
    said = '- status: "Board 250: Player 499 0–1 Player 500"'
    expect(page.locator("#aloud")).to_match_aria_snapshot(said)
    row = '- row "1 Follow Player 500 Player 500 1 Player 499 1 Points 0 BH 0 SB"'
    expect(page.locator("#standings tbody").first).to_match_aria_snapshot(row)
