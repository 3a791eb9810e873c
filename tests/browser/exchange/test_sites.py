"""The files of a whole event, opened without any server: every link leads to a page, nothing is asked for elsewhere."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

from tests.generated.generator_teams import swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.servers.live_events import ENTER, NEW_EVENT

pytestmark = pytest.mark.browser

SEEN = """() => ({
  links: [...document.querySelectorAll("a[href], link[href]")].map((each) => each.href),
  ids: [...document.querySelectorAll("[id]")].map((each) => each.id),
  wide: document.documentElement.scrollWidth > innerWidth,
})"""

MAKE = """
from django.core.management import call_command
enter(2, "01"), enter(1, "==")
call_command("import_event", "{folder}/teams.trf", "--slug", "team", "--public")
for slug in ("cup", "team"):
    call_command("export_site", slug, f"{folder}/files/{{slug}}")
"""


@pytest.fixture
def folder(new_server, tmp_path):
    """The files of a small event and those of a small team event, made by the command."""
    (tmp_path / "teams.trf").write_text(trf_text_teams(*swiss(3, boards=2, teams=4)))
    new_server().python(NEW_EVENT + ENTER + MAKE.format(folder=tmp_path))
    return tmp_path / "files"


@pytest.mark.timeout(300)  # some sixty pages
def test_every_link_leads_to_a_file_and_every_value_to_its_working(folder, window):
    page, asked = window(viewport={"width": 390, "height": 800}), []
    page.on("request", lambda request: asked.append(request.url))
    for slug in ("cup", "team"):
        walk(page, folder / slug)
    assert {urlsplit(url).scheme for url in asked} == {"file"}

    page.goto((folder / "cup" / "index.html").as_uri())
    page.get_by_role("row", name="Dora").get_by_role("link").nth(2).click()
    expect(page.locator("#why-SB .working")).to_contain_text("Sonneborn-Berger")
    page.get_by_role("navigation", name="Event").get_by_role("link", name="Rounds").click()
    page.get_by_role("link", name="By name").click()
    expect(page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Ada"))).to_contain_text("Ben")
    expect(page.get_by_role("button")).to_have_count(0)


def walk(page, top):
    """Open every page that a link leads to, from the first one on."""
    places, links, ahead = {}, {}, [top / "index.html"]
    while ahead:
        path = ahead.pop()
        page.goto(path.as_uri(), wait_until="load")  # with its style sheets, without which every page is wide
        seen = page.evaluate(SEEN)
        assert not seen["wide"], path
        places[path], links[path] = set(seen["ids"]), seen["links"]
        for link in seen["links"]:
            target = file_of(link)
            assert target.is_file(), (path, link)
            assert target.is_relative_to(top), (path, link)
            if target.suffix == ".html" and target not in places and target not in ahead:
                ahead.append(target)
    for path, targets in links.items():
        for link in targets:
            place = urlsplit(link).fragment
            assert not place or place in places[file_of(link)], (path, link)
    assert set(places) == set(top.rglob("*.html"))  # none is left that no link leads to


def file_of(link):
    return Path(unquote(urlsplit(link).path))
