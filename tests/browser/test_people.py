"""An owner invites somebody by a link; the guest makes an account in another browser, works, and is let go again."""

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
    guest.wait_for_url(f"{server.url}/e/cup/")
    assert guest.goto(f"{server.url}/e/cup/desk/").status == 200
    assert guest.goto(f"{server.url}/e/cup/people/").status == 403
    assert guest.goto(link).status == 410

    owner.goto(f"{server.url}/e/cup/log/")
    expect(owner.locator(".log tbody")).to_contain_text("accepted an invitation")
    owner.goto(f"{server.url}/e/cup/log/door/")
    expect(owner.locator(".log tbody")).to_contain_text("was denied a page")
    owner.goto(f"{server.url}/e/cup/people/")
    owner.get_by_role("button", name=re.compile("Take the role of carla away")).click()
    expect(owner.locator("main")).not_to_contain_text("carla")
    assert guest.goto(f"{server.url}/e/cup/desk/").status == 403
