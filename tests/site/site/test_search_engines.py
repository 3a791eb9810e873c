"""What search engines read: the list of public events, the languages of a page, and an event in schema.org's words."""

import json
import re
from datetime import date
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.site.factories import make_event
from tests.site.standings.test_public_pages import Outline, count_queries
from tournaments.views.site.search_engines import PublicEvents

pytestmark = pytest.mark.django_db

SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def links(page, rel):
    elements = [attrs for tag, attrs in Outline(page).elements if tag == "link" and attrs.get("rel") == rel]
    return {each.get("hreflang"): each["href"] for each in elements if each.get("type") is None}


def facts_of(page):
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    return json.loads(found[1]) if found else None


def test_the_sitemap_lists_public_events_alone(client):
    make_event("open")
    make_event("quiet", is_public=False)
    root = ET.fromstring(client.get("/sitemap.xml").content)
    assert [each.text for each in root.iter(f"{SPACE}loc")] == ["http://testserver/e/open/"]
    assert root.find(f"{SPACE}url/{SPACE}lastmod").text == date.today().isoformat()


def test_many_events_fill_several_files(client, monkeypatch):
    monkeypatch.setattr(PublicEvents, "limit", 2)
    for slug in ("one", "two", "three"):
        make_event(slug)
    files = [each.text for each in ET.fromstring(client.get("/sitemap.xml").content).iter(f"{SPACE}loc")]
    assert files == ["http://testserver/sitemap.xml?p=1", "http://testserver/sitemap.xml?p=2"]
    listed = [each.text for file in files for each in ET.fromstring(client.get(file).content).iter(f"{SPACE}loc")]
    assert sorted(listed) == [f"http://testserver/e/{slug}/" for slug in ("one", "three", "two")]
    assert client.get("/sitemap.xml?p=3").status_code == 404


def test_the_sitemap_is_made_again_only_after_a_change(client):
    make_event("open")
    tag = client.get("/sitemap.xml")["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/sitemap.xml").status_code == 200
    assert len(asked) == 1
    assert client.get("/sitemap.xml", headers={"If-None-Match": tag}).status_code == 304
    make_event("more")
    assert b"/e/more/" in client.get("/sitemap.xml", headers={"If-None-Match": tag}).content


def test_the_sitemap_asks_no_more_for_more_events(client):
    make_event("one")
    few = count_queries(client, "/sitemap.xml")
    for number in range(5):
        make_event(f"more-{number}")
    assert count_queries(client, "/sitemap.xml") == few


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", True),
        ("/e/open/", True),
        ("/e/open/player/3/", True),
        ("/e/open/round/1/?lang=de", True),
        ("/api/v1/events", False),
        ("/signin/", False),
        ("/live/open/standings/", False),
    ],
)
def test_crawlers_read_the_tables_and_leave_the_rest(client, path, allowed):
    parser = RobotFileParser()
    parser.parse(client.get("/robots.txt").text.splitlines())
    assert parser.can_fetch("anything", path) is allowed
    assert parser.site_maps() == ["http://testserver/sitemap.xml"]


def test_explanations_of_pairs_are_left_alone(client):
    """The parser above knows no wildcards; crawlers do (RFC 9309)."""
    lines = client.get("/robots.txt").text.splitlines()
    assert {"Disallow: /e/*/compare/", "Disallow: /e/*/player/*/why/"} <= set(lines)


@pytest.mark.parametrize("path", ["/e/open/", "/e/open/round/1/", "/e/open/player/1/"])
def test_a_page_names_itself_in_every_language(client, path):
    make_event()
    found = links(client.get(path).text, "alternate")
    address = f"http://testserver{path}"
    assert found == {"x-default": address} | {code: f"{address}?lang={code}" for code, _ in settings.LANGUAGES}
    for code, _name in settings.LANGUAGES:
        assert f'<html lang="{code}"' in client.get(found[code]).text


@pytest.mark.parametrize(
    ("query", "canonical"), [("", {}), ("?lang=de", {}), ("?after=1", {None: "http://testserver/e/open/"})]
)
def test_a_part_of_a_page_names_the_whole(client, query, canonical):
    make_event()
    assert links(client.get(f"/e/open/{query}").text, "canonical") == canonical


def test_the_table_is_described_as_a_sports_event(client):
    make_event(starts_on=date(2026, 5, 1), ends_on=date(2026, 5, 3), place="Ahorntal")
    assert facts_of(client.get("/e/open/", headers={"Accept-Language": "en"}).text) == {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": "The open",
        "url": "http://testserver/e/open/",
        "sport": "Chess",
        "startDate": "2026-05-01",
        "endDate": "2026-05-03",
        "location": {"@type": "Place", "name": "Ahorntal", "address": "Ahorntal"},
    }
    assert facts_of(client.get("/e/open/round/1/").text) is None


def test_an_event_without_a_date_is_not_described(client):
    make_event()
    assert facts_of(client.get("/e/open/").text) is None


def test_no_name_ends_the_description(client):
    make_event(starts_on=date(2026, 5, 1), place="</script><script>alert(1)</script> & Co")
    page = client.get("/e/open/").text
    assert facts_of(page)["location"]["name"] == "</script><script>alert(1)</script> & Co"
    assert "<script>alert" not in page


def test_a_hidden_event_tells_search_engines_nothing(admin_client):
    make_event(is_public=False, starts_on=date(2026, 5, 1))
    page = admin_client.get("/e/open/").text
    assert facts_of(page) is None
    assert links(page, "alternate") == {}
