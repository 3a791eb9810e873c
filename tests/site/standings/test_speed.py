"""Public pages are cheap: few questions whatever the field, packed, and not sent again while nothing has changed."""

import gzip

import brotli
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.site.factories import make_event, person
from tests.site.standings.test_public_pages import big_event, count_queries
from tournaments.actions.event.categories import save_category
from tournaments.actions.event.prizes import set_prizes
from tournaments.actions.writing import COMMAND
from tournaments.domain.event.categories import CategoryDefinition, CategoryRule
from tournaments.models import Event
from tournaments.operation.bounded_cache import clear_caches

pytestmark = pytest.mark.django_db
PAGES = [
    "",
    "?after=3",
    "?category=under",
    "?category=under&after=3",
    "?follow=1,2,3",
    "round/7/",
    "round/7/?by=name",
    "crosstable/",
    "statistics/",
    "prizes/",
    "preview.png",
    "player/5/",
    "player/5/why/BH-C1/",
    "player/5/why/DE/",
    "compare/5/6/",
]


def field_of(players):
    """Return an imported event with a category and prizes."""
    event = big_event(players)
    save_category(event, "", CategoryDefinition("under", CategoryRule.RATING, highest=1800), COMMAND)
    set_prizes(event, "under", ["50", "20"], COMMAND)
    set_prizes(event, "", ["100", "80"], COMMAND)
    return event


def test_no_page_asks_more_for_a_larger_field(client):
    slugs = [field_of(players).slug for players in (16, 48)]
    asked = {path: [count_queries(client, f"/e/{slug}/{path}") for slug in slugs] for path in PAGES}
    assert not {path: (few, many) for path, (few, many) in asked.items() if not few == many <= 18}


def test_an_unchanged_page_is_answered_with_two_queries_and_no_body(client):
    slug = field_of(16).slug
    for path in PAGES:
        clear_caches()
        tag = client.get(f"/e/{slug}/{path}", headers={"Accept-Encoding": "gzip"})["ETag"]
        with CaptureQueriesContext(connection) as asked:
            again = client.get(f"/e/{slug}/{path}", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b""), path
        assert len(asked) <= 2, path


@pytest.mark.parametrize(
    ("accepted", "coding", "decompress"),
    [("gzip", "gzip", gzip.decompress), ("gzip, deflate, br", "br", brotli.decompress)],
)
def test_pages_are_compressed_and_the_token_of_the_forms_differs_each_time(client, accepted, coding, decompress):
    """Mask what an attacker could compare by length (BREACH) in each answer, and blur the length."""
    client.force_login(person("anna", make_event()))
    answers = [client.get("/e/open/", headers={"Accept-Encoding": accepted}) for _ in range(8)]
    pages = [decompress(answer.content).decode() for answer in answers]
    tokens = {page.split('name="csrfmiddlewaretoken" value="')[1][:64] for page in pages}
    assert all(answer["Content-Encoding"] == coding for answer in answers)
    assert all(answer["ETag"].startswith("W/") for answer in answers if answer.has_header("ETag"))
    assert all("Accept-Encoding" in answer["Vary"] for answer in answers)
    assert len(tokens) == len(answers)
    assert len({len(answer.content) for answer in answers}) > 1


def test_a_page_is_not_compressed_for_a_client_that_refuses_it(client):
    make_event()
    answer = client.get("/e/open/", headers={"Accept-Encoding": "br;q=0, gzip;q=0"})
    assert "Content-Encoding" not in answer
    assert "Accept-Encoding" in answer["Vary"]


def test_a_page_of_yesterday_is_not_kept(client):
    """At midnight "as of 23:55" becomes a time of another day, though nothing was written."""
    make_event()
    tags = set()
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):  # 26 hours apart: never the same day
        Event.objects.update(time_zone=zone)
        tags.add(client.get("/e/open/")["ETag"])
    assert len(tags) == 2
