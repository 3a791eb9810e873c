"""A whole event by a token of the site: created, entered, drawn, played, corrected and declared final."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest

from tests.site.factories import make_event, person
from tournaments.access import site_tokens
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import Scope
from tournaments.models import Event, KeptAnswer, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(client, settings):
    """Send a body by a method, as a program of somebody who may create events."""
    settings.EVERYBODY_CREATES = True
    token = site_tokens.issue_token(person("anna"), "club site", Scope.values, timedelta(days=1))

    def send(method, path, body=None, status=200, key=None, token=token):
        headers = {"authorization": f"Bearer {token}"} | ({"idempotency-key": str(key)} if key else {})
        text = json.dumps(body) if body is not None else ""
        answer = client.generic(method, f"/api/v1/{path}", text, "application/json", headers=headers)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    send.client, send.token = client, token
    return send


def test_a_program_plays_a_round_robin_from_nothing_to_the_end(program):
    body = {"name": "Spring cup", "way": "round-robin", "rounds": 3, "place": "Ahornfels", "starts_on": "2027-05-23"}
    event = program("POST", "events", body)
    assert (event["slug"], event["system"], event["tiebreaks"][0]) == ("spring-cup", "round-robin", "PTS")
    here = "events/spring-cup"
    for name in ("Ada", "Ben", "Cem", "Dora"):
        program("POST", f"{here}/players", {"name": name})
    assert program("PUT", f"{here}/plan", {"system": "round-robin"})["rounds"] == 3
    for number in (1, 2, 3):
        draft = program("POST", f"{here}/draft", {})
        assert draft["state"] == "ready"
        seen = [{"round": each["round"], "revision": each["revision"]} for each in draft["items"]]
        published = program("POST", f"{here}/draft/publication", {"drafts": seen})
        assert [each["number"] for each in published["items"]] == [number]
        assert program("GET", f"{here}/draft")["state"] == "none"
        for board in (1, 2):
            path = f"{here}/rounds/{number}/boards/{board}/result"
            assert program("POST", path, {"result": "10", "version": 0}, key=uuid4())["outcome"] == "saved"
    assert program("PATCH", here, {"is_public": True, "chief_arbiter": "IA Doe, Jo 12345678"})["chief_arbiter"]
    program("PUT", f"{here}/final", {}, 204)
    assert program("GET", here)["final_at"]
    program("DELETE", f"{here}/final?reason=typo", None, 204)
    assert not program("GET", here)["final_at"]
    assert set(LogEntry.objects.values_list("actor_name", flat=True)) == {"anna"}


def test_a_draft_is_changed_discarded_and_a_round_taken_back(program):
    make_event(rounds=0, tiebreaks="PTS,SB,DE")
    person("anna", Event.objects.get(slug="open"), Role.OWNER)
    program("PUT", "events/open/plan", {"system": "round-robin"})
    draft = program("POST", "events/open/draft", {})["items"][0]
    one, other = draft["boards"][0]["white"], draft["boards"][1]["white"]
    change = {"round": 1, "revision": draft["revision"], "players": [one, other]}
    changed = program("PATCH", "events/open/draft", change)["items"][0]
    assert changed["boards"][0]["white"] == other
    assert program("PATCH", "events/open/draft", change, 422)["code"] == "draft-changed"
    assert program("DELETE", "events/open/draft")["state"] == "none"
    draft = program("POST", "events/open/draft", {})["items"][0]
    seen = {"drafts": [{"round": 1, "revision": draft["revision"]}]}
    program("POST", "events/open/draft/publication", seen)
    assert program("DELETE", "events/open/rounds/1", None, 422)["field"] == "reason"
    assert program("DELETE", "events/open/rounds/1?reason=late", None)["state"] == "ready"
    program("POST", "events/open/draft/publication", {"drafts": [{"round": 1, "revision": 1}]})
    program("POST", "events/open/rounds/1/start", {})
    assert program("DELETE", "events/open/rounds/1?reason=late", None, 422)["code"] == "round-has-begun"


def test_teams_are_entered_changed_and_removed(program):
    body = {"name": "League", "teams": True, "boards": 2, "rounds": 3}
    assert program("POST", "events", body)["team_boards"] == 2
    for name in ("Ada", "Ben", "Cem", "Dora"):
        program("POST", "events/league/players", {"name": name})
    team = program("POST", "events/league/teams", {"name": "Ahornfels", "players": [2, 1]})
    assert (team["number"], team["players"]) == (1, [2, 1])
    assert program("POST", "events/league/teams", {"name": "ahornfels"}, 422)["code"] == "team-known"
    changed = program("PATCH", "events/league/teams/1", {"short_name": "AHO"})
    assert (changed["short_name"], changed["name"], changed["players"]) == ("AHO", "Ahornfels", [2, 1])
    assert program("PATCH", "events/league/teams/1", {"players": [1, 3]})["players"] == [1, 3]
    program("POST", "events/league/teams/1/withdrawal", {"reason": "ill"}, 204)
    program("POST", "events/league/teams/1/return", {"reason": "well again"}, 204)
    program("PUT", "events/league/teams/1/absences/1", {"kind": "H"}, 204)
    program("DELETE", "events/league/teams/1", None, 204)
    program("DELETE", "events/league/teams/1", None, 404)


HUGE = 2**63  # one more than databases hold


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "teams/1", {"players": [HUGE]}),
        ("POST", "draft", {"bye": HUGE}),
        ("POST", "draft", {"fixed": [[1, HUGE]]}),
        ("PATCH", "draft", {"round": 1, "revision": 1, "players": [1, HUGE]}),
    ],
)
def test_a_number_that_no_player_can_have_is_refused(program, method, path, body):
    person("anna", make_event(), Role.OWNER)
    assert program(method, f"events/open/{path}", body, 422)["code"] == "invalid"


WRONG = [
    ({"place": "Ahornfels", "plaice": "x"}, "plaice"),
    ({"starts_on": "2027-05-23", "ends_on": "2027-05-22"}, "ends_on"),
    ({"time_zone": "Mars/Olympus"}, "time_zone"),
    ({"federation": "Atlantis"}, "federation"),
    ({"asks_spread": True}, "asks_spread"),
    ({"discipline": "scrabble"}, "discipline"),
    ({"tiebreaks": ["NOTHING"]}, "NOTHING"),
]


@pytest.mark.parametrize(("body", "field"), WRONG)
def test_a_setting_that_does_not_fit_is_named_and_nothing_is_written(program, body, field):
    event = make_event(place="Before")
    person("anna", event, Role.OWNER)
    answer = program("PATCH", "events/open", body, 422)
    assert answer["field"].rpartition(".")[2] == field
    assert not LogEntry.objects.exists()


def test_the_same_key_gives_the_same_answer_and_writes_nothing(program):
    key = uuid4()
    body = {"name": "Cup", "rounds": 5}
    first = program("POST", "events", body, key=key)
    assert program("POST", "events", body, key=key) == first
    assert program("POST", "events", {"name": "Cap"}, 422, key=key)["code"] == "key-used"
    assert Event.objects.count() == 1
    assert program("POST", "events", body)["slug"] == "cup-2"


def test_a_refused_request_keeps_no_answer(program):
    key = uuid4()
    program("POST", "events", {"name": "Cup", "ends_on": "2027-05-22", "starts_on": "2027-05-23"}, 422, key=key)
    assert not KeptAnswer.objects.exists()


def test_a_token_of_the_site_opens_what_its_user_may_and_no_more(program):
    event, hidden = make_event(), make_event("hidden", is_public=False)
    assert program("POST", "events/open/players", {"name": "Neu"}, 401)["code"] == "no-token"
    person("anna", event, Role.ARBITER)
    assert program("PUT", "events/open/plan", {"system": "round-robin"}, 401)
    program("GET", "events/hidden", None, 401)
    person("anna", hidden, Role.DISPLAY)
    assert program("GET", "events/hidden")["slug"] == "hidden"
    program("GET", "events/nothing", None, 401)
    reader = site_tokens.issue_token(person("anna"), "reader", ["read"], timedelta(days=1))
    assert program("POST", "events", {"name": "Cup"}, 403, token=reader)["code"] == "no-scope"
    over = site_tokens.issue_token(person("anna"), "over", ["read"], timedelta(days=-1))
    program("GET", "events/hidden", None, 401, token=over)
