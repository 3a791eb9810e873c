"""People come and go: an owner lets somebody into an event and out again, and the site's admin keeps the accounts."""

import re

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import NEW_EVENT, NEW_SESSION

pytestmark = [pytest.mark.browser, pytest.mark.db]


def test_an_invitation_from_link_to_log(server, window):
    server.python(NEW_EVENT)
    owner, guest = window(), window("de-DE")
    session = {"name": "sessionid", "value": server.python(NEW_SESSION).strip(), "url": server.url}
    owner.context.add_cookies([session])

    owner.goto(f"{server.url}/e/cup/people/")
    owner.select_option("#role", "entry")
    owner.click("form[action$='/invite/'] button")
    link = owner.input_value("#secret")
    assert link.startswith(server.url)

    guest.goto(link)
    guest.fill("[name=username]", "carla")
    guest.fill("[name=password1]", "seven-black-bishops")
    guest.fill("[name=password2]", "seven-black-bishops")
    guest.click("main form button.main")
    guest.wait_for_url(f"{server.url}/e/cup/desk/**")
    assert guest.goto(f"{server.url}/e/cup/desk/").status == 200
    assert guest.goto(f"{server.url}/e/cup/people/").status == 403
    assert guest.goto(link).status == 410

    owner.goto(f"{server.url}/e/cup/log/")
    expect(owner.locator(".log tbody")).to_contain_text("accepted an invitation")
    owner.goto(f"{server.url}/e/cup/log/door/")
    expect(owner.locator(".log tbody")).to_contain_text("was denied a page")
    owner.goto(f"{server.url}/e/cup/people/")
    owner.locator("tr", has_text="carla").locator(".sure summary").click()
    owner.get_by_role("button", name="Remove the role of carla", exact=True).click()
    expect(owner.locator("main")).not_to_contain_text("carla")
    assert guest.goto(f"{server.url}/e/cup/desk/").status == 403


def test_the_admin_invites_somebody_and_closes_the_account(server, window):
    admin, guest = window(), window(viewport={"width": 390, "height": 844})
    session = {"name": "sessionid", "value": server.python(NEW_SESSION).strip(), "url": server.url}
    admin.context.add_cookies([session])
    admin.goto(f"{server.url}/users/")
    admin.get_by_label("User name").fill("berta")
    admin.get_by_label("May create events").press("Space")
    admin.keyboard.press("Enter")
    guest.goto(admin.locator("#secret").input_value())
    guest.locator("main form button").first.click()
    guest.wait_for_url(lambda url: "/signin/" not in url)
    assert guest.goto(f"{server.url}/new/").status == 200

    admin.get_by_role("row", name=re.compile("berta")).get_by_role("button", name="Forbid").press("Enter")
    assert guest.goto(f"{server.url}/new/").status == 403
    admin.locator("tr", has_text="berta").locator(".sure summary").press("Enter")
    admin.get_by_role("button", name="Deactivate berta").press("Enter")
    expect(admin.get_by_role("row", name=re.compile("berta"))).to_contain_text("account closed")
    guest.goto(f"{server.url}/new/")
    expect(guest).to_have_url(re.compile("/signin/"))
