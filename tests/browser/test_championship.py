"""A German championship from registration to the final, in a real browser without JavaScript.

42 players, so one group has six; somebody withdraws, and a result is corrected before the finalists' round is
published. The results themselves are entered by a command: the desk has its own tests.
"""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

REGISTER = """
from tests.site.championship import make_championship
make_championship(42)
from tournaments import accounts; accounts.create_first_admin()
"""
PLAY = """
from tests.site.championship import play
from tournaments.models import Event
play(Event.objects.get(), {number})
"""
CORRECT = """
from tests.site.championship import enter
from tournaments import queries
from tournaments.models import Event
enter(Event.objects.get(), queries.boards(Event.objects.get(), 5).first(), turned=True)
"""


@pytest.fixture
def page(server, window):
    server.python(REGISTER)
    page = window(java_script_enabled=False, viewport={"width": 1280, "height": 1100})
    page.goto(re.sub(r"^https?://[^/]+", server.url, server.manage("signin_link", "admin").strip()))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)
    page.goto(f"{server.url}/e/championship/")
    page.get_by_role("link", name="Pairings").click()
    return page


def press(page, do):
    page.locator(f"button[value='{do}']").first.click()


def publish(page):
    press(page, "publish")
    expect(page.locator(".message").first).to_contain_text("Published")


def test_from_registration_to_the_final(server, page):
    page.locator("#plan-rounds").fill("6")
    press(page, "plan:german-championship")
    press(page, "draw")
    expect(page.locator(".draft")).to_have_count(3)
    expect(page.locator("#draft-1 tbody tr")).to_have_count(21)
    expect(page.locator("#draft-1")).to_contain_text("group")
    publish(page)
    for number in (1, 2, 3):
        server.python(PLAY.format(number=number))

    for number in (4, 5):
        press(page, "draw")
        expect(page.locator(f"#draft-{number} .clash")).to_have_count(0)
        if number == 5:
            page.locator("#withdraw-player").select_option(label="Player 42")
            page.locator("#withdraw-reason").fill("ill")
            press(page, "withdraw")
            expect(page.locator("#draft-5")).to_contain_text("draw again")
            press(page, "publish")
            expect(page.get_by_role("alert")).to_contain_text("does not fit who is here")
            expect(page.locator("#draft-5 .clash").first).to_have_text("Player 42 is not to be paired in this round.")
            press(page, "draw")
            expect(page.locator("#draft-5")).to_contain_text("Not here: Player 42")
            expect(page.locator("#draft-5")).to_contain_text("bye")
        publish(page)
        server.python(PLAY.format(number=number))

    press(page, "draw")
    server.python(CORRECT)
    press(page, "publish")
    expect(page.get_by_role("alert")).to_contain_text("A reason is needed here.")
    press(page, "draw")
    first, second = page.locator("#draft-6 [name=player]").nth(30), page.locator("#draft-6 [name=player]").nth(33)
    names = [seat.locator("xpath=..").inner_text().strip() for seat in (first, second)]
    first.check()
    second.check()
    press(page, "swap")
    expect(page.locator("#draft-6 .moved")).to_have_count(2)
    expect(page.locator("#draft-6 .moved").first).to_contain_text(names[1])
    press(page, "draw")
    publish(page)
    page.goto(f"{server.url}/e/championship/round/6/")
    expect(page.locator("#finalists")).to_contain_text("Candidates")
    expect(page.locator("#finalists")).not_to_contain_text("Player 42")
    server.python(PLAY.format(number=6))

    page.goto(f"{server.url}/e/championship/pairings/")
    press(page, "draw")
    expect(page.locator("#draft-7 tbody tr")).to_have_count(1)
    expect(page.locator("#draft-7")).to_contain_text("Game 1 of at most 3 for the places 1 and 2.")
    publish(page)
    page.goto(f"{server.url}/e/championship/round/7/")
    expect(page.locator("#round tbody")).to_have_count(1)
