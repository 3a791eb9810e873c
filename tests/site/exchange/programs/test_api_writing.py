"""What programs write: results and rounds, once, by token, and never over somebody else."""

from uuid import uuid4

import pytest

from tests.site.exchange.interface import BOARD, FAR, get, post, token_of
from tests.site.factories import game, make_event, person
from tournaments.access import tokens
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.fixed_tables import set_fixed_table
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TokenKind
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game
from tournaments.queries.rounds.games import last_paired_round

pytestmark = pytest.mark.django_db


def test_a_program_enters_a_result_once(client, event):
    token, key = token_of(event), uuid4()
    first = post(client, BOARD, {"result": "==", "version": 0}, token, key)
    assert (first.status_code, first.json()["outcome"], first.json()["game"]["version"]) == (200, "saved", 1)
    enter_result(event, 1, 2, Entry(result="10", version=1, reason="slip"), COMMAND)
    again = post(client, BOARD, {"result": "==", "version": 0}, token, key)
    assert (again.status_code, again.json()) == (200, first.json())
    assert (again["Idempotent-Replayed"], "Idempotent-Replayed" in first) == ("true", False)
    assert game(event, 1, 2).result == "10"
    entry = event.log.get(action="enter")
    assert (entry.actor.username, entry.role) == ("program", "arbiter")


def test_a_key_serves_one_entry(client, event):
    token, key = token_of(event), uuid4()
    post(client, BOARD, {"result": "==", "version": 0}, token, key)
    for path, result in ((BOARD, "10"), (BOARD.replace("boards/2", "boards/3"), "==")):
        answer = post(client, path, {"result": result, "version": 0}, token, key)
        assert (answer.status_code, answer.json()["code"]) == (422, "uuid-reused")
        assert answer.json()["detail"]
    assert game(event, 1, 3).result == ""


def test_a_board_of_a_match_is_entered(client, teams):
    board = Game.objects.filter(round__event=teams, match__table=2, match_board=3).order_by("round").last()
    Game.objects.filter(pk=board.pk).update(result="")
    token, at = token_of(teams), f"events/teams/rounds/{board.round.number}/matches/2/boards"
    answer = post(client, f"{at}/3/result", {"result": "==", "version": board.version}, token)
    assert (answer.status_code, answer.json()["game"]["match_board"], answer.json()["game"]["table"]) == (200, 3, 2)
    board.refresh_from_db()
    assert board.result == "=="
    assert post(client, f"{at}/9/result", {"result": "==", "version": 0}, token).status_code == 404


def test_nothing_is_overwritten(client, event):
    token = token_of(event)
    post(client, BOARD, {"result": "10", "version": 0}, token)
    answer = post(client, BOARD, {"result": "01", "version": 0}, token)
    assert (answer.status_code, answer.json()["game"]["result"]) == (409, "10")
    assert game(event, 1, 2).result == "10"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"result": "99", "version": 0}, "result-unknown"),
        ({"version": 0}, "result-missing"),
        ({"result": "10"}, "invalid"),
        ({"result": "10", "version": "x"}, "invalid"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(client, event, body, code):
    answer = post(client, BOARD, body, token_of(event))
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["detail"]
    assert game(event, 1, 2).result == ""


def test_nul_is_refused_before_it_comes_to_the_database(client, event):
    assert get(client, "events/a%00b/standings", 404)["code"] == "not-found"
    assert get(client, "events?after=%00", 422)["field"] == "after"
    token = tokens.issue_token(event, TokenKind.API, valid=FAR, by=person("anna", event), scopes=["results"])
    answer = post(client, "events/open/rounds/2/boards/1/result", {"result": "10", "version": 0, "reason": "\0"}, token)
    assert (answer.status_code, answer.json()["field"]) == (422, "entry.reason")


def test_a_key_is_needed(client, event):
    headers = {"authorization": f"Bearer {token_of(event)}"}
    answer = client.post(f"/api/v1/{BOARD}", '{"result": "10", "version": 0}', "application/json", headers=headers)
    assert (answer.status_code, answer.json()["field"]) == (422, "Idempotency-Key")


def test_only_a_token_of_the_event_with_the_scope_and_the_right_opens(client, event):
    other = make_event(slug="other")
    member = person("gone", event)
    lost = tokens.issue_token(event, TokenKind.API, valid=FAR, by=member, scopes=["results"])
    member.memberships.all().delete()
    closed = token_of(event, name="closed")
    tokens.revoke_token(tokens.find_token(closed, TokenKind.API))
    refused = {
        "": 401,
        "nothing": 401,
        lost: 401,
        closed: 401,
        token_of(event, scopes=(), name="reader"): 403,
        token_of(event, scopes=("read", "pairings"), name="pairer"): 403,
        token_of(event, role=Role.DISPLAY, name="screen"): 401,
        tokens.issue_token(event, TokenKind.DISPLAY, valid=FAR, by=person("d", event)): 401,
        tokens.issue_token(event, TokenKind.API, valid=-FAR, by=person("late", event), scopes=["results"]): 401,
        token_of(other, name="stranger"): 404,
    }
    for token, status in refused.items():
        assert post(client, BOARD, {"result": "10", "version": 0}, token).status_code == status
    assert game(event, 1, 2).result == ""


def test_a_signed_in_browser_writes_nothing_without_a_token(client, event):
    client.force_login(person("arbiter", event))
    assert post(client, BOARD, {"result": "10", "version": 0}).status_code == 401


def test_a_protected_result_says_what_protects_it_and_is_replaced_with_a_reason(client, event):
    enter_result(event, 1, 2, Entry(result="10", version=0), COMMAND)
    token, other = token_of(event), {"result": "01", "version": 1}
    kept = post(client, BOARD, other, token)
    assert (kept.status_code, kept.json()["protection"]) == (409, "earlier")
    replaced = post(client, BOARD, other | {"reason": "slip misread"}, token)
    assert (replaced.status_code, replaced.json()["outcome"], replaced.json()["protection"]) == (200, "saved", None)
    Event.objects.filter(pk=event.pk).update(final_at=event.changed_at)
    barred = post(client, BOARD, {"result": "10", "version": 2, "reason": "again"}, token)
    assert (barred.status_code, barred.json()["code"]) == (422, "event-final")


ROUND_3 = {"boards": [{"white": 1, "black": 2}, {"white": 4, "black": 3}, {"white": 5, "black": 6}],
           "byes": [{"player": 7, "kind": "U"}]}  # fmt: skip
PAIRINGS = "events/open/rounds/3/pairings"


def test_a_program_publishes_a_round_once(client, event):
    token = token_of(event, Role.CHIEF_ARBITER, ["pairings"])
    set_fixed_table(event, 4, 1, COMMAND)
    assert post(client, PAIRINGS, ROUND_3, token).json()["outcome"] == "published"
    games = Game.objects.filter(round__event=event, round__number=3).order_by("pk")
    boards = [(game.board, game.white.number, game.black and game.black.number, game.result) for game in games]
    assert boards == [
        (2, 1, 2, ""), (1, 4, 3, ""), (3, 5, 6, ""), (None, 7, None, "U"), (None, 8, None, "Z"),
    ]  # fmt: skip
    version = Event.objects.get(slug="open").version
    again = post(client, PAIRINGS, ROUND_3, token)
    assert (again.status_code, again.json()["outcome"]) == (200, "same")
    for changed in ({"boards": ROUND_3["boards"][:2]}, {"byes": []}, {"byes": [{"player": 7, "kind": "H"}]}):
        other = post(client, PAIRINGS, ROUND_3 | changed, token)
        assert (other.status_code, other.json()["outcome"]) == (409, "conflict")
    assert Event.objects.get(slug="open").version == version
    entry = event.log.latest("pk")
    assert (entry.action, entry.reason, entry.actor.username) == ("publish", "a program", "program")


@pytest.mark.parametrize(
    ("number", "body", "code"),
    [
        (4, ROUND_3, "games-round-gap"),
        (3, {"boards": [{"white": 1, "black": 99}]}, "games-player"),
        (3, {"boards": [{"white": 1, "black": 2}], "byes": [{"player": 1}]}, "games-twice"),
        (3, {"boards": [{"white": 1, "black": 2, "board": 1}, {"white": 3, "black": 4, "board": 1}]}, "games-board"),
        (3, {"boards": []}, "games-nothing"),
        (3, {"boards": [{"white": 1, "black": 0}]}, "invalid"),
        (3, {"boards": [{"white": 1, "black": 2}], "byes": [{"player": 3, "kind": "X"}]}, "invalid"),
    ],
)
def test_a_round_that_does_not_fit_is_refused_whole(client, event, number, body, code):
    token = token_of(event, Role.CHIEF_ARBITER, ["pairings"])
    answer = post(client, f"events/open/rounds/{number}/pairings", body, token)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert last_paired_round(event) == 2


def test_rounds_of_teams_are_not_taken(client, teams):
    token = token_of(teams, Role.CHIEF_ARBITER, ["pairings"])
    number = last_paired_round(teams) + 1
    answer = post(client, f"events/teams/rounds/{number}/pairings", {"boards": [{"white": 1, "black": 2}]}, token)
    assert (answer.status_code, answer.json()["code"]) == (422, "games-teams")


def test_publishing_takes_the_scope_and_the_right_to_pair(client, event):
    assert post(client, PAIRINGS, ROUND_3, token_of(event, Role.CHIEF_ARBITER)).status_code == 403
    assert post(client, PAIRINGS, ROUND_3, token_of(event, Role.ARBITER, ["pairings"], "arbiter")).status_code == 401
    assert post(client, PAIRINGS, ROUND_3).status_code == 401
    assert last_paired_round(event) == 2
