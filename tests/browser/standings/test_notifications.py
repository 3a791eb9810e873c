"""Whoever follows a player learns of rounds, results and places, in an open tab that nobody looks at."""

import pytest
from playwright.sync_api import expect

from tests.browser.standings.test_new_round import END, PUBLISH
from tests.servers.live_events import BUMP, ENTER, NEW_EVENT
from tests.servers.network import own_address
from tests.servers.server import SERVE, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.db]
PHONE = {"width": 390, "height": 844}

# A browser that keeps what it would show, and one that was asked for permission and said `ANSWER`.
BROWSER = """
globalThis.shown = [];
globalThis.buzzed = 0;
navigator.vibrate = () => globalThis.buzzed += 1;
globalThis.Notification = class {
  static permission = sessionStorage.answer ?? "default";
  static requestPermission = async () => sessionStorage.answer = Notification.permission = "ANSWER";
  constructor(text, options) { globalThis.shown.push([text, options.body, options.tag]); }
};
"""
LOOK = """(isHidden) => {
    Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def site(server):
    server.python(NEW_EVENT)
    return server


def open_table(window, site, script, *, url=""):
    """Open the table on a phone and follow player 4."""
    page = window(viewport=PHONE)
    page.add_init_script(script)
    page.goto(f"{url or site.url}/e/cup/")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    expect(page.locator("#notifications")).to_be_hidden()
    page.click("#p4 .star")
    expect(page.locator("#notifications")).to_be_visible()
    return page


def shown(page):
    return [tuple(each[:2]) for each in page.evaluate("shown")]


def test_a_tab_that_nobody_looks_at_tells_of_result_round_and_end(site, window):
    page = open_table(window, site, BROWSER.replace("ANSWER", "granted"))
    page.click("#notifications button")
    expect(page.locator("#notifications small")).to_have_text("As long as this page is open.")
    page.evaluate(LOOK, True)
    site.python(ENTER + "enter(1, '10')")  # somebody else's
    expect(page.locator("#ticker > li:first-child")).to_contain_text("Ada")
    site.python(ENTER + "enter(2, '01')")
    wait_for(lambda: len(shown(page)) == 1, "the result to be told")
    assert shown(page) == [("Board 2: Cleo 0–1 Dora", "Dora: place 1")]
    assert page.title().startswith("Board 2: Cleo 0–1 Dora · ")
    site.python(BUMP + PUBLISH)
    wait_for(lambda: len(shown(page)) == 2, "the round to be told")
    assert shown(page)[1] == ("Round 2 is published", "Dora, Board 1, White, against Ada")
    site.python(BUMP + END)
    wait_for(lambda: len(shown(page)) == 3, "the end to be told")
    assert shown(page)[2] == ("The table is final", "Dora: place 1")
    assert page.evaluate("buzzed") == 3
    assert len({tag for *_, tag in page.evaluate("shown")}) == 3


def test_who_looks_gets_no_notification(site, window):
    page = open_table(window, site, BROWSER.replace("ANSWER", "granted"))
    page.click("#notifications button")
    site.python(ENTER + "enter(2, '01')")
    wait_for(lambda: page.evaluate("buzzed") == 1, "the phone to vibrate")
    assert shown(page) == []


def test_the_choice_is_kept_and_taken_back(site, window):
    page = open_table(window, site, BROWSER.replace("ANSWER", "granted"))
    button = page.locator("#notifications button")
    button.click()
    page.goto(f"{site.url}/e/cup/player/4/")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.dataset.awake") == ""
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.click(".watch")
    expect(page.locator("#notifications")).to_be_hidden()


def test_where_it_is_refused_the_title_still_says_it(site, window):
    page = open_table(window, site, BROWSER.replace("ANSWER", "denied"))
    page.click("#notifications button")
    expect(page.locator("#notifications small")).to_contain_text("The browser blocks notifications")
    page.evaluate(LOOK, True)
    site.python(ENTER + "enter(2, '01')")
    wait_for(lambda: page.title().startswith("Board 2"), "the title to say it")
    assert shown(page) == []
    page.evaluate(LOOK, False)
    wait_for(lambda: not page.title().startswith("Board 2"), "the title to be the page's again")


def test_without_https_the_title_says_what_happened(new_server, window):
    hall = new_server(SERVE, HOST="0.0.0.0").start()
    hall.python(NEW_EVENT)
    page = open_table(window, hall, "", url=f"http://{own_address()}:{hall.port}")
    assert page.evaluate("isSecureContext") is False
    page.click("#notifications button")
    expect(page.locator("#notifications small")).to_have_text("As long as this page is open.")
    page.evaluate(LOOK, True)
    hall.python(ENTER + "enter(2, '01')")
    wait_for(lambda: page.title().startswith("Board 2: Cleo 0–1 Dora"), "the title to say it")


def test_whoever_follows_nobody_is_told_nothing(site, window):
    page = open_table(window, site, BROWSER.replace("ANSWER", "granted"))
    page.click("#notifications button")
    page.click("#p4 .star")
    expect(page.locator("#notifications")).to_be_hidden()
    page.evaluate(LOOK, True)
    site.python(ENTER + "enter(2, '01')")
    expect(page.locator("#ticker > li:first-child")).to_contain_text("Dora")
    page.wait_for_timeout(1500)  # longer than a notification waits
    assert (shown(page), page.evaluate("buzzed")) == ([], 0)
