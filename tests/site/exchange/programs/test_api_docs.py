"""What the documents and the page say of the interface is true: every example is carried out."""

import re
import shlex
from datetime import timedelta
from pathlib import Path

import pytest
import standardwebhooks
from django.conf import settings

from config.http.admission import LARGEST_BODY
from config.http.lanes import PATIENCE, Lane
from tests.site.factories import LEFT, game, make_event, person
from tournaments.access import site_tokens
from tournaments.actions.rounds.drafts import make_draft
from tournaments.actions.writing import Actor
from tournaments.api.urls import api
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import Scope
from tournaments.live.stream import PATH
from tournaments.models import Game, Stage, Webhook
from tournaments.scheduling.next_round import DrawWishes
from tournaments.views.exchange.api import READING
from tournaments.webhooks.sending import build_headers, generate_secret

pytestmark = pytest.mark.django_db
TEXT = (Path(__file__).parents[4] / "docs" / "api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", TEXT, re.S)
COMMANDS = [line for block in BLOCKS for line in block.replace("\\\n", " ").strip().splitlines()]
DESCRIBED = api.get_openapi_schema(path_prefix="/api/v1/")["paths"]


def is_described(path):
    return any(re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", known), path) for known in DESCRIBED)


@pytest.fixture
def event():
    return make_event(slug="open", departures=LEFT)


def read(command, token=""):
    """Return method, address, headers and body of a line with curl."""
    words = shlex.split(command.replace("$SITE", "").replace("$TOKEN", token))
    assert words.pop(0) == "curl"
    method, headers, body, address = "GET", {}, "", ""
    while words:
        word = words.pop(0)
        if word == "-X":
            method = words.pop(0)
        elif word == "-H":
            name, _, value = words.pop(0).partition(": ")
            headers[name.lower()] = value
        elif word == "-d":
            body = words.pop(0)
        elif word != "-N":
            address = word
    return method, address, headers, body


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_works(client, event, command, settings):
    settings.EVERYBODY_CREATES = True
    anna = person("anna", event, Role.OWNER)
    right = site_tokens.issue_token(anna, "x", Scope.values, timedelta(days=1))
    Stage.objects.create(event=event, order=1, system="new-swiss", first_round=1, last_round=5)
    if "/draft" in command:
        Game.objects.filter(round__event=event).update(result="==")
    if "/draft/" in command:
        make_draft(event, DrawWishes(), Actor(anna, Role.OWNER))
    method, address, headers, body = read(command, right)
    if address.startswith("/live/"):
        assert PATH.fullmatch(address.partition("?")[0]) and "format=json" in address
        return
    assert is_described(address.partition("?")[0])
    if method == "GET":
        assert client.get(address, headers=headers).status_code == 200
        return
    answer = client.generic(method, address, body, content_type="application/json", headers=headers)
    assert answer.status_code in (200, 204), answer.content
    if answer.content and "outcome" in answer.json():
        assert answer.json()["outcome"] in ("saved", "published")
        event.refresh_from_db()
        assert game(event, 1, 2).result == "10" or event.rounds.filter(number=3).exists()


def test_every_address_named_is_described_and_every_one_described_is_named():
    named = set(re.findall(r"/api/v1/[\w/{}]+(?:/[\w{}]+)*", TEXT)) - {"/api/v1/openapi"}
    assert named and all(map(is_described, named))
    forms = [re.sub(r"\{\w+\}", "[^/]+", path) for path in DESCRIBED]
    assert [form for form in forms if not any(re.fullmatch(form, path) for path in named)] == []


def test_what_is_said_of_limits_is_so():
    """The text has the numbers in words."""
    said = " ".join(TEXT.split())
    assert (settings.ADMISSION["programs"], settings.ADMISSION["costly"], settings.ADMISSION["public"]) == (2, 1, 4)
    assert "two with a token, one for the lists of an event (`/events/{slug}/…`), four for everything else" in said
    assert (PATIENCE, Lane(4, 4).share, LARGEST_BODY) == (5, 6, 16 * 2**20)
    assert "for five seconds at most, and one address takes at most three quarters" in said and "16 MB" in said


def test_the_examples_of_answers_have_the_fields_that_answers_have(client, event):
    problem = client.get("/api/v1/events/open/outlook").json()
    for name, value in problem.items():
        assert f'"{name}": ' in TEXT and str(value) in TEXT


def test_the_page_of_an_event_shows_every_reading_address(client, event):
    page = client.get("/e/open/api/").text
    reading = {name.rpartition("}")[2].strip("/") for name, methods in DESCRIBED.items() if "get" in methods}
    assert {path.partition("?")[0].strip("/") for _title, path in READING} >= reading - {
        "api/v1/events",
        "draft",
        "bans",
    }
    for address in re.findall(r'href="(/api/v1/[^"]+)"', page):
        assert client.get(address.replace("&amp;", "&")).status_code == 200
    assert "/live/open/standings/?format=json" in page
    assert "/e/open/api/" in client.get("/e/open/export/").text


def test_the_page_of_an_event_that_is_not_public_says_that_programs_see_nothing(client):
    event = make_event(slug="hidden", is_public=False)
    client.force_login(person("anna", event))
    page = client.get("/e/hidden/api/").text
    assert "/api/v1/events/hidden" not in page


def test_the_check_of_a_signature_is_right(event):
    names = {}
    exec(re.search(r"```python\n(.*?)```", TEXT, re.S)[1], names)
    webhook = Webhook(event=event, url="https://club.example/", secret=generate_secret())
    body = b'{"type": "result"}'
    headers = {name.lower(): value for name, value in build_headers(webhook, "msg_1", body).items()}
    assert names["is_genuine"](webhook.secret, headers, body)
    assert not names["is_genuine"](webhook.secret, headers, body + b" ")
    assert not names["is_genuine"](generate_secret(), headers, body)


def test_the_library_of_standard_webhooks_verifies_our_signature(event):
    webhook = Webhook(event=event, url="https://club.example/", secret=generate_secret())
    headers = build_headers(webhook, "msg_1", b'{"type": "result"}')
    library = standardwebhooks.Webhook(webhook.secret)
    assert library.verify(b'{"type": "result"}', headers) == {"type": "result"}
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        library.verify(b'{"type": "other"}', headers)
