"""From the sign-in link of an empty site to the published first round of thirty players who are pasted."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.event.test_setup import PHONE
from tests.servers.server import SERVE, Server

pytestmark = pytest.mark.browser

MOST_CLICKS = 8
IN_SIGHT = ("Draw round 1", "Publish round and event")
PEOPLE = "\n".join(f"Person {number}\t{2300 - 20 * number}\tClub {number % 7}" for number in range(1, 31))
LIST = f"Name\tRating\tClub\n{PEOPLE}"
WINDOWS = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": PHONE | {"color_scheme": "dark"},
}


@pytest.fixture
def site(tmp_path):
    """A site as it is after the first start: without events, and with an admin who has no password."""
    server = Server(tmp_path, entry=SERVE).start()
    yield server
    server.stop()


@pytest.mark.parametrize("window_of", WINDOWS)
def test_few_clicks_lead_to_the_first_round(site, window, window_of):
    page, clicks = window(**WINDOWS[window_of]), []

    def click(button):
        """Click a button of a page that is not too wide; what is published is in sight at once."""
        found = page.get_by_role("button", name=button, exact=True)
        expect(found).to_be_visible()
        if button in IN_SIGHT:
            expect(found).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
        found.click()
        clicks.append(button)

    def type_here(*texts):
        """Type into the field that has the focus, and into those after it."""
        for number, text in enumerate(texts):
            if number:
                page.keyboard.press("Tab")
            page.keyboard.insert_text(text)

    page.goto(re.search(r"once, within 30 minutes\): (\S+)", site.log)[1])
    click("Sign in")
    page.wait_for_url("**/account/password/")
    type_here("a long walk home", "a long walk home")
    click("Save the password")
    page.wait_for_url("**/new/")
    type_here("Winter Open")
    click("Next: rounds")
    click("Next: players")
    page.wait_for_url("**/players/")
    type_here(LIST)
    click("Preview the list")
    click("Import")
    click("Draw round 1")
    expect(page.locator(".release")).to_contain_text("30 play")
    click("Publish round and event")
    expect(page.locator("#published")).to_contain_text("published")
    assert len(clicks) <= MOST_CLICKS
    assert len(re.findall(r'<tbody id="b\d+"', site.get("/e/winter-open/round/1/"))) == 15, "everybody sees the round"
