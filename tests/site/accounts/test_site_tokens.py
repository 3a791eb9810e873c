"""Tokens of an account on their page: made, shown once, listed, removed."""

import re

import pytest
from django.test import Client

from tests.site.factories import make_event, person
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, SiteToken

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    client = Client()
    client.force_login(person("anna"))
    return client


def make(client, **fields):
    return client.post("/account/programs/create/", {"name": "club", "days": "3", "scopes": ["settings"]} | fields)


def test_a_token_is_shown_once_and_opens_every_event_of_its_user(anna):
    event = make_event(place="Before")
    person("anna", event, Role.OWNER)
    page = make(anna)
    text = re.search(r'id="secret" readonly value="([^"]+)"', page.text)[1]
    assert text not in anna.get("/account/programs/").text and "club" in anna.get("/account/programs/").text
    bearer = {"authorization": f"Bearer {text}"}
    answer = Client().patch("/api/v1/events/open", '{"place": "After"}', "application/json", headers=bearer)
    assert (answer.status_code, Event.objects.get().place) == (200, "After")
    anna.post("/account/programs/remove/", {"token": SiteToken.objects.get().pk})
    answer = Client().patch("/api/v1/events/open", '{"place": "Later"}', "application/json", headers=bearer)
    assert (answer.status_code, Event.objects.get().place) == (401, "After")


def test_a_token_does_only_what_was_chosen_and_what_its_user_may(anna):
    person("anna", make_event(), Role.OWNER)
    make_event(slug="other", is_public=True)
    text = re.search(r'id="secret" readonly value="([^"]+)"', make(anna).text)[1]
    bearer, json = {"authorization": f"Bearer {text}"}, "application/json"
    entered = Client().post("/api/v1/events/open/players", '{"name": "Ada"}', json, headers=bearer)
    changed = Client().patch("/api/v1/events/other", '{"place": "After"}', json, headers=bearer)
    assert (entered.status_code, changed.status_code) == (403, 401)


@pytest.mark.parametrize("wrong", [{"name": ""}, {"days": "0"}, {"days": "367"}, {"scopes": []}, {"scopes": ["all"]}])
def test_a_token_without_name_time_or_scope_is_refused(anna, wrong):
    assert make(anna, **wrong).status_code == 422
    assert not SiteToken.objects.exists()


def test_nobody_removes_the_token_of_somebody_else(anna):
    make(anna)
    other = Client()
    other.force_login(person("ben"))
    other.post("/account/programs/remove/", {"token": SiteToken.objects.get().pk})
    assert SiteToken.objects.exists()
    assert "club" not in other.get("/account/programs/").text


def test_a_new_token_of_an_event_leaves_its_version(anna):
    event = make_event()
    person("anna", event, Role.OWNER)
    made = anna.post("/e/open/programs/create-token/", {"name": "p", "days": "1", "scopes": ["results", "events"]})
    assert made.status_code == 200
    assert Event.objects.get().version == event.version
    assert event.tokens.get().payload["scopes"] == ["results"], "only a token of the site creates events"
