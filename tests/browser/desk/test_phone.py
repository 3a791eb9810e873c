"""One board on a phone, over plain HTTP at an address of the hall: no browser trusts that, and everything works."""

import json
import stat

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import FLAGS, is_complaint
from tests.browser.hall import HALL, RESULTS
from tests.servers import tools
from tests.servers.network import phone_side
from tests.servers.server import SERVE, wait_for

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-GB"}
TOKENS = """
from datetime import timedelta
from tournaments.access import tokens
from tournaments.actions.desk import slip_codes
from tournaments.models import Event
event, other = Event.objects.get(slug="cup"), Event.objects.get(slug="words")
links = slip_codes.issue_slip_codes(event, 1)
print(*(links[board][0].path for board in (1, 2, 3)))
print(links[1][0].typed)
print("/slip/" + tokens.issue_token(event, "slip", valid=timedelta(seconds=-1), round=1, board=4) + "/")
print("/slip/" + tokens.issue_token(event, "display", valid=timedelta(hours=1)) + "/")
"""
UNTRUSTED = """() => ({
  trusted: isSecureContext,
  randomUUID: typeof crypto.randomUUID,
  wakeLock: "wakeLock" in navigator,
  serviceWorker: "serviceWorker" in navigator,
})"""


@pytest.fixture
def hall(new_server):
    server = new_server(SERVE, HOST="0.0.0.0").start()
    server.python(HALL)
    return server


@pytest.fixture
def phone(hall, tmp_path):
    """A function that opens a phone on the other side of the network; complaints of a page fail the test."""
    complaints = []
    with phone_side() as (address, prefix), sync_playwright() as playwright:
        program = tmp_path / "chromium"
        program.write_text(f'#!/bin/sh\nexec {" ".join([*prefix, tools.find("chromium")])} "$@"\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        browser = playwright.chromium.launch(executable_path=str(program), args=FLAGS)
        hall.far = f"http://{address}:{hall.port}"

        def open_phone():
            context = browser.new_context(**PHONE)
            context.set_default_timeout(30_000)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
            return page

        yield open_phone
        browser.close()
    assert complaints == []


def stored(hall):
    return [result for result, _, _ in json.loads(hall.python(RESULTS.format(slug="cup")))]


def tall_enough(page):
    """Return the height of the lowest large button on the screen."""
    return min(box["height"] for button in page.locator(".big:visible").all() if (box := button.bounding_box()))


@pytest.mark.timeout(300)
def test_slips_on_phones(hall, phone):
    links, codes, expired, foreign = (line.split() for line in hall.python(TOKENS).strip().splitlines())
    referers = []

    # A player, then his opponent: two equal reports.
    white, black = phone(), phone()
    for page in (white, black):
        page.on("request", lambda request: referers.append(request.headers.get("referer", "")))
    white.goto(hall.far + links[0])
    assert white.evaluate(UNTRUSTED) == {
        "trusted": False, "randomUUID": "undefined", "wakeLock": False, "serviceWorker": False,
    }  # fmt: skip
    assert tall_enough(white) >= 64
    white.get_by_label("Player 01").check()
    white.get_by_role("button", name="Player 01 wins").click()
    expect(white.locator("#ask")).to_contain_text("Player 01 1-0 Player 02")
    assert tall_enough(white) >= 64
    white.get_by_role("button", name="No, go back").click()
    assert stored(hall)[0] == ""
    white.get_by_role("button", name="Player 01 wins").click()
    white.get_by_role("button", name="Yes, that’s right").click()
    expect(white.locator("#slip-body")).to_contain_text("It counts as soon as the opponent reports the same")
    # The opponent's camera is broken: the code below the picture opens the same board.
    black.goto(hall.far + "/slip/")
    expect(black.get_by_role("textbox", name="Code")).to_be_focused()
    black.keyboard.type("K7RM 4WXP")
    black.keyboard.press("Enter")
    expect(black.get_by_role("alert")).to_be_visible()
    black.get_by_role("textbox", name="Code").fill(codes[0].lower())
    black.get_by_role("button", name="Continue").click()
    black.get_by_label("Player 02").check()
    black.get_by_role("button", name="Player 01 wins").click()
    black.get_by_role("button", name="Yes, that’s right").click()
    expect(black.locator("#slip-body")).to_contain_text("You both report 1-0")
    assert stored(hall)[:2] == ["10", ""]

    # Nothing but its own round's board: an expired code, one for something else, an invented one.
    for refused in (*expired, *foreign, "/slip/AAAAAAAAAAAAAAAAAAAAAA/"):
        assert white.goto(hall.far + refused).status == 410
        expect(white.locator("h1")).to_contain_text("no longer works")

    # The code never left in a Referer.
    assert not any(referer.partition("/slip/")[2] for referer in referers)

    # An arbiter with the same slip enters, the network gone for a while and the page loaded again.
    arbiter = phone()
    arbiter.goto(hall.far + hall.manage("signin_link", "anna").strip().split("/", 3)[3].join(["/", ""]))
    arbiter.locator("main form button").first.click()
    arbiter.wait_for_url(lambda url: "/signin/" not in url)
    arbiter.goto(hall.far + links[1])
    arbiter.get_by_role("button", name="Player 04 wins").click()
    arbiter.context.set_offline(True)
    arbiter.get_by_role("button", name="Yes, that’s right").click()
    expect(arbiter.locator("#outbox")).to_contain_text("One entry is waiting on this device")
    assert stored(hall)[1] == ""
    arbiter.on("dialog", lambda dialog: dialog.accept())
    arbiter.context.set_offline(False)
    arbiter.reload()
    wait_for(lambda: stored(hall)[1] == "01", "what waited on the phone")
    arbiter.reload()
    expect(arbiter.locator("#slip-body")).to_contain_text("Stored: 0-1 · anna")
    assert stored(hall)[:3] == ["10", "01", ""]

    # And walks on from board to board.
    arbiter.goto(hall.far + "/e/cup/desk/1/phone/")
    expect(arbiter.locator("h1")).to_contain_text("Board 3")
    for board in (3, 4):
        arbiter.get_by_role("button", name="draw").click()
        arbiter.get_by_role("button", name="Yes, that’s right").click()
        expect(arbiter.locator("h1")).to_contain_text(f"Board {board + 1}")
    assert stored(hall)[:5] == ["10", "01", "==", "==", ""]
    assert arbiter.evaluate("document.documentElement.scrollWidth") <= 390
