"""An arbiter shows an event of the laptop on a server on the net: two real servers, two windows, and a spectator."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import NEW_EVENT
from tests.sizes import some

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

ADMIN = "from django.contrib.auth.models import User\nUser.objects.create_superuser('ada')\n"
PICTURES = os.environ.get("PICTURES")


def take_picture(page, name):
    """Keep a picture where somebody asks for it."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


@pytest.fixture
def servers(new_server):
    laptop, net = new_server().start(), new_server().start()
    laptop.python(NEW_EVENT + ADMIN)
    net.python(ADMIN)
    return laptop, net


def sign_in(page, server):
    link = server.manage("signin_link", "ada").strip()
    page.goto(re.sub(r"^https?://[^/]+", server.url, link))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)


@pytest.mark.parametrize("width", some([390, 1440], 2))
def test_the_way_from_a_token_to_a_spectator(servers, window, width):
    laptop, net = servers
    there, here, spectator = (window(viewport={"width": width, "height": 900}) for _ in range(3))
    sign_in(there, net)
    there.goto(net.url)
    there.get_by_role("link", name="Events of other servers").click()
    there.get_by_label("Where the event is kept").fill("Town hall")
    there.get_by_role("button", name="Create a token").click()
    address, token = (there.get_by_label(name).input_value() for name in ("Address of", "Token from"))
    take_picture(there, f"token-{width}")

    sign_in(here, laptop)
    here.goto(f"{laptop.url}/e/cup/publication/")
    take_picture(here, f"begin-{width}")
    here.get_by_label("Address of the other server").fill(address)
    here.get_by_label("Token from the other server").fill(token)
    here.get_by_role("button", name="Show it there").click()
    expect(here.locator("#public-state")).to_contain_text("up to date")
    take_picture(here, f"shown-{width}")
    there.reload()
    take_picture(there, f"mirrors-{width}")

    spectator.goto(f"{net.url}/e/cup/")
    expect(spectator.locator("#p1")).to_contain_text("Ada")
    expect(spectator.locator(".masthead")).to_contain_text("live from “Town hall”")
    expect(spectator.locator("#connection")).to_have_attribute("data-state", "live")
    here.goto(f"{laptop.url}/e/cup/desk/1/")
    expect(here.locator("#public-state")).to_contain_text("up to date")
    here.get_by_role("combobox").fill("1 1")
    here.get_by_role("combobox").press("Enter")
    expect(spectator.locator("#p1 .pts, #p1 td").filter(has_text=re.compile("^1$")).first).to_be_visible()
    take_picture(spectator, f"spectator-{width}")

    net.stop()
    here.get_by_role("combobox").fill("2 0")
    here.get_by_role("combobox").press("Enter")
    expect(here.locator("#public-state")).to_contain_text(re.compile(r"offline since \d\d:\d\d, 1 result waiting"))
    take_picture(here, f"offline-{width}")
    net.start()
    expect(here.locator("#public-state")).to_contain_text("up to date")
    expect(spectator.locator("#state")).to_contain_text("2/2")
