"""Players by token: the same rules and the same log as on the pages."""

import json

import pytest

from tests.site.exchange.interface import post, token_of
from tests.site.factories import make_event
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import Scope
from tournaments.models import Absence, LogEntry, Player

pytestmark = pytest.mark.django_db
ALL = tuple(Scope.values)


@pytest.fixture
def program(client):
    """Send a body by a method, as a program of the chief arbiter."""
    event = make_event(rounds=0)
    token = token_of(event, Role.CHIEF_ARBITER, ALL)

    def send(method, path, body=None, token=token):
        headers = {"authorization": f"Bearer {token}"}
        body = json.dumps(body) if body is not None else ""
        return client.generic(method, f"/api/v1/events/open/{path}", body, "application/json", headers=headers)

    send.event = event
    return send


def test_a_player_is_entered_changed_and_removed(program):
    body = {"name": "Neu,  Nora", "rating": 1834, "federation": "ger", "birth_date": "31.12.2001", "fide_id": "4600009"}
    added = program("POST", "players", body)
    assert added.status_code == 200
    assert (added.json()["number"], added.json()["name"], added.json()["federation"]) == (9, "Neu, Nora", "GER")
    assert Player.objects.get(number=9).birth_date == "2001/12/31"
    again = program("POST", "players", body)
    assert (again.status_code, again.json()["code"]) == (422, "player-known")
    changed = program("PATCH", "players/9", {"club": "SK Ahornfels", "rating": None})
    assert (changed.json()["club"], changed.json()["rating"], changed.json()["name"]) == (
        "SK Ahornfels",
        None,
        "Neu, Nora",
    )
    assert program("PATCH", "players/9", {"club": "SK Ahornfels"}).status_code == 200
    assert program("DELETE", "players/9").status_code == 204
    assert program("DELETE", "players/9").status_code == 404
    actions = list(LogEntry.objects.order_by("pk").values_list("action", "actor__username"))
    assert actions == [(action, "program") for action in ("player-added", "player", "player-removed")]


REFUSED = [
    ("POST", "players", {"rating": 2000}, "name"),
    ("POST", "players", {"name": ""}, "name"),
    ("POST", "players", {"name": "Neu", "birth_date": "2001-02-30"}, "birth_date"),
    ("PATCH", "players/1", {"rating": 9000}, "rating"),
    ("PATCH", "players/1", {"name": "Sørensen, Bo"}, "name"),
    ("PUT", "players/1/absences/99", {"kind": "H"}, "round"),
    ("PUT", "players/1/absences/1", {"kind": "X"}, "kind"),
    ("POST", "players/1/withdrawal", {"reason": ""}, "reason"),
]


@pytest.mark.parametrize(("method", "path", "body", "field"), REFUSED)
def test_what_does_not_fit_is_named_and_nothing_is_written(program, method, path, body, field):
    answer = program(method, path, body)
    assert answer.status_code == 422
    assert answer.json()["field"].rpartition(".")[2] == field
    assert not LogEntry.objects.exists()


def test_who_is_present_absent_or_gone_is_recorded(program):
    assert program("PUT", "players/1/presence", {"present": True}).status_code == 204
    assert Player.objects.get(number=1).checked_in_at
    assert program("PUT", "players/2/absences/3", {"kind": "H"}).status_code == 204
    assert list(Absence.objects.values_list("player__number", "round", "kind")) == [(2, 3, "H")]
    assert program("PUT", "players/2/absences/3", {"kind": ""}).status_code == 204
    assert not Absence.objects.exists()
    gone = program("POST", "players/3/withdrawal", {"reason": "ill"})
    assert gone.json()["withdrawn_from"] == 1
    assert program("POST", "players/3/withdrawal", {"reason": "ill"}).json()["code"] == "withdrawn-already"
    assert program("POST", "players/3/return", {"reason": "well again"}).json()["withdrawn_from"] is None
    expelled = program("POST", "players/3/expulsion", {"reason": "telephone"}).json()
    assert (expelled["withdrawn_from"], expelled["expelled_from"]) == (1, 1)
    assert program("POST", "players/3/return", {"reason": "another one’s"}).json()["expelled_from"] is None
    assert program("PUT", "players/99/presence", {"present": True}).status_code == 404


@pytest.mark.parametrize(
    ("path", "body", "scope"),
    [("players", {"name": "Neu"}, "players"), ("players/1/withdrawal", {"reason": "ill"}, "players")],
)
def test_a_token_for_something_else_is_refused(client, path, body, scope):
    event = make_event()
    others = [each for each in ALL if each != scope]
    answer = post(client, f"events/open/{path}", body, token_of(event, Role.CHIEF_ARBITER, others))
    assert (answer.status_code, answer.json()["code"]) == (403, "no-scope")
    helper = token_of(event, Role.ENTRY, [scope], "helper")
    assert post(client, f"events/open/{path}", body, helper).status_code == 401, "its maker may not do it"
