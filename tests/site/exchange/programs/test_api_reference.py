"""The page that describes the API to people has what the file for programs has."""

import html

import pytest

from tournaments.api.urls import api

pytestmark = pytest.mark.django_db
DESCRIBED = api.get_openapi_schema(path_prefix="/api/v1/")


def read(client, **query):
    return html.unescape(client.get("/api/reference/", query).text)


def test_every_address_shape_and_field_is_on_the_page(client):
    page = read(client)
    for path, methods in DESCRIBED["paths"].items():
        for method in methods:
            assert f"<h2><b>{method.upper()}</b> <code>{path}</code></h2>" in page
    for name, shape in DESCRIBED["components"]["schemas"].items():
        assert f'<section id="{name}">' in page
        assert [field for field in shape.get("properties", ()) if f"<code>{field}</code>" not in page] == []


def test_every_link_on_the_page_leads_to_a_place_on_it(client):
    page = read(client)
    targets = {part.partition('"')[0] for part in page.split('href="#')[1:]} - {"content"}
    assert targets and [each for each in targets if f'id="{each}"' not in page] == []


def test_the_page_is_searched_by_words_without_a_script(client):
    page = read(client, find="withdrawal TEAM")
    assert "/teams/{number}/withdrawal" in page and "/standings" not in page
    assert "Nothing has these words." in read(client, find="no such thing")
    assert "<script>" not in read(client, find="<script>alert(1)</script>").replace('value="<script>', "")


def test_the_description_is_in_english_whoever_asks_first(client):
    german = client.get("/api/v1/openapi.json", headers={"accept-language": "de"}).json()
    assert german == client.get("/api/v1/openapi.json", headers={"accept-language": "fr"}).json()
    assert german["components"]["schemas"]["EventIn"]["properties"]["place"]["title"] == "Place"
