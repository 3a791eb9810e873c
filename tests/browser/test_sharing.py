"""Passing a page on, as a spectator does on a phone."""

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import NEW_EVENT

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def site(server):
    server.python(NEW_EVENT)
    server.python("from tournaments.models import Event; Event.objects.update(may_embed=True)")
    return server


def test_the_followed_players_are_shared_with_the_table(site, window):
    page = window("de-DE", viewport=PHONE)
    page.goto(f"{site.url}/e/cup/")
    page.locator("#p3 .star").click()
    page.locator("#share").click()
    expect(page.locator("#address")).to_have_text(f"{site.url}/e/cup/?follow=3&lang=de")
    page.get_by_role("link", name="English").click()
    expect(page.locator("#address")).to_have_text(f"{site.url}/e/cup/?lang=en&follow=3")
    page.locator("#address").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#followed .pinned")).to_have_count(1)


def test_the_address_is_copied(site, window):
    page = window("de-DE", viewport=PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site.url}/e/cup/share/round/1/")
    page.locator("[data-copy]").click()
    expect(page.locator("#copied")).not_to_be_empty()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site.url}/e/cup/round/1/?lang=de"


@pytest.mark.parametrize("link", ["h1 a", "#p3 .name a"])
def test_a_frame_leads_to_pages_in_its_language(site, window, link):
    page = window("de-DE")
    page.goto(f"{site.url}/embed/cup/?lang=en")
    with page.context.expect_page() as opened:
        page.locator(link).first.click()
    expect(opened.value.locator("html")).to_have_attribute("lang", "en")
