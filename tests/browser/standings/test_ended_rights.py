"""Open pages when a right ends: they show at once no more than their reader may still see."""

import pytest
from playwright.sync_api import expect

from tests.faults.test_rights_end import PEOPLE
from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.person import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.db]

WITHHOLD = """
from tournaments.actions.rounds.closing import withhold_results
withhold_results(Event.objects.get(slug="cup"), 1, COMMAND)
"""


@pytest.fixture
def cup(server):
    """An event with a result that only its staff may see."""
    server.python(NEW_EVENT)
    server.python(PEOPLE.replace("SLUG", "cup"))
    server.python(f"{ENTER}enter(1, '==')\n{WITHHOLD}")
    return server


def sign_in(cup, page, name):
    page.goto(f"{cup.url}/signin/")
    page.fill("#id_username", f"{name}-cup")
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_url(lambda url: "signin" not in url)
    return page


def watch(cup, page, path="/e/cup/round/1/"):
    page.goto(cup.url + path)
    page.wait_for_selector("#connection[data-state=live]")
    return page


def test_a_browser_that_was_signed_out_elsewhere_shows_what_the_public_sees(cup, window):
    left_open = watch(cup, sign_in(cup, window(), "helper"))
    expect(left_open.locator("#b1")).to_contain_text("½")
    at_home = sign_in(cup, window(), "helper")
    at_home.goto(f"{cup.url}/account/sessions/")
    at_home.get_by_role("button", name="Sign out all others").click()
    expect(left_open.locator("#b1")).to_contain_text("open")
    expect(left_open.locator("body")).not_to_contain_text("½")
    expect(left_open.get_by_role("banner")).to_contain_text("Sign in")
    left_open.wait_for_selector("#connection[data-state=live]")


def test_a_hidden_event_leaves_every_open_page_and_comes_back_when_it_is_shown(cup, window):
    pages = [watch(cup, window(), path) for path in ("/e/cup/", "/e/cup/round/1/")]
    owner = sign_in(cup, window(), "owner")
    owner.goto(f"{cup.url}/e/cup/setup/")
    owner.get_by_role("button", name="Unpublish the event").click()
    for page in pages:
        expect(page.locator("main")).not_to_contain_text("Ada")
    newcomer = window()
    assert newcomer.goto(f"{cup.url}/e/cup/").status == 404
    owner.get_by_role("button", name="Publish the event").click()
    owner.wait_for_load_state()
    watch(cup, newcomer, "/e/cup/")
    expect(newcomer.locator("#standings")).to_contain_text("Ada")


def test_a_projector_is_empty_once_its_address_is_withdrawn(cup, window):
    owner = sign_in(cup, window(), "owner")
    owner.goto(f"{cup.url}/e/cup/screens/")
    owner.locator("form[action$='add/'] [name=name]").fill("Hall")
    owner.locator("form[action$='add/'] button").click()
    projector = window()
    projector.goto(owner.locator("a[href*='/s/']").get_attribute("href"))
    expect(projector.locator("body")).to_contain_text("Ada")
    owner.goto(f"{cup.url}/e/cup/screens/")
    owner.locator("button[formaction$='close/']").click()
    expect(projector.locator("body")).not_to_contain_text("Ada")
