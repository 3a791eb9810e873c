"""The projector in a real Chromium: pages turn by themselves, wait when told to, and stay true."""

import pytest
from playwright.sync_api import expect

from tests.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]

MANY = """
for number in range(5, 41):
    Player.objects.create(event=event, number=number, name=f"Guest {number}")
"""


@pytest.fixture
def hall(server):
    server.python(NEW_EVENT + MANY)
    return server


@pytest.fixture
def page(window):
    return window(viewport={"width": 1920, "height": 1080})


def seen(page):
    """Return the rows that are shown, and whether each lies wholly on the screen."""
    visible = "bodies => bodies.filter((b) => b.offsetParent).map((b) => [b.id, b.getBoundingClientRect().bottom])"
    foot = page.locator("footer").bounding_box()["y"]
    return [(name, bottom <= foot) for name, bottom in page.eval_on_selector_all("#slides tbody", visible)]


def test_the_pages_show_every_row_once_and_turn_by_hand(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=600")
    expect(page.locator("#page")).to_have_text("Page 1 of 4")
    shown = []
    for number in range(1, 5):
        expect(page.locator("#page")).to_have_text(f"Page {number} of 4")
        shown += seen(page)
        page.keyboard.press("ArrowRight")
    expect(page.locator("#b1")).to_be_visible()
    assert all(fits for _, fits in shown)
    assert sorted(name for name, _ in shown) == sorted(f"p{number}" for number in range(1, 41))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#page")).to_have_text("Page 4 of 4")


def test_the_pages_turn_by_themselves_until_they_are_paused(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=1&show=standings")
    expect(page.locator("#page")).to_have_text("Page 3 of 4")
    expect(page.locator("#page")).to_have_text("Page 1 of 4")
    page.keyboard.press("Space")
    expect(page.locator("#pause")).to_have_text("Continue")
    page.click("h2")
    expect(page.locator("#pause")).to_have_text("Pause")
    page.click("#pause")
    expect(page.locator("html.paused")).to_have_count(1)


def test_a_result_reaches_the_screen(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=600")
    page.wait_for_selector("#connection[data-state=live]")
    expect(page.locator("#p4")).to_be_visible()
    hall.python(ENTER + "enter(2, '01')")
    expect(page.locator("#p4.fresh .points")).to_have_text("1")
    assert page.locator("#slides tbody").first.get_attribute("id") == "p4"
    expect(page.locator("#page")).to_have_text("Page 1 of 4")
    assert all(fits for _, fits in seen(page))


def test_the_screen_says_where_it_cannot_stay_awake(hall, page):
    page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    page.goto(hall.url + "/e/cup/screen/")
    expect(page.locator("#asleep")).to_be_visible()
