"""No program writes into another event than the one that its address names, whatever key it sends."""

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from tests.site.accounts.test_other_events import assert_writes_stay_apart
from tests.site.factories import person
from tests.site.posts import KINDS, OWNER, Post, finish, publish_and_expel
from tournaments.access import site_tokens
from tournaments.actions.event.final import declare_final
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.writing import COMMAND
from tournaments.api.urls import api
from tournaments.domain.choices import Scope

pytestmark = pytest.mark.django_db

WHY = {"reason": "ill"}
FIRST = {"number": 1}

# What is sent to each address, as in tests/site/posts.py; `ban` is named by a number that both events could have.
REQUESTS = {
    "POST rounds/{number}/boards/{board}/result": Post(
        {"result": "10", "version": 0}, "swiss", {"number": 2, "board": 1}
    ),
    "POST rounds/{number}/matches/{table}/boards/{board}/result": Post(
        {"result": "10", "version": 0}, "teams", {"number": 1, "table": 2, "board": 1}
    ),
    "POST rounds/{number}/pairings": Post({"boards": [{"white": 1, "black": 3}]}, "swiss", {"number": 3}),
    "POST players": Post({"name": "New, Nina"}),
    "PATCH players/{number}": Post({"name": "Renamed, Rita"}, params=FIRST),
    "DELETE players/{number}": Post(params={"number": 9}),
    "PUT players/{number}/presence": Post({"present": True}, "start", FIRST),
    "PUT players/{number}/absences/{round}": Post({"kind": "Z"}, params={"number": 1, "round": 3}),
    "POST players/{number}/withdrawal": Post(WHY, params=FIRST),
    "POST players/{number}/expulsion": Post(WHY, params=FIRST),
    "POST players/{number}/return": Post(WHY, params={"number": 8}),
    "POST teams": Post({"name": "New"}, "teams"),
    "PATCH teams/{number}": Post({"players": [5, 4, 3, 2, 1]}, "teams", FIRST),
    "DELETE teams/{number}": Post({}, "teams", {"number": 5}),
    "PUT teams/{number}/absences/{round}": Post({"kind": "Z"}, "teams", {"number": 1, "round": 2}),
    "POST teams/{number}/withdrawal": Post(WHY, "teams", FIRST),
    "POST teams/{number}/expulsion": Post(WHY, "teams", FIRST),
    "POST teams/{number}/return": Post(
        WHY, "teams", FIRST, lambda event: withdraw_participant(event, 1, COMMAND, "ill", of_teams=True)
    ),
    "PATCH ": Post({"name": "Renamed"}),
    "PUT plan": Post({"system": "swiss", "rounds": 4}, "start"),
    "PUT final": Post(before=finish),
    "DELETE final": Post(params=WHY, before=lambda event: (finish(event), declare_final(event, COMMAND))),
    "POST bans": Post({"numbers": [3, 4], "from_round": 3}),
    "DELETE bans/{ban}": Post(lambda event: {"ban": event.forbidden_pairings.get().pk}),
    "POST draft": Post({}, "draft"),
    "PATCH draft": Post(
        lambda event: {"round": 2, "revision": event.drafts.get().revision, "players": [1, 2]}, "draft"
    ),
    "DELETE draft": Post({}, "draft"),
    "POST draft/publication": Post(
        lambda event: {"drafts": [{"round": 2, "revision": event.drafts.get().revision}]}, "draft"
    ),
    "DELETE rounds/{number}": Post({}, "draft", {"number": 2} | WHY, publish_and_expel),
    "POST rounds/{number}/start": Post({}, params={"number": 2}),
}


def list_writes():
    """Yield each address for writing to an event, as the description of the interface has it."""
    for path, verbs in api.get_openapi_schema(path_prefix="/")["paths"].items():
        if "/events/{slug}" in path:
            yield from (f"{verb.upper()} {path.split('{slug}')[1].strip('/')}" for verb in verbs if verb != "get")


def test_every_write_has_a_row():
    assert set(list_writes()) == set(REQUESTS)


@pytest.mark.parametrize("kind", KINDS)
def test_no_program_writes_into_another_event(kind):
    token = site_tokens.issue_token(person(OWNER), "all", list(Scope), timedelta(hours=1))

    def ask_with_token(address, sent, event, data):
        return ask(token, address, event.slug, sent.params | data, data)

    assert_writes_stay_apart(kind, REQUESTS, ask_with_token)


def ask(token, address, slug, params, body):
    verb, path = address.split(" ")
    path = re.sub(r"{(\w+)}", lambda name: str(params[name[1]]), path)
    query = f"?reason={params['reason']}" if verb == "DELETE" and "reason" in params else ""
    headers = {"authorization": f"Bearer {token}", "idempotency-key": str(uuid4())}
    url = f"/api/v1/events/{slug}/{path}".rstrip("/") + query
    return Client().generic(
        verb, url, "" if verb == "DELETE" else json.dumps(body), "application/json", headers=headers
    )
