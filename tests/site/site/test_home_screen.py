"""The site on a home screen: manifests, icons drawn from one source, the colour around a page."""

import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image, ImageChops

from tests.site.factories import make_event
from tests.site.standings.test_public_pages import Outline
from tournaments.domain.event.accents import ACCENTS
from tournaments.exports import app_icons

pytestmark = pytest.mark.django_db
STATIC = settings.BASE / "static"
#  page of      name         starts at   accent
MANIFESTS = """
   /            Crosstable   /           pine
   /e/open/     The open     /e/open/    plum
   /e/secret/   Crosstable   /           pine
"""


def manifest_of(client, page):
    """Follow the link of a page to its manifest, as a browser does: without cookies."""
    links = [attrs for tag, attrs in Outline(client.get(page).text).elements if tag == "link"]
    address = next(each["href"] for each in links if each.get("rel") == "manifest")
    client.logout()
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/manifest+json")
    return json.loads(answer.content)


@pytest.mark.parametrize("line", MANIFESTS.strip().splitlines())
def test_a_page_leads_to_what_a_home_screen_needs(admin_client, line):
    page, name, start, accent = re.split(r"\s{2,}", line.strip())
    make_event(accent="plum")
    make_event("secret", accent="rose", is_public=False)
    facts = manifest_of(admin_client, page)
    assert (facts["name"], facts["id"], facts["start_url"]) == (name, start, start)
    assert facts["scope"] == "/"
    names = [icon["src"].rpartition("/")[2] for icon in facts["icons"]]
    assert names == [f"{accent}.svg", "192.png", "512.png", "maskable.png"]


def test_the_icons_are_as_large_as_the_manifest_says(client):
    for icon in manifest_of(client, "/")["icons"]:
        file = STATIC / icon["src"].removeprefix(settings.STATIC_URL)
        if icon["sizes"] != "any":
            assert "x".join(map(str, Image.open(file).size)) == icon["sizes"]
    assert {each["purpose"] for each in manifest_of(client, "/")["icons"]} == {"any", "maskable"}


@pytest.mark.parametrize(("language", "description"), [("en", "Live standings"), ("de", "Live-Tabellen")])
def test_it_speaks_the_language_of_the_page(client, language, description):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    facts = manifest_of(client, "/")
    assert (facts["lang"], facts["dir"]) == (language, "ltr")
    assert facts["description"].startswith(description)


def test_a_long_name_is_cut_below_the_icon(client):
    make_event(slug="a-very-long-name")
    assert manifest_of(client, "/e/a-very-long-name/")["short_name"] == "The a-very-…"


def test_the_icons_are_as_they_are_drawn(tmp_path):
    """`make icons` writes them."""
    app_icons.write_icons(tmp_path)
    drawn = sorted(path.name for path in tmp_path.iterdir())
    assert drawn == sorted(path.name for path in (STATIC / "icons").iterdir())
    assert len(drawn) == 4 + len(ACCENTS)
    for name in drawn:
        assert is_alike(tmp_path / name, STATIC / "icons" / name), name


def is_alike(drawn: Path, kept: Path) -> bool:
    """Compare texts, or the pixels of pictures: their compression may differ."""
    if drawn.suffix == ".svg":
        return drawn.read_text() == kept.read_text()
    one, other = (Image.open(BytesIO(path.read_bytes())).convert("RGBA") for path in (drawn, kept))
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


def test_the_sign_stays_within_the_circle_that_no_home_screen_cuts():
    """Of a maskable icon only the circle of 80 % is sure to be seen."""
    image = Image.open(BytesIO(app_icons.draw_png(512, is_full=True))).convert("RGB")
    ground = image.getpixel((0, 0))
    sign = [
        (x - 255.5, y - 255.5) for x in range(512) for y in range(512) if image.getpixel((x, y)) != ground
    ]  # fmt: skip
    assert sign
    assert max(x * x + y * y for x, y in sign) ** 0.5 <= 0.4 * 512


def test_the_colour_around_a_page_is_its_paper(client):
    style = (STATIC / "shared" / "style.css").read_text()
    light, dark = re.search(r"--paper: light-dark\((#\w+), (#\w+)\)", style).groups()
    metas = [attrs for tag, attrs in Outline(client.get("/").text).elements if attrs.get("name") == "theme-color"]
    assert {each["media"]: each["content"] for each in metas} == {
        "(prefers-color-scheme: light)": light,
        "(prefers-color-scheme: dark)": dark,
    }
    assert manifest_of(client, "/")["theme_color"] == light


def test_a_browser_that_guesses_where_the_icon_is_finds_it(client):
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302 and answer["Location"].endswith("icons/touch.png")
