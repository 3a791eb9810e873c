"""The interface for programs: what it answers, that it hides what pages hide, and that its description is true."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
import schemathesis
from django.contrib.auth.models import AnonymousUser
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans, sampled_from

from tests.generated.generator_teams import swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.site.factories import game, make_event, person
from tests.site.imports import import_teams
from tests.site.standings.test_team_events import GOLDEN
from tests.sizes import examples
from tournaments.access import tokens
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.fixed_tables import set_fixed_table
from tournaments.actions.writing import COMMAND
from tournaments.api.urls import api
from tournaments.domain.choices import TokenKind
from tournaments.domain.entry import Entry
from tournaments.domain.roles import Role
from tournaments.models import Event, Game, Match, Player, Round
from tournaments.pages.standings.individuals import individuals_view
from tournaments.queries.events import event_for
from tournaments.queries.games import last_paired_round
from tournaments.queries.standings import clear_caches, read_standings

pytestmark = pytest.mark.django_db
FAR = timedelta(days=1)
DESCRIBED = api.get_openapi_schema(path_prefix="/api/v1/")
OPERATIONS = [(path, method.upper()) for path, methods in DESCRIBED["paths"].items() for method in methods]


@pytest.fixture
def event():
    event = make_event()
    Game.objects.filter(round__event=event, round__number=1, board=1).update(result="10")
    return event


@pytest.fixture
def teams():
    """Return a small team event; its boards were all played."""
    return import_teams(trf_text_teams(*swiss(2, boards=4, teams=6)))


def get(client, path, status=200, **headers):
    answer = client.get(f"/api/v1/{path}", headers=headers)
    assert answer.status_code == status, answer.content
    return answer.json() if status != 304 else answer


def test_the_public_events_are_listed_page_by_page(client):
    for number in range(5):
        make_event(slug=f"cup-{number}")
    make_event(slug="secret", is_public=False)
    first = get(client, "events?limit=3")
    rest = get(client, f"events?limit=3&after={first['next']}")
    assert [item["slug"] for item in first["items"] + rest["items"]] == [f"cup-{n}" for n in range(4, -1, -1)]
    assert rest["next"] is None


def test_an_event_that_is_not_public_is_not_there(client):
    make_event(slug="secret", is_public=False)
    paths = (
        "",
        "/players",
        "/standings",
        "/games",
        "/rounds",
        "/crosstable",
        "/outlook?places=2",
        "/teams",
        "/matches",
        "/individuals",
    )
    for path in paths:
        assert get(client, f"events/secret{path}", 404)["code"] == "not-found"


def test_the_table_is_that_of_the_pages(client, event):
    shape = get(client, "events/open/standings?terms=true")
    ranked = read_standings(event)
    assert [(row["rank"], row["number"]) for row in shape["rows"]] == [(row.rank, row.number) for row in ranked.rows]
    working = shape["rows"][0]["workings"][0]
    assert (working["criterion"], working["value"]) == ("PTS", "1")
    assert sum(float(term["value"]) for term in working["terms"]) == 1
    assert get(client, "events/open/standings")["rows"][0]["workings"] is None


def test_direct_encounter_is_told_as_the_small_table_of_a_tied_group(client, event):
    Event.objects.update(tiebreaks="PTS,DE")
    Game.objects.filter(round__event=event, round__number=1).update(result="==")
    clear_caches()
    row = get(client, "events/open/standings?terms=true")["rows"][0]
    (points, encounter) = (working["encounter"] for working in row["workings"])
    assert points is None
    assert len(encounter["players"]) == 8
    assert {member["number"]: member["against"] for member in encounter["players"]}[1] == {"2": "0.5"}


def test_games_come_in_pages_that_lose_and_double_nothing(client, event):
    found, after = [], ""
    while after is not None:
        page = get(client, f"events/open/games?limit=3&after={after}")
        found += [(item["round"], item["board"]) for item in page["items"]]
        after = page["next"]
    assert found == [(number, board) for number in (1, 2) for board in (1, 2, 3, 4)]
    assert len(get(client, "events/open/games?round=2")["items"]) == 4


def test_what_is_hidden_from_the_public_is_hidden_here(client, event):
    Round.objects.filter(event=event, number=1).update(is_withheld=True)
    Player.objects.filter(event=event, number=1).update(
        pseudonym="Player X", fide_id="4600000", birth_date="2010-05-06"
    )
    clear_caches()
    assert get(client, "events/open/games?round=1")["items"][0]["result"] == ""
    assert {row["values"][0] for row in get(client, "events/open/standings")["rows"]} == {"0"}
    text = client.get("/api/v1/events/open/players").text
    assert "Player X" in text
    assert not any(secret in text for secret in ("Müller", "4600000", "2010"))
    assert get(client, "events/open/rounds")[0] == {
        "number": 1, "starts_at": None, "boards": 4, "results_in": 0, "withheld": True,
    }  # fmt: skip


def test_an_unchanged_answer_is_not_sent_again(client, event):
    answer = client.get("/api/v1/events/open/standings")
    tag = answer["ETag"]
    again = get(client, "events/open/standings", 304, if_none_match=tag)
    assert (again["ETag"], again["Access-Control-Allow-Origin"]) == (tag, "*")
    enter_result(event, 1, 2, Entry(result="01", version=0), COMMAND)
    assert client.get("/api/v1/events/open/standings", headers={"if-none-match": tag}).status_code == 200


def test_every_page_may_read_without_credentials(client, event):
    answer = client.get("/api/v1/events/open", headers={"origin": "https://club.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    asked = {"origin": "https://club.example", "access-control-request-method": "POST"}
    preflight = client.options("/api/v1/events/open/rounds/1/boards/2/result", headers=asked)
    assert (preflight.status_code, preflight["Access-Control-Allow-Methods"]) == (204, "GET")
    assert "Access-Control-Allow-Origin" not in post(client, BOARD, {"result": "10", "version": 0}, token_of(event))


def test_the_list_of_events_has_a_tag_too(client, event):
    tag = client.get("/api/v1/events")["ETag"]
    assert client.get("/api/v1/events", headers={"if-none-match": tag}).status_code == 304
    enter_result(event, 1, 2, Entry(result="01", version=0), COMMAND)
    assert client.get("/api/v1/events", headers={"if-none-match": tag}).status_code == 200


PROBLEM = {"type", "title", "status", "detail", "code", "field"}


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "german"),
    [
        ("get", "events/nothing", 404, "not-found", "Hier ist nichts."),
        ("get", "nothing/at/all", 404, "not-found", "Hier ist nichts."),
        ("get", "events/open/outlook", 422, "invalid", "places: "),
        ("get", "events/open/games?limit=0", 422, "invalid", "limit: "),
        ("delete", "events/open", 405, "method-not-allowed", ""),
        ("post", "events/open/rounds/1/boards/2/result", 401, "no-token", ""),
    ],
)
def test_what_is_wrong_is_said_in_one_shape_and_in_the_readers_language(
    client, event, method, path, status, code, german
):
    for language in ("en", "de"):
        answer = getattr(client, method)(f"/api/v1/{path}", headers={"accept-language": language})
        shape = answer.json()
        assert (answer["Content-Type"], answer.status_code) == ("application/problem+json", status)
        assert (set(shape), shape["status"], shape["code"]) == (PROBLEM, status, code)
        assert shape["title"] and shape["detail"]
    assert shape["detail"].startswith(german)
    assert answer["Content-Language"] == "de"


def test_the_questions_do_not_grow_with_the_field(client, django_assert_max_num_queries):
    make_event(slug="large")
    for path in ("players", "games", "standings?terms=true", "crosstable", "rounds", "outlook?places=2"):
        clear_caches()
        with django_assert_max_num_queries(7):
            get(client, f"events/large/{path}")


def test_teams_are_listed_with_their_players(client, event):
    import_teams(GOLDEN.read_text(encoding="utf-8"))
    first = get(client, "events/teams/teams?limit=30")
    rest = get(client, f"events/teams/teams?after={first['next']}")
    teams = first["items"] + rest["items"]
    assert (len(teams), teams[0]["name"], teams[0]["players"], rest["next"]) == (50, "India", [1, 5, 15, 28, 44], None)
    assert len(get(client, "events/teams/standings")["rows"]) == 50
    assert get(client, "events/open/teams") == {"items": [], "next": None}


def test_matches_come_with_their_boards(client, teams):
    found, after = [], ""
    while after is not None:
        page = get(client, f"events/teams/matches?limit=4&after={after}")
        found += page["items"]
        after = page["next"]
    assert len(found) == Match.objects.filter(round__event=teams).count()
    played = next(match for match in found if match["kind"] == "played")
    assert [board["match_board"] for board in played["boards"]] == [1, 2, 3, 4]
    made = float(played["first"]["game_points"]) + float(played["second"]["game_points"])
    assert made == 4
    assert {match["round"] for match in get(client, "events/teams/matches?round=2")["items"]} == {2}


def test_the_lists_of_the_boards_are_those_of_the_page(client, event, teams):
    found, after = [], 0
    while after is not None:
        page = get(client, f"events/teams/individuals?limit=7&after={after}")
        found += page["items"]
        after = page["next"]
    view = individuals_view(event_for(AnonymousUser(), "teams"))
    shown = [(board.board, row.place, row.number, row.games) for board in view.boards for row in board.rows]
    assert [(item["board"], item["place"], item["number"], item["games"]) for item in found] == shown
    assert (page["by"], page["least_games"]) == (view.by, view.least)
    best = get(client, "events/teams/individuals?by=performance&limit=1")["items"][0]
    assert best["performance"] == max(
        item["performance"] or 0 for item in found if item["board"] == 1 and item["place"]
    )
    assert get(client, "events/open/individuals")["items"] == []
    assert get(client, "events/teams/individuals?by=luck", 422)["field"] == "by"


def test_a_withheld_match_is_open(client, teams):
    Round.objects.filter(event=teams, number=1).update(is_withheld=True)
    clear_caches()
    for match in get(client, "events/teams/matches?round=1")["items"]:
        assert match["second"] is None or match["kind"] == "open"
        assert not any(board["result"] for board in match["boards"] if board["black"])


@pytest.mark.parametrize("path", ["standings", "standings?terms=true", "crosstable"])
def test_a_long_table_comes_in_pages(client, event, path):
    whole = get(client, f"events/open/{path}")
    name = "lines" if path == "crosstable" else "rows"
    found, after = [], 0
    while after is not None:
        page = get(client, f"events/open/{path}{'&' if '?' in path else '?'}limit=3&after={after}")
        assert len(page[name]) <= 3
        found += page[name]
        after = page["next"]
    assert (found, whole["next"]) == (whole[name], None)
    get(client, f"events/open/{path.partition('?')[0]}?after=99", 404)


def test_who_can_still_get_there(client, event):
    shape = get(client, "events/open/outlook?places=2")
    assert {row["mark"] for row in shape} == {"possible"}


# Writing.


def token_of(event, role=Role.ARBITER, scopes=("results",), name="program"):
    return tokens.issue_token(
        event, TokenKind.API, valid=FAR, by=person(name, event, role), scopes=list(scopes), name=f"a {name}"
    )


def test_asking_for_every_number_of_places_fills_no_memory(client, event):
    ranked = read_standings(event_for(AnonymousUser(), "open"))
    before = sum("outlook" in key for key in ranked.table._cache if isinstance(key, tuple))
    for places in range(1, 9):
        get(client, f"events/open/outlook?places={places}")
    assert read_standings(event_for(AnonymousUser(), "open")) is ranked
    assert sum("outlook" in key for key in ranked.table._cache if isinstance(key, tuple)) == before


def post(client, path, body, token="", key=None):
    headers = {"authorization": f"Bearer {token}", "idempotency-key": str(key or uuid4())}
    return client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers=headers)


BOARD = "events/open/rounds/1/boards/2/result"


def test_a_program_enters_a_result_once(client, event):
    token, key = token_of(event), uuid4()
    first = post(client, BOARD, {"result": "==", "version": 0}, token, key)
    assert (first.status_code, first.json()["outcome"], first.json()["game"]["version"]) == (200, "saved", 1)
    enter_result(event, 1, 2, Entry(result="10", version=1), COMMAND)
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


# Reading an event that is not public.


def test_a_token_reads_an_event_before_it_is_public_as_everybody_will(client):
    event = make_event(slug="secret", is_public=False)
    Round.objects.filter(event=event, number=1).update(is_withheld=True)
    Player.objects.filter(event=event, number=1).update(pseudonym="Player X")
    Game.objects.filter(round__event=event, round__number=1, board=1).update(result="10")
    reader = f"Bearer {token_of(event, Role.DISPLAY, ['read'])}"
    for path in ("", "/players", "/games", "/rounds", "/standings", "/crosstable", "/outlook?places=2", "/teams"):
        answer = client.get(f"/api/v1/events/secret{path}", headers={"authorization": reader})
        assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-cache")
        assert "Authorization" in answer["Vary"]
        assert "Müller" not in answer.text
    games = get(client, "events/secret/games?round=1", authorization=reader)["items"]
    assert not any(item["result"] for item in games)
    get(client, "events/secret/games", 304, authorization=reader, if_none_match=answer_tag(client, reader))
    assert "secret" not in client.get("/api/v1/events", headers={"authorization": reader}).text


def answer_tag(client, reader):
    return client.get("/api/v1/events/secret", headers={"authorization": reader})["ETag"]


def test_only_a_token_to_read_it_opens_an_event_that_is_not_public(client, event):
    secret = make_event(slug="secret", is_public=False)
    lost = token_of(secret, scopes=["read"], name="gone")
    secret.memberships.filter(user__username="gone").delete()
    for token, status, code in (
        (token_of(secret), 403, "no-scope"),  # as they were made before there were scopes to choose
        (token_of(event, scopes=["read"], name="stranger"), 404, "not-found"),
        (lost, 401, "no-token"),
        ("nothing", 401, "no-token"),
    ):
        problem = get(client, "events/secret/players", status, authorization=f"Bearer {token}")
        assert problem["code"] == code
        get(client, "events/open/players", authorization=f"Bearer {token}")  # it is public, whoever asks
    assert client.get("/api/v1/events/secret/players")["Cache-Control"] == "no-store", "a token may open it"


# Publishing rounds.

ROUND_3 = {"boards": [{"white": 1, "black": 2}, {"white": 4, "black": 3}, {"white": 5, "black": 6}],
           "byes": [{"player": 7, "kind": "U"}]}  # fmt: skip
PAIRINGS = "events/open/rounds/3/pairings"


def test_a_program_publishes_a_round_once(client, event):
    token = token_of(event, Role.CHIEF_ARBITER, ["pairings"])
    set_fixed_table(event, 4, 1, COMMAND)
    assert post(client, PAIRINGS, ROUND_3, token).json()["outcome"] == "published"
    games = Game.objects.filter(round__event=event, round__number=3).order_by("pk")
    found = [(game.board, game.white.number, game.black and game.black.number, game.result) for game in games]
    assert found == [
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


# The description.


def test_the_description_names_every_address(client):
    shape = get(client, "openapi.json")
    assert shape["info"]["version"] == "1"
    assert len(shape["paths"]) == len(OPERATIONS) == 14
    assert reverse("api-1:openapi-json") == "/api/v1/openapi.json"


@pytest.fixture
def application():
    """Return the real application, which leaves the test's connection to the database open after a request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("address", OPERATIONS, ids=" ".join)
def test_whatever_is_asked_the_answer_is_as_described(event, teams, application, address):
    """Ask each address what its description allows, mostly of events that are there, with a token and without."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)
    path, method = address
    scopes = ("read", "results", "pairings")
    right = {
        slug: token_of(each, Role.CHIEF_ARBITER, scopes, slug) for slug, each in (("open", event), ("teams", teams))
    }
    seen = set()

    @given(case=schema[path][method].as_strategy(), slug=sampled_from(["open", "teams", None]), with_token=booleans())
    @settings(examples(5 if method == "GET" else 12, 20), suppress_health_check=list(HealthCheck))
    def asked(case, slug, with_token):
        if slug:
            there = {"slug": slug, "number": 1, "board": 1, "table": 1}
            case.path_parameters |= {name: there[name] for name in case.path_parameters if name in there}
        token = {"authorization": f"Bearer {right[slug or 'open']}"} if with_token else {}
        headers = {"host": "testserver", "accept-encoding": "identity", **token}
        # A result can fit its description and yet not the board: that is refused with 422 too.
        ruled = [schemathesis.checks.positive_data_acceptance] if method == "POST" else []
        answer = case.call_and_validate(headers=headers, excluded_checks=ruled)
        seen.add(answer.status_code)

    asked()
    assert seen - {401, 404}
    assert method == "GET" or 401 in seen
