"""Rating lists in a real browser: imported while the page is open, people found while typing, by keyboard alone."""

import re
import zipfile

import pytest
from playwright.sync_api import expect

from tests.site.players.rating_samples import COMBINED, columns

pytestmark = [pytest.mark.browser, pytest.mark.db]

PEOPLE = [
    ("9900001", "Quellkamp, Juergen", "GER", "M", "IM", "2431", "1990"),
    ("9900002", "Quellkamp, Anna", "GER", "F", "", "1800", "2001"),
    ("9900003", "Dornhain, Zoe", "SUI", "F", "", "", "0000"),
    *((str(9910000 + n), f"Ahornfels, Greta {n}", "AUT", "F", "", "1500", "1980") for n in range(20_000)),
]

STORED = """
from tournaments.models import Player
print(*Player.objects.values_list("title", "fide_id", "birth_date").get(name="Quellkamp, Juergen"))
"""


@pytest.fixture
def admin(server, window):
    server.manage("load_demo")
    server.python("from tournaments.access import accounts; accounts.create_first_admin()")

    def open_window(**options):
        page = window(**options)
        page.goto(re.sub(r"^https?://[^/]+", server.url, server.manage("signin_link", "admin").strip()))
        page.locator("main form button").first.click()
        page.wait_for_url(lambda url: "/signin/" not in url)
        return page

    return open_window


def upload(page, server, tmp_path):
    with zipfile.ZipFile(tmp_path / "players_list.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("players_list_foa.txt", columns(COMBINED, *PEOPLE))
    page.goto(f"{server.url}/ratings/")
    page.get_by_label("The list", exact=True).set_input_files(tmp_path / "players_list.zip")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("20,003")).to_be_visible()  # by itself: the page asks how far it is, and reloads


def test_a_list_comes_in_and_a_player_is_found_with_keys_alone(admin, server, tmp_path):
    page = admin(viewport={"width": 1280, "height": 900})
    upload(page, server, tmp_path)
    page.goto(f"{server.url}/e/ahorntal-open/players/add/")
    expect(page.locator("#look")).to_be_focused()
    page.keyboard.type("jürgen quelkamp")
    expect(page.locator("#found a")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#found a")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#look")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Quellkamp, Juergen")
    expect(page.get_by_label("Rating", exact=True)).to_have_value("2431")
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".message.success")).to_contain_text("Quellkamp, Juergen takes part")
    assert server.python(STORED).split() == ["IM", "9900001", "1990"]

    # Without scripts the same field is a form.
    page = admin(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page.goto(f"{server.url}/e/ahorntal-open/players/add/")
    page.get_by_role("searchbox").fill("Dornhain Zoë")
    page.get_by_role("button", name="Look up").click()
    page.locator("#found a").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Dornhain, Zoe")
