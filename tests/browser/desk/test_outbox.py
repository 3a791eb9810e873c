"""What waits to be sent belongs to the browser: over rounds, pages and users."""

import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser.hall import stored
from tests.servers.server import wait_for

pytestmark = pytest.mark.browser

SECOND_ROUND = """
from tournaments.models import Event, Game, Round
event = Event.objects.get(slug="cup")
players = list(event.players.order_by("number"))
second = Round.objects.create(event=event, number=2)
games = enumerate(zip(players[:40], players[40:]), 1)
Game.objects.bulk_create(Game(round=second, board=board, white=one, black=two) for board, (one, two) in games)
"""


def sign_in(hall, page, name):
    page.context.clear_cookies()
    page.goto(re.sub(r"^https?://[^/]+", hall.url, hall.manage("signin_link", name).strip()))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)


def leave_behind(hall, context, number):
    """Enter a result at the desk of a round that the server never gets, and close the tab."""
    page = context.new_page()
    page.goto(f"{hall.url}/e/cup/desk/{number}/")
    page.route("**/desk/*/*/", lambda route: route.abort())
    with page.expect_request("**/desk/*/1/") as sent:
        page.locator("#d1 button[value='10']").click()
    sent_names = sorted(parse_qs(sent.value.post_data))
    assert sent_names == ["result", "seats", "uuid", "version"], "and nothing of other boards"
    expect(page.locator("#outbox")).to_contain_text("Please leave this tab open")
    page.close()


def leave_on_phone(hall, context):
    """Enter a result on the page of one board that the server never gets, and close the tab."""
    page = context.new_page()
    page.goto(f"{hall.url}/e/cup/desk/1/phone/?board=3")
    page.route("**/phone/", lambda route: route.abort())
    page.get_by_role("button", name="draw").click()
    page.get_by_role("button", name="Yes, that’s right").click()
    expect(page.locator("#outbox")).to_contain_text("One entry is waiting on this device: the server can’t be reached.")
    page.close()


def test_two_rounds_and_two_users_of_one_laptop(hall, window):
    hall.python(SECOND_ROUND)
    page = window()
    sign_in(hall, page, "anna")
    for number in (1, 2):
        leave_behind(hall, page.context, number)
    leave_on_phone(hall, page.context)
    hall.python("from tournaments.models import Game\nGame.objects.filter(round__number=2, board=1).update(version=4)")
    sign_in(hall, page, "bert")
    page.goto(f"{hall.url}/e/cup/")
    said = "3 entries by anna are waiting on this computer. They are sent when anna signs in here."
    expect(page.locator("#waiting-here")).to_contain_text(said)
    sign_in(hall, page, "anna")
    page.goto(f"{hall.url}/e/cup/players/")
    expect(page.locator("#waiting-here")).to_contain_text("One entry was not stored.")
    wait_for(lambda: {"10", "=="} <= {result for result, _, _ in stored(hall)}, "the entries of round 1")
    page.get_by_role("link", name="Show me").click()
    expect(page.locator("#d1 .conflict")).to_be_visible()
    expect(page.locator("#waiting-here")).to_be_hidden()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':')).length") == 0


REMOVE = """
from tournaments.models import Membership
Membership.objects.filter(event__slug="cup", user__username="anna").delete()
"""
TAKE_BACK = """
from django.contrib.auth.models import User
from tournaments.models import Event, Membership
Membership.objects.create(event=Event.objects.get(slug="cup"), user=User.objects.get(username="anna"), role="entry")
"""


def test_who_is_removed_meanwhile_reads_why_and_keeps_what_was_typed(hall, arbiter):
    page = arbiter("anna")
    page.context.set_offline(True)
    for board in (1, 2):
        page.locator(f"#d{board} button[value='10']").click()
    expect(page.locator("#outbox")).to_contain_text("2 entries are waiting on this device")
    hall.python(REMOVE)
    page.context.set_offline(False)
    expect(page.locator("#no-right")).to_contain_text("You no longer have the right to enter results here.")
    for board in (1, 2):
        expect(page.locator(f"#d{board} button[value='10']")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f"#d{board} .stand")).to_contain_text("not stored")
    assert all(not result for result, _, _ in stored(hall))
    hall.python(TAKE_BACK)
    page.locator("#d3 button[value='10']").click()
    wait_for(lambda: [result for result, _, _ in stored(hall)][:3] == ["10"] * 3, "all three entries")
    expect(page.locator("#no-right")).to_be_hidden()
