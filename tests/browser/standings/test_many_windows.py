"""More windows of one browser than it has connections to a server: six, without HTTP/2."""

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]

WINDOWS = 8
HELD = "Object.keys(localStorage).filter((name) => name.startsWith('stream-')).length"


@pytest.fixture
def hall(server):
    server.python(NEW_EVENT)
    return server


def enter(hall, board, result):
    hall.python(f"{ENTER}\nenter({board}, '{result}')")


def open_windows(hall, first, paths):
    pages = [first, *(first.context.new_page() for _ in paths[1:])]
    for page, path in zip(pages, paths, strict=True):
        page.goto(hall.url + path)
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return pages


def test_every_window_shows_the_result_and_the_next_one_in_line_gets_a_stream(hall, window):
    pages = open_windows(hall, window(), ["/e/cup/"] * WINDOWS)
    assert pages[0].evaluate(HELD) == 4
    enter(hall, 1, "10")
    for page in pages:
        expect(page.locator("#ticker li").first).to_contain_text("Board 1")
    for page in pages[:4]:
        page.close()
    pages[-1].wait_for_function("() => " + HELD + " === 4")
    enter(hall, 2, "01")
    for page in pages[4:]:
        expect(page.locator("#ticker li").first).to_contain_text("Board 2")
