"""A new arbiter imports the files of the usual programs, with nothing but the pages of an empty server."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.rulebook.pairing.test_tsh import TEXT
from tests.site.exchange.test_foreign_lists import LISTS, spreadsheet

pytestmark = pytest.mark.browser
GOLDEN = Path(__file__).parents[2] / "golden"
FILES = {
    **{f"{name}.csv": (files[0].encode(), "Neu, Nora") for name, files in LISTS.items()},
    **{f"{name}.xlsx": (spreadsheet(files[0]), "Neu, Nora") for name, files in LISTS.items()},
    "lichess.trf": ((GOLDEN / "lichess_swiss.trf").read_bytes(), ""),
    "teams.trf": ((GOLDEN / "fide_team_exercise.trf").read_bytes(), ""),
    "swiss.trf": ((GOLDEN / "fide_swiss_2026.trf").read_bytes(), ""),
    "a.t": (TEXT.encode(), ""),
}


@pytest.fixture
def arbiter(server, window):
    """A window of the first account of an empty server, on its first page."""
    server.python("from tournaments.access import accounts; accounts.create_first_admin()")
    page = window()
    page.goto(re.sub(r"^https?://[^/]+", server.url, server.manage("signin_link", "admin").strip()))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)
    return page


def test_every_file_becomes_an_event_by_its_door(server, arbiter):
    for name, (data, player) in FILES.items():
        arbiter.goto(f"{server.url}/")
        arbiter.locator("main a[href='/import/']").first.click()
        arbiter.locator("input[type=file]").first.set_input_files({"name": name, "mimeType": "", "buffer": data})
        arbiter.locator("main form button.main").click()
        if arbiter.url.endswith("/import/"):
            expect(arbiter.locator("main")).to_contain_text("Nothing is stored yet")
            arbiter.locator("button.main").click()
        arbiter.wait_for_url(lambda url: "/e/" in url)
        arbiter.goto(re.sub(r"(/e/[^/]+/).*", r"\1", arbiter.url))
        expect(arbiter.locator("main")).to_contain_text(player)
    arbiter.goto(f"{server.url}/")
    assert arbiter.locator("main a[href^='/e/']").count() >= len(FILES)
