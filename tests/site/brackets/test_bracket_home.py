"""A knock-out begins with its bracket: its address, its tabs and its frame."""

import re

import pytest

from tests.site.brackets.test_knock_out import cup, next_round
from tests.site.factories import make_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = cup(4)
    Event.objects.filter(pk=event.pk).update(is_public=True, may_embed=True)
    event.refresh_from_db()
    next_round(event)
    return event


def test_the_address_of_a_knock_out_leads_to_its_bracket(event, client):
    home = f"/e/{event.slug}/"
    assert client.get(home).url == f"{home}bracket/"
    assert client.get(f"{home}?lang=fr").url == f"{home}bracket/?lang=fr"
    for query in ("?table=1", "?follow=1", "?after=1"):
        assert 'id="standings"' in client.get(home + query).text, query
    assert client.get(home, headers={"HX-Request": "true"}).status_code == 200, "scripts ask for the table"


def test_before_the_first_round_the_list_of_players_is_shown(client):
    event = cup(4)
    Event.objects.update(is_public=True)
    assert client.get(f"/e/{event.slug}/").status_code == 200


def test_what_begins_with_a_table_keeps_it(client):
    make_event()
    page = client.get("/e/open/")
    assert page.status_code == 200
    assert "?table=1" not in page.text


def test_the_bracket_is_the_first_tab_and_the_table_has_its_own_address(event, client):
    page = client.get(f"/e/{event.slug}/bracket/", headers={"Accept-Language": "en"}).text
    tabs = re.search(r'<nav class="tabs".*?</nav>', page, re.DOTALL)[0]
    links = re.findall(r'href="/e/[^/]+/([^"]*)"[^>]*>\s*([^<]+?)\s*</a>', tabs)
    assert links[:2] == [("bracket/", "Bracket"), ("?table=1", "Standings")]


def test_a_frame_shows_the_bracket_unless_it_is_asked_for_the_table(event, client):
    assert 'id="bracket"' in client.get(f"/embed/{event.slug}/").text
    assert 'id="standings"' in client.get(f"/embed/{event.slug}/?show=standings").text
