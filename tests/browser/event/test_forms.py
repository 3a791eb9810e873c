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


PEOPLE = """
from django.utils import timezone
from tournaments.actions.players.players import add_player
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
event = Event.objects.create(slug="cup", name="cup", tiebreaks="PTS", lots_seed=1, changed_at=timezone.now())
for number in range(1, 16):
    add_player(event, {"name": f"Person {number:02}"}, COMMAND)
"""


def test_small_parts_of_the_preparation_look_like_the_others(server, sign_in):
    server.python(PEOPLE)
    page = sign_in(viewport={"width": 1366, "height": 900})
    page.goto(f"{server.url}/e/cup/checkin/")
    page.get_by_text("All present except …").click()
    search, tick = page.locator(".ticksearch input"), page.locator(".gone input").first
    assert search.evaluate("each => each.getBoundingClientRect().height") >= 44
    assert tick.evaluate("each => each.getBoundingClientRect().width") == 20
    last, row = page.get_by_text("Close the check-in"), page.locator(".attendees li")
    assert last.bounding_box()["y"] < row.first.bounding_box()["y"], "nobody scrolls over all names"
    assert row.last.bounding_box()["x"] > row.first.bounding_box()["x"] + 300, "two columns on a wide screen"

    page.goto(f"{server.url}/e/cup/players/add/")
    page.get_by_label("Name", exact=True).fill("Person 07")
    page.get_by_role("button", name="Add", exact=True).click()
    notice = page.locator(".form .message p")
    expect(notice).to_contain_text("Person 07, has the same or a similar name. Look")
    assert notice.bounding_box()["height"] < 40, "one line"
