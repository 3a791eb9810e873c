"""Following players in a real Chromium: stars, the panel on top, and an address to share."""

import re

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]


@pytest.fixture
def cup(server):
    server.python(NEW_EVENT)
    return server


def test_a_star_puts_the_player_on_top_and_into_the_address(cup, window):
    page = window()
    page.goto(cup.url + "/e/cup/")
    page.click("#p4 .star")
    expect(page.locator("#followed .pinned")).to_contain_text("Dora")
    page.click("#p2 .star")
    expect(page.locator("#followed .pinned")).to_have_count(2)
    assert page.url.endswith("/e/cup/?follow=4,2")
    page.goto(cup.url + "/e/cup/")
    expect(page.locator("#followed .pinned")).to_have_count(2)
    expect(page.locator("#p4.mine .star")).to_have_attribute("aria-pressed", "true")
    page.click("#p4 .star")
    page.click("#p2 .star")
    expect(page.locator("#followed")).to_be_hidden()
    assert page.url.endswith("/e/cup/")


def test_the_star_of_the_card_keeps_the_choice_and_the_focus(cup, window):
    page = window()
    page.goto(cup.url + "/e/cup/player/4/")
    page.wait_for_selector("#connection[data-state=live]")
    page.click(".watch")
    expect(page.locator(".watch")).to_have_attribute("aria-pressed", "true")
    page.focus(".watch")
    cup.python(ENTER + "enter(2, '01')")
    expect(page.locator("#card .tiles").first).to_contain_text("1")
    assert page.evaluate("document.activeElement.matches('.watch[aria-pressed=true]')")
    page.goto(cup.url + "/e/cup/")
    expect(page.locator("#followed .pinned")).to_contain_text("Dora")
    page.goto(cup.url + "/e/cup/player/4/")
    page.click(".watch")
    page.goto(cup.url + "/e/cup/")
    expect(page.locator("#followed")).to_be_hidden()


@pytest.mark.parametrize("path", ["", "round/1/"])
def test_the_panel_of_a_returning_reader_moves_nothing(cup, window, path):
    """The choice is this browser's alone, so the panel comes after the page: its room is there before."""
    page = window()
    page.goto(cup.url + "/e/cup/")
    page.click("#p4 .star")
    expect(page.locator("#followed .pinned")).to_have_count(1)
    page.goto(f"{cup.url}/e/cup/{path}")  # on this page for the first time
    expect(page.locator("#followed .pinned")).to_have_count(1)
    page.add_init_script(SHIFTS)
    page.goto(f"{cup.url}/e/cup/{path}")
    expect(page.locator("#followed .pinned")).to_have_count(1)
    page.wait_for_selector("#connection[data-state=live]")
    expect(page.locator("tbody.mine")).to_have_count(1)
    assert page.evaluate("window.shifts") == []


SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((each) => window.shifts.push(each.value)))
  .observe({ type: "layout-shift", buffered: true });"""


def test_an_answer_that_comes_too_late_changes_nothing(cup, window):
    page, held = window(), []
    page.route("**/e/cup/?follow=4", lambda route: held.append(route))
    page.goto(cup.url + "/e/cup/")
    page.click("#p4 .star")
    page.click("#p2 .star")
    expect(page.locator("#followed .pinned")).to_have_count(2)
    with page.expect_response("**/e/cup/?follow=4") as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator("#followed .pinned")).to_have_count(2)


def test_the_panel_follows_the_results(cup, window):
    page = window()
    page.goto(cup.url + "/e/cup/?follow=4")
    page.wait_for_selector("#connection[data-state=live]")
    expect(page.locator("#followed .next")).to_have_text(
        re.compile(r"Next game, round 1\s+Board 2\s+Black, against Cleo")
    )
    cup.python(ENTER + "enter(2, '01')")
    expect(page.locator("#followed")).to_have_text(
        re.compile(r"Last game, round 1\s+Board 2\s+Black, against Cleo · 1")
    )
    expect(page.locator("#p4.mine.fresh .star")).to_have_attribute("aria-pressed", "true")


def test_a_shared_address_needs_no_script(cup, window):
    page = window(java_script_enabled=False)
    page.goto(cup.url + "/e/cup/?follow=3")
    expect(page.locator("#followed .pinned")).to_contain_text("Cleo")
    expect(page.locator("#p3 .star")).to_be_hidden()
