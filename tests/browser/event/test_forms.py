"""Forms of the staff: where the focus is, and that tick boxes are as large as on every other page."""

import pytest
from playwright.sync_api import expect

from tests.browser.event.test_setup import sign_in

pytestmark = pytest.mark.browser
__all__ = ["sign_in"]  # a fixture


def test_the_focus_is_where_something_is_to_be_typed(server, sign_in):
    page = sign_in()
    page.goto(f"{server.url}/new/")
    expect(page.locator("#id_name")).to_be_focused()
    page.locator("#id_name").fill("Autumn open")
    page.locator("#id_starts_on").fill("2026-12-05")
    page.locator("#id_ends_on").fill("2026-12-01")
    page.get_by_role("button", name="Next: rounds").click()
    expect(page.get_by_text("The last day is before the first.")).to_be_visible()
    expect(page.locator("#id_ends_on")).to_be_focused()
    page.goto(f"{server.url}/users/")
    assert page.locator("[name=creator]").evaluate("each => each.getBoundingClientRect().width") == 20
