"""A foreign client: generated from the description of the interface, and used against a real server."""

import json
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from uuid import uuid4

import pytest

from tests.servers.live_events import NEW_EVENT

pytestmark = [pytest.mark.faults, pytest.mark.db]

TOKEN = """
from datetime import timedelta
from django.contrib.auth.models import User
from tournaments.access import tokens
from tournaments.models import Event, Membership
event = Event.objects.get(slug="cup")
user = User.objects.create_user("owner")
Membership.objects.create(event=event, user=user, role="owner")
print(tokens.issue_token(event, "api", valid=timedelta(days=1), by=user, scopes=["results"]))
"""


@pytest.fixture
def generated(server, tmp_path, monkeypatch):
    """Return the running server and the package of the client that its description makes."""
    server.python(NEW_EVENT)
    (tmp_path / "openapi.json").write_text(server.get("/api/v1/openapi.json"))
    (tmp_path / "config.json").write_text(json.dumps({"post_hooks": []}))
    program = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    places = ["--path", "openapi.json", "--config", "config.json", "--output-path", "crosstable_client"]
    done = subprocess.run([*program, *places], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    yield server, import_module("crosstable_client")
    for name in [name for name in sys.modules if name.split(".")[0] == "crosstable_client"]:
        del sys.modules[name]


def operation(name, tag="reading"):
    return import_module(f"crosstable_client.api.{tag}.{name}")


def test_a_generated_client_reads_the_table_and_enters_a_result(generated):
    server, package = generated
    models = import_module("crosstable_client.models")
    reader = package.Client(base_url=server.url, raise_on_unexpected_status=True)

    table = operation("standings").sync("cup", client=reader, terms=True)
    assert [(row.rank, row.name, row.values[0]) for row in table.items][:2] == [(1, "Ada", "0"), (1, "Ben", "0")]
    assert table.items[0].workings[0].criterion == "PTS"
    (board,) = [game for game in operation("games").sync("cup", client=reader).items if game.board == 2]

    problem = operation("event").sync("nothing", client=reader)
    assert (type(problem), problem.status, problem.code) == (models.Problem, 404, "not-found")

    entry = models.ResultIn(version=board.version, result="01")
    stranger = package.AuthenticatedClient(base_url=server.url, token="nothing")
    refused = operation("enter_result", "writing")
    assert refused.sync("cup", 1, 2, client=stranger, body=entry, idempotency_key=str(uuid4())).status == 401

    writer = package.AuthenticatedClient(base_url=server.url, token=server.python(TOKEN).strip())
    key = str(uuid4())
    for _ in range(2):
        answer = refused.sync("cup", 1, 2, client=writer, body=entry, idempotency_key=key)
        assert (answer.outcome, answer.game.result, answer.game.version) == ("saved", "01", 1)
    conflict = refused.sync_detailed(
        "cup", 1, 2, client=writer, body=entry.__class__(0, "10"), idempotency_key=str(uuid4())
    )
    assert (conflict.status_code, conflict.parsed.outcome, conflict.parsed.game.result) == (409, "conflict", "01")
    table = operation("standings").sync("cup", client=reader)
    assert (table.items[0].name, table.items[0].values[0]) == ("Dora", "1")


def test_a_generated_client_walks_through_a_team_event(generated):
    server, package = generated
    server.manage("import_event", "tests/golden/fide_team_2024.trf", "--slug", "team", "--public")
    reader = package.Client(base_url=server.url, raise_on_unexpected_status=True)
    rows, after = [], ""
    while after is not None:
        page = operation("matches").sync("team", client=reader, round_=1, limit=20, after=after)
        rows += page.items
        after = page.next_
    teams = operation("teams").sync("team", client=reader, limit=200).items
    assert {match.first.team for match in rows} | {match.second.team for match in rows if match.second} <= {
        team.number for team in teams
    }
    assert all(len(match.boards) == 4 for match in rows if match.second)


WHOLE_TOKEN = """
from datetime import timedelta
from django.contrib.auth.models import User
from tournaments.access import site_tokens
from tournaments.domain.choices import Scope
user = User.objects.create_superuser("organiser")
print(site_tokens.issue_token(user, "client", Scope.values, timedelta(days=1)))
"""


def test_a_generated_client_does_a_whole_event(generated):
    """From nothing to the final table: event, players, rounds by FIDE's system, results, and the end."""
    server, package = generated
    models = import_module("crosstable_client.models")
    writer = package.AuthenticatedClient(base_url=server.url, token=server.python(WHOLE_TOKEN).strip(), timeout=60)

    def do(name, *path, tag="writing", **more):
        if tag == "writing" and name != "draft":
            more["idempotency_key"] = str(uuid4())
        answer = operation(name, tag).sync_detailed(*path, client=writer, **more)
        assert answer.status_code in (200, 202, 204), answer.content
        return answer.parsed

    event = do("create_event", body=models.NewEventIn(name="Generated open", rounds=3))
    names = [f"Player {letter}" for letter in "ABCDEFGH"]
    for place, name in enumerate(names):
        do("add_player", event.slug, body=models.NewPlayerIn(name=name, rating=2400 - 50 * place))
    do("edit_player", event.slug, 1, body=models.PlayerIn(club="SK Ahornfels"))
    first = do("player", event.slug, 1, tag="reading")
    assert (first.name, first.rating, first.club) == ("Player A", 2400, "SK Ahornfels"), "what is not named stays"
    do("edit_event", event.slug, body=models.EventIn(is_public=True, organiser="A program"))
    for number in (1, 2, 3):
        draft = do("draw_round", event.slug, body=models.DrawIn())
        for _ in range(200):
            if draft.state != "drawing":
                break
            time.sleep(0.2)
            draft = do("draft", event.slug)
        assert (draft.state, draft.problem) == ("ready", "")
        seen = [models.SeenIn(round_=each.round_, revision=each.revision) for each in draft.items]
        do("publish_draft", event.slug, body=models.PublicationIn(drafts=seen))
        for game in do("games", event.slug, tag="reading", round_=number).items:
            entry = models.ResultIn(version=game.version, result="10" if game.white < game.black else "01")
            assert do("enter_result", event.slug, number, game.board, body=entry).outcome == "saved"
    do("put_final", event.slug)
    table = do("standings", event.slug, tag="reading")
    assert (table.items[0].name, table.items[0].values[0]) == ("Player A", "3")
    assert sum(float(row.values[0]) for row in table.items) == 3 * len(names) / 2


def test_the_same_key_many_times_at_once_creates_one_event(server):
    token, key = server.python(WHOLE_TOKEN).strip(), str(uuid4())
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": key}

    def create(_number):
        request = urllib.request.Request(f"{server.url}/api/v1/events", b'{"name": "Once"}', headers, method="POST")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["slug"], answer.headers.get("Idempotent-Replayed", "")

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(create, range(8)))
    assert answers == [("once", ""), *[("once", "true")] * 7]
