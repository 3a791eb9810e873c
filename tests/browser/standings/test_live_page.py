"""An open page in a real Chromium: rows move, marks appear, and it catches up after whatever happened to the server."""

import pytest

from tests.servers.live_events import ENTER, NEW_EVENT, NEW_HALL
from tests.servers.server import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.db]


@pytest.fixture
def page(window):
    return window()


@pytest.fixture
def cup(server):
    server.python(NEW_EVENT)
    return server


def order(page):
    return page.eval_on_selector_all("#standings tbody", "bodies => bodies.map(body => body.id)")


def is_live(page):
    page.wait_for_selector("#connection[data-state=live]", timeout=30_000)


def test_a_result_moves_rows_and_marks_them(cup, page):
    page.goto(cup.url + "/e/cup/")
    is_live(page)
    page.evaluate("window.same = document.getElementById('p4')")
    cup.python(ENTER + "enter(2, '01')")
    page.wait_for_selector("#p4.fresh", timeout=30_000)
    assert order(page)[0] == "p4"
    assert page.evaluate("window.same === document.getElementById('p4')")
    assert page.text_content("#p4 .points").strip() == "1"
    page.wait_for_function(
        "() => document.getElementById('aloud').textContent .startsWith('Board 2: Cleo 0–1 Dora')", timeout=30_000
    )
    assert page.text_content("#state").split("results")[0].strip().endswith("1/2")


def test_an_open_explanation_and_the_focus_survive(cup, page):
    page.goto(cup.url + "/e/cup/")
    is_live(page)
    page.click("#p4 .points a")
    page.wait_for_selector("#p4 tr.why .working")
    stamp = page.get_attribute("#p4 tr.why .working", "data-stamp")
    page.focus("#p4 .points a")
    cup.python(ENTER + "enter(2, '01')")
    page.wait_for_selector("#p4.fresh", timeout=30_000)
    page.wait_for_selector(f"#p4 tr.why .working:not([data-stamp='{stamp}'])", timeout=30_000)
    assert page.evaluate("document.activeElement.closest('tbody')?.id") == "p4"
    assert page.get_attribute("#p4 .points a", "aria-expanded") == "true"


def test_the_page_catches_up_after_a_restart(cup, page):
    page.goto(cup.url + "/e/cup/")
    is_live(page)
    cup.stop()
    page.wait_for_selector("#connection:not([data-state=live])", timeout=30_000)
    cup.python(ENTER + "enter(2, '01')")
    cup.start()
    page.wait_for_selector("#p4.fresh", timeout=60_000)
    is_live(page)
    assert order(page)[0] == "p4"


def test_a_first_connect_that_fails_is_tried_again(cup, page):
    refused = []

    def refuse_twice(route):
        if len(refused) < 2:
            refused.append(route.request.url)
            return route.abort() if len(refused) == 1 else route.fulfill(status=503, body="busy")
        return route.continue_()

    page.route("**/live/**", refuse_twice)
    page.goto(cup.url + "/e/cup/")
    is_live(page)
    assert len(refused) == 2
    assert "busy" not in page.text_content("body")


def test_a_change_between_page_and_connect_is_caught_up(cup, page):
    held = []
    page.route("**/live/**", lambda route: held.append(route))
    page.goto(cup.url + "/e/cup/")
    wait_for(lambda: held or page.wait_for_timeout(50), "the first request for the stream")
    cup.python(ENTER + "enter(2, '01')")
    held[0].continue_()
    page.wait_for_selector("#p4.fresh", timeout=30_000)
    assert order(page)[0] == "p4"


def test_the_players_card_fetches_itself_again(cup, page):
    page.goto(cup.url + "/e/cup/player/4/")
    is_live(page)
    before = page.text_content("#card")
    cup.python(ENTER + "enter(2, '01')")
    changed = "before => document.getElementById('card').textContent !== before"
    page.wait_for_function(changed, arg=before, timeout=30_000)


def test_a_round_shows_the_result_of_its_board(cup, page):
    page.goto(cup.url + "/e/cup/round/1/")
    is_live(page)
    cup.python(ENTER + "enter(2, '01')")
    page.wait_for_selector("#b2.fresh", timeout=30_000)
    assert page.locator("#b1.fresh").count() == 0


HALL = NEW_HALL.replace("BOARDS", "12")


def test_the_open_boards_follow_the_results(server, page):
    server.python(HALL)
    page.goto(server.url + "/e/hall/round/1/")
    is_live(page)
    page.locator("label", has_text="Only open").click()
    assert page.locator("#round tbody:visible").count() == 12
    server.python(ENTER.replace('"cup"', '"hall"') + "enter(2, '01')")
    page.wait_for_selector("#b2 a.won", state="attached")
    assert not page.locator("#b2").is_visible()
    assert page.locator("#round tbody:visible").count() == 11
    page.focus("#b1 a >> nth=0")
    page.keyboard.press("ArrowDown")
    assert page.locator(":focus").evaluate("link => link.closest('tbody').id") == "b3"


ROWS = """() => [...document.querySelectorAll("#standings tbody")].map((body) =>
  body.id + body.rows[0].outerHTML.replace(/ (tabindex|aria-labelledby|data-htmx-powered)="[^"]*"| class=""/g, ""))"""


def test_a_page_that_followed_every_result_is_the_one_that_is_loaded_now(server, window):
    server.python(HALL)
    page = window()
    page.goto(server.url + "/e/hall/")
    is_live(page)
    page.evaluate(
        "document.addEventListener('crosstable:rows', () => { globalThis.updates = (globalThis.updates ?? 0) + 1; })"
    )
    for board in range(1, 9):
        server.python(ENTER.replace('"cup"', '"hall"') + f"enter({board}, '{('01', '==', '10')[board % 3]}')")
        page.wait_for_function("board => globalThis.updates >= board", arg=board, timeout=30_000)
    assert page.locator("tbody.moved").count() > 1, "whose place alone changed has a thin mark"
    fresh = window()
    fresh.goto(server.url + "/e/hall/")
    is_live(fresh)
    assert page.evaluate(ROWS) == fresh.evaluate(ROWS)


def test_reduced_motion_marks_without_moving(cup, window):
    page = window(reduced_motion="reduce")
    page.add_init_script("window.moves = 0; Element.prototype.animate = () => { window.moves += 1; }")
    page.goto(cup.url + "/e/cup/")
    is_live(page)
    cup.python(ENTER + "enter(2, '01')")
    page.wait_for_selector("#p4.fresh", timeout=30_000)
    assert page.evaluate("window.moves") == 0


def test_the_page_is_whole_without_scripts(cup, window):
    page = window(java_script_enabled=False)
    page.goto(cup.url + "/e/cup/")
    assert page.locator("#standings tbody").count() == 4


@pytest.mark.parametrize(("width", "column"), [(390, False), (768, True), (1280, True)])
def test_who_is_still_playing_is_marked_until_the_result_is_in(cup, window, width, column):
    page = window(viewport={"width": width, "height": 800})
    dot = "getComputedStyle(document.querySelector('#p3 .points'), '::after').content !== 'none'"
    page.goto(cup.url + "/e/cup/")
    is_live(page)
    assert page.locator(".still").is_hidden(), "nobody has played yet"
    assert not page.evaluate(dot)
    cup.python(ENTER + "enter(1, '10')")
    page.wait_for_selector("#p1.fresh", timeout=30_000)
    assert {row.get_attribute("id") for row in page.locator("tbody:has(.playing)").all()} == {"p3", "p4"}
    assert page.locator("#p3 td.game").is_visible() is column
    assert page.evaluate(dot) is not column
    assert page.locator(".still").is_visible()
    cup.python(ENTER + "enter(2, '01')")
    page.wait_for_selector("#p4.fresh", timeout=30_000)
    assert page.locator(".playing").count() == 0
    assert page.locator(".still").is_hidden()
    assert page.locator("#p4 td.game b").text_content() == "1"


ORDER = """
from tournaments.models import Event
Event.objects.filter(slug="cup").update(tiebreaks="{order}", qualifying_places={places}, planned_rounds=1, version=9)
"""
FOUR, SIX = "PTS,BH,SB,WIN", "PTS,BH,BH/C1,SB,WIN,PS"


@pytest.mark.parametrize(("order", "marked"), [(FOUR, 0), (FOUR, 2), (SIX, 0), (SIX, 2)])
def test_the_column_of_the_round_stands_beside_many_criteria(cup, window, order, marked):
    """The table stays within its sheet on a wide screen."""
    page = window(viewport={"width": 1280, "height": 800})
    cup.python(ENTER + "enter(1, '10')" + ORDER.format(order=order, places=marked))
    page.goto(cup.url + "/e/cup/")
    assert page.locator("#p3 td.game small span").is_visible()
    dot = "getComputedStyle(document.querySelector('#p3 .points'), '::after').content !== 'none'"
    assert not page.evaluate(dot)
    widths = (
        "[document.querySelector('#standings table').offsetWidth, document.querySelector('#standings').clientWidth]"
    )
    table, sheet = page.evaluate(widths)
    assert table <= sheet
