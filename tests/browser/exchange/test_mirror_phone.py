"""A player reports from a phone on the public server, with the code of a slip that was printed on the laptop."""

import pytest
from playwright.sync_api import expect

from tests.browser.exchange.test_mirror import servers, sign_in, take_picture  # noqa: F401 - a fixture
from tests.servers.mirrored import Pair

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def report(phone, net, code, player, board="Board 1"):
    """Type the code, choose who reports, and say that White has won."""
    phone.goto(f"{net.url}/slip/")
    phone.locator("#code").fill(code)
    phone.get_by_role("button", name="Continue").click()
    expect(phone.get_by_role("heading", name=board)).to_be_visible()
    phone.get_by_text(player, exact=True).first.click()
    phone.get_by_role("button", name="Ada wins").click()
    phone.get_by_role("button", name="Yes, that’s right").first.click()
    expect(phone.locator("#slip-body")).to_contain_text("Your report is passed on to “Town hall”")


def test_from_a_printed_slip_to_a_provisional_result(servers, window):  # noqa: F811 - the fixture
    laptop, net = servers
    here = window(viewport={"width": 1440, "height": 900})
    Pair(laptop, net).begin()
    sign_in(here, laptop)
    here.goto(f"{laptop.url}/e/cup/desk/1/")
    expect(here.locator("#public-state")).to_contain_text("up to date")
    here.goto(f"{laptop.url}/e/cup/documents/")
    with here.expect_popup() as printed:
        here.locator("form[action*='print/slips']").get_by_role("button").first.click()
    slips = printed.value
    place = slips.locator("article.slip").first
    expect(place).to_contain_text(f"{net.url.partition('://')[2]}/slip/")
    code = place.locator(".typed").first.inner_text()
    take_picture(slips, "slips")

    here.goto(f"{laptop.url}/e/cup/desk/1/")
    for player in ("Ada", "Ben"):
        phone = window(viewport={"width": 390, "height": 844})
        report(phone, net, code, player)
        take_picture(phone, f"phone-{player}")
        assert phone.evaluate("document.documentElement.scrollWidth <= 390")
    expect(phone.locator("#slip-body")).to_contain_text("You both report 1-0")
    expect(here.locator("#content")).to_contain_text("1 of 2 open", timeout=20_000)
    expect(here.locator("tr, li, .board").filter(has_text="Ada").first).to_contain_text("reported")
    take_picture(here, "desk-reported")
    spectator = window(viewport={"width": 390, "height": 844})
    spectator.goto(f"{net.url}/e/cup/")
    expect(spectator.locator("#state")).to_contain_text("1/2", timeout=20_000)
