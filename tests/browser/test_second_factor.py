"""Second factors added and used at the sign-in by the keyboard alone: a passkey in Chromium, and the code of an app."""

import re
import time

import pyotp
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from tests.browser.test_accessibility import WCAG, find_faults

pytestmark = [pytest.mark.browser, pytest.mark.db]

PASSWORD = "seven-black-bishops"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def become_admin(server, site, page):
    """Sign in by the first link, and choose a password."""
    server.python("from tournaments.access import accounts; accounts.create_first_admin()")
    page.goto(re.sub(r"^https?://[^/]+", site, server.manage("signin_link", "admin").strip()))
    page.click("main form button")
    page.fill("[name=new_password1]", PASSWORD)
    page.fill("[name=new_password2]", PASSWORD)
    page.click("main form button.main")


def sign_in_again(site, page):
    """Sign out, and in by the password, which leads to the second step."""
    page.click("header.top button")
    page.goto(f"{site}/signin/?next=/users/")
    page.fill("[name=username]", "admin")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")


def test_an_authenticator_app_from_adding_to_signing_in(server, window):
    page = window(viewport={"width": 390, "height": 844})
    become_admin(server, server.url, page)
    page.goto(f"{server.url}/account/second-factor/")
    expect(page.get_by_text("Passkeys do not work at this address")).to_contain_text("open http://localhost:")
    expect(page.get_by_role("button", name="Add a passkey")).to_be_hidden()
    page.get_by_role("link", name="Show the QR code").press("Enter")
    app = pyotp.TOTP(page.locator("main code").inner_text().replace(" ", ""))
    used = app.now()
    page.keyboard.type(used)
    page.keyboard.press("Enter")
    expect(page.locator(".codes li")).to_have_count(10)

    sign_in_again(server.url, page)
    expect(page.locator("[name=code]")).to_be_focused()
    page.keyboard.type(used)  # each code counts once
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]")).to_be_visible()
    page.fill("[name=code]", app.at(time.time() + 30))
    page.press("[name=code]", "Enter")
    page.wait_for_url(f"{server.url}/users/")


def test_a_passkey_from_adding_to_signing_in(server, window):
    site = server.url.replace("127.0.0.1", "localhost")  # passkeys are bound to a name
    page = window(viewport={"width": 390, "height": 844})
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})

    become_admin(server, site, page)
    page.goto(f"{site}/account/second-factor/")
    page.fill("#passkey-name", "Phone")
    page.press("#passkey-name", "Enter")
    expect(page.locator(".codes li")).to_have_count(10)
    expect(page.locator(".browsers")).to_contain_text("Phone")

    sign_in_again(site, page)
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_focused()
    page.evaluate(AXE_SCRIPT)
    assert list(find_faults(page, WCAG)) == []
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/users/")
