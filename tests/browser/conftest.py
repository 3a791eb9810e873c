"""A real Chromium, started once for each file of tests, and windows in it."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.hall import HALL
from tests.browser.scripts import call_export, open_page
from tests.servers import tools

expect.set_options(timeout=90_000)  # tests wait for a state, however busy the machine is

# Whatever the Content-Security-Policy refuses is an error of the page, also where the console says nothing.
VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI} of ${event.sourceFile}`))"""
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
FLAGS += ["--font-render-hinting=none"]  # letters as wide as with windows


@pytest.fixture(scope="module")  # Playwright keeps an event loop running, which other files must not find
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.find("chromium"), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def page(chromium):
    """A page with the scripts and no server behind it."""
    with open_page(chromium) as page:
        yield page


@pytest.fixture
def call(page):
    """A function that calls an export of a module: call("shared/names.js", "fold", "Þór")."""
    return partial(call_export, page)


@pytest.fixture
def window(chromium):
    """A function that opens a new window: its own cookies, its own language. Complaints of the page fail the test."""
    contexts, complaints = [], []

    def open_window(locale="en-GB", **options):
        context = chromium.new_context(locale=locale, **options)
        context.set_default_timeout(30_000)
        contexts.append(context)
        context.add_init_script(VIOLATIONS)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert complaints == []


def is_complaint(message):
    """Errors are complaints, but not the network's: tests stop the server on purpose, and leave pages in the middle."""
    # Over plain HTTP the browser remarks that it ignores a header.
    network = (
        "Cross-Origin-Opener-Policy",
        "net::ERR",
        "Failed to load",
        "Failed to fetch",
        "SSE reconnect failed with status",
        "'beforeunload'",
    )
    if message.text.startswith("CSP:"):
        return True
    return message.type == "error" and not any(text in message.text for text in network)


@pytest.fixture
def hall(server):
    server.python(HALL)
    return server


@pytest.fixture
def arbiter(hall, window):
    """A function that opens the desk of an event for one of the arbiters."""

    def open_desk(name, slug="cup", **options):
        page = window(**options)
        link = hall.manage("signin_link", name).strip()
        page.goto(re.sub(r"^https?://[^/]+", hall.url, link))
        page.locator("main form button").first.click()
        page.wait_for_url(lambda url: "/signin/" not in url)
        page.goto(f"{hall.url}/e/{slug}/desk/")
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        return page

    return open_desk
