"""A newcomer sets up an event with 24 players from a spreadsheet, checks them in and pairs the first round.

The set-up works without JavaScript; the check-in is done on a phone, and one helper has no JavaScript there either.
"""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.site.desk.teams.test_sheet import workbook
from tournaments.demo.names import people

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PEOPLE = people(Random(24), 24)
LIST = workbook(
    ["Nr.", "Name", "Verein", "TWZ", "Geb.", "E-Mail"],
    *(
        [n, name, "SK Ahorntal", 2000 - 10 * n, f"{n}.05.2001", "nobody@example.org"]
        for n, name in enumerate(PEOPLE, 1)
    ),
    [25, "Kaputt, Karl", "", "achtzehn", "", ""],
)


@pytest.fixture
def sign_in(server, window):
    """A function that opens a window of the site's first account."""
    server.python("from tournaments.access import accounts; accounts.create_first_admin()")

    def open_for(**options):
        page = window(**options)
        link = server.manage("signin_link", "admin").strip()
        page.goto(re.sub(r"^https?://[^/]+", server.url, link))
        page.locator("main form button").first.click()
        page.wait_for_url(lambda url: "/signin/" not in url)
        return page

    return open_for


OTHERS = """
from tournaments.actions.players.checkin import check_in
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
event = Event.objects.get(slug="autumn-open")
for number in range(9, 25):
    check_in(event, number, True, COMMAND)
"""


def press(page, verb):
    """Press the button that posts to the address of a verb."""
    page.locator(f"button[formaction$='/{verb}/'], form[action*='/{verb}/'] button:not([formaction])").first.click()


def upload(page):
    page.set_input_files("[name=file]", {"name": "list.xlsx", "mimeType": "application/xlsx", "buffer": LIST})
    page.locator("form[enctype] button.main").click()


@pytest.mark.timeout(300)
def test_from_nothing_to_the_first_round(server, sign_in):
    page = sign_in(java_script_enabled=False, viewport={"width": 1280, "height": 1000})
    page.goto(server.url)
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name of the event").fill("Autumn Open")
    page.get_by_label("Place", exact=True).fill("Ahorntal")
    page.get_by_label("First day", exact=True).fill("2027-10-02")
    page.get_by_role("button", name="Next: rounds").click()
    page.get_by_role("radio", name="Swiss system Players").check()
    page.get_by_label("Number of rounds", exact=True).fill("5")
    page.get_by_role("button", name="Next: players").click()

    upload(page)
    expect(page.get_by_role("status")).to_contain_text("1 line can’t be used as it is")
    expect(page.locator(".lines")).to_contain_text("list.xlsx, line 26 (Kaputt, Karl): Rating: “achtzehn”")
    expect(page.get_by_label("E-Mail")).to_have_value("")
    expect(page.get_by_label("Geb.")).to_have_value("birth_date")
    expect(page.get_by_role("button", name="Import")).to_be_disabled()
    page.get_by_label("skip it").check()
    press(page, "check")
    expect(page.get_by_role("status")).to_contain_text("New: 24.")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", name="24 players")).to_be_visible()
    upload_again_changes_nothing(page)

    page.locator(".tabs.staff summary", has_text="Round").click()
    page.get_by_role("link", name="Round times", exact=True).click()
    page.get_by_label("First round begins").fill("2027-10-02T10:00")
    press(page, "fill")
    expect(page.get_by_label("Round 5", exact=True)).to_have_value("2027-10-02T14:00")
    page.locator(".tabs.staff summary", has_text="Prepare").click()
    page.get_by_role("link", name="Setup").click()
    expect(page.get_by_role("heading", name="Everything is ready.")).to_be_visible()
    press(page, "show")

    check_in_on_a_phone(server, sign_in)
    page.get_by_role("link", name="Check-in").first.click()
    expect(page.locator(".counter")).to_contain_text("23 of 24 checked in")
    page.get_by_text("Close the check-in", exact=True).click()
    press(page, "close")
    expect(page.locator(".messages")).to_contain_text("1 player is not paired.")

    page.locator(".tabs.staff summary", has_text="Round").click()
    page.get_by_role("link", name="Pairings", exact=True).click()
    press(page, "draw")
    expect(page.locator("#draft-1")).to_contain_text("bye", timeout=60_000)
    expect(page.locator("#draft-1")).to_contain_text(f"Absent: {PEOPLE[7]}")
    press(page, "publish")
    page.goto(f"{server.url}/e/autumn-open/round/1/")
    expect(page.locator("#round tbody")).to_have_count(11)
    expect(page.locator("#state")).to_contain_text("Round 1 starts 2 October 2027, 10:00")


def upload_again_changes_nothing(page):
    page.get_by_role("link", name="Import a list").click()
    upload(page)
    expect(page.get_by_role("status")).to_contain_text("New: 0. Updated: 0.")
    press(page, "discard")


def check_in_on_a_phone(server, sign_in):
    """Find one by a fragment of the name, take the tap back, tap six more; a helper does all others but one."""
    page = sign_in(**PHONE)
    page.goto(f"{server.url}/e/autumn-open/checkin/")
    page.get_by_label("Search players").fill(PEOPLE[0].split(",")[0][:4])
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".taken")).to_contain_text(f"{PEOPLE[0]} is present.")
    expect(page.get_by_label("Search players")).to_have_value("")
    press(page, "missing")
    expect(page.locator(".counter")).to_contain_text("0 of 24 checked in")
    press(page, "present")
    server.python(OTHERS)
    for count, name in enumerate(PEOPLE[1:7], 18):
        row = page.locator(".attendees li", has_text=name)
        row.get_by_role("button").tap()
        expect(page.locator(".counter")).to_contain_text(f"{count} of 24 checked in")


def test_the_countdown_follows_the_servers_clock_and_not_the_laptops(server, sign_in):
    server.python(SOON)
    page = sign_in()
    page.clock.install()
    page.clock.pause_at("2030-01-01T00:00:00Z")
    page.goto(f"{server.url}/e/cup/")
    expect(page.locator(".begins:visible")).to_have_count(1)
    expect(page.locator(".begins:visible")).to_contain_text(re.compile(r"Round 2 starts .* in (19|20):\d\d"))


SOON = """
from datetime import timedelta
from django.utils import timezone
from tests.site.factories import make_event
from tournaments.actions.rounds.round_times import set_times
from tournaments.actions.writing import COMMAND
now = timezone.now().replace(tzinfo=None)
times = {1: now - timedelta(hours=1), 2: now + timedelta(minutes=20, seconds=59), 3: now + timedelta(hours=2)}
set_times(make_event("cup", time_zone="UTC"), times, COMMAND)
"""


def test_a_double_click_sends_a_form_once(server, sign_in):
    """The second click neither ends the first request nor sends another one."""
    page, sent = sign_in(), []

    def hold(route):
        sent.append(route.request.method)
        page.wait_for_timeout(600)
        route.continue_()

    page.goto(f"{server.url}/new/")
    page.get_by_label("Name of the event").fill("Autumn Open")
    page.route("**/new/", hold)
    button = page.get_by_role("button", name="Next: rounds")
    button.evaluate("button => { button.click(); setTimeout(() => button.click(), 200); }")
    page.wait_for_url("**/e/autumn-open/**")
    assert sent == ["POST"]
