"""The order of the tie-breaks in a real browser: dragged, moved by keys, its effect in view before it is saved."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests.servers.server import wait_for

pytestmark = pytest.mark.browser


@pytest.fixture
def page(server, window):
    server.manage("load_demo")
    server.python("from tournaments.access import accounts; accounts.create_first_admin()")
    page = window(viewport={"width": 1280, "height": 1100})
    page.goto(re.sub(r"^https?://[^/]+", server.url, server.manage("signin_link", "admin").strip()))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)
    page.goto(f"{server.url}/e/ahorntal-open/tiebreaks/")
    return page


def expect_order(page, order):
    expect(page.locator(".notation")).to_have_count(len(order.split()))
    for number, text in enumerate(order.split()):
        expect(page.locator(".notation").nth(number)).to_have_value(text)


def drag_to_the_top(page, number):
    """Drag one line as a hand does: hold it above the first one, a little unsteady, until the lines make room."""
    handle, first = page.locator(".handle").nth(number), page.locator("#criteria li").first
    lifted = page.locator(".notation").nth(number).input_value()
    handle.scroll_into_view_if_needed()
    first.scroll_into_view_if_needed()
    at, top = handle.bounding_box(), first.bounding_box()
    x = at["x"] + 5
    page.mouse.move(x, at["y"] + 5)
    page.mouse.down()
    steps = cycle((2, 6))

    def is_first():
        page.mouse.move(x, top["y"] + next(steps), steps=5)
        return page.locator(".notation").first.input_value() == lifted

    wait_for(is_first, "the lines to make room")
    page.mouse.up()


def test_dragging_and_keys_do_the_same_and_the_effect_is_shown(page):
    page.get_by_role("button", name="German youth championship").click()
    expect_order(page, "PTS BH SBH")
    expect(page.locator(".effect")).to_contain_text("of 200 players change place")
    drag_to_the_top(page, 2)
    expect_order(page, "SBH PTS BH")
    page.get_by_role("button", name="Move SBH down").press("Enter")
    expect_order(page, "PTS SBH BH")
    page.get_by_role("button", name="Remove BH").click()
    expect_order(page, "PTS SBH")


def test_a_criterion_is_found_by_its_name_and_switched_by_keys_alone(page):
    page.get_by_role("searchbox").press_sequentially("koya")
    expect(page.locator("#choices li")).to_have_count(1)
    page.keyboard.press("Enter")
    expect_order(page, "PTS BH/C1 BH SB DE KS")
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name="Cut 2 (2 lowest)").first.press("Enter")
    expect_order(page, "PTS BH/C2 BH SB DE KS")
    expect(page.get_by_role("button", name="Cut 2 (2 lowest)").first).to_have_attribute("aria-pressed", "true")
    page.locator(".notation").nth(3).fill("Progress")
    page.keyboard.press("Tab")
    expect_order(page, "PTS BH/C2 BH PS DE KS")


def test_a_wrong_modifier_is_explained_and_the_order_is_saved_with_a_reason(page):
    page.locator(".notation").nth(1).fill("BH/Z9")
    page.keyboard.press("Tab")
    expect(page.locator(".order .clash")).to_contain_text("does not take the modifier")
    expect(page.locator("#save")).to_be_disabled()
    page.locator(".notation").nth(1).fill("BH/M1")
    page.keyboard.press("Tab")
    expect(page.locator("#save")).to_be_enabled()
    expect(page.locator(".warning", has_text="This order leaves FIDE mode")).to_be_visible()
    page.locator("#save").click()
    expect(page.locator("#reason-help")).to_contain_text("A reason is needed here.")
    page.locator("#reason").fill("as announced")
    page.get_by_role("button", name="Leave FIDE mode and change the order").click()
    expect(page.locator(".messages")).to_contain_text("saved")
    expect_order(page, "PTS BH/M1 BH SB DE")
    page.get_by_role("button", name="Back to PTS,BH/C1,BH,SB,DE").click()
    expect_order(page, "PTS BH/C1 BH SB DE")
