"""The files of a whole event, opened without any server: every link leads to a page, nothing is asked for elsewhere."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

from tests.generator_teams import swiss
from tests.live_events import ENTER, NEW_EVENT
from tests.trf_text_teams import trf_text_teams

pytestmark = pytest.mark.browser

SEEN = """() => ({
  links: [...document.querySelectorAll("a[href], link[href]")].map((each) => each.href),
  ids: [...document.querySelectorAll("[id]")].map((each) => each.id),
  wide: document.documentElement.scrollWidth > innerWidth,
})"""


@pytest.fixture
def folder(new_server, tmp_path):
    """The files of a small event and those of a small team event, made by the command."""
    server = new_server()
    server.python(NEW_EVENT)
    server.python(ENTER + "enter(2, '01'); enter(1, '==')")
    (tmp_path / "teams.trf").write_text(trf_text_teams(*swiss(3, boards=4, teams=6)))
    server.manage("import_event", str(tmp_path / "teams.trf"), "--slug", "team")
    for slug in ("cup", "team"):
        server.manage("export_site", slug, str(tmp_path / "files" / slug))
    return tmp_path / "files"


@pytest.mark.parametrize("slug", ["cup", "team"])
def test_every_link_of_every_page_leads_to_a_file(folder, window, slug):
    page, asked = window(viewport={"width": 390, "height": 800}), []
    page.on("request", lambda request: asked.append(request.url))
    top = folder / slug
    places, links, ahead = {}, {}, [top / "index.html"]
    while ahead:
        path = ahead.pop()
        page.goto(path.as_uri())
        seen = page.evaluate(SEEN)
        assert not seen["wide"], path
        places[path], links[path] = set(seen["ids"]), seen["links"]
        for link in seen["links"]:
            target = file_of(link)
            assert target.is_file(), (path, link)
            assert target.is_relative_to(top), (path, link)
            if target.suffix == ".html" and target not in places and target not in ahead:
                ahead.append(target)
    for path, found in links.items():
        for link in found:
            place = urlsplit(link).fragment
            assert not place or place in places[file_of(link)], (path, link)
    assert set(places) == set(top.rglob("*.html"))  # none is left that no link leads to
    assert {urlsplit(url).scheme for url in asked} == {"file"}


def file_of(link):
    return Path(unquote(urlsplit(link).path))


def test_a_value_leads_to_its_working_and_a_round_to_its_names(folder, window):
    page = window()
    page.goto((folder / "cup" / "index.html").as_uri())
    page.get_by_role("row", name="Dora").get_by_role("link").nth(2).click()
    expect(page.locator("#why-SB .working")).to_contain_text("Sonneborn-Berger")
    page.get_by_role("navigation", name="Event").get_by_role("link", name="Rounds").click()
    page.get_by_role("link", name="By name").click()
    expect(page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Ada"))).to_contain_text("Ben")
    expect(page.get_by_role("button")).to_have_count(0)
