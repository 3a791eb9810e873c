"""Health, metrics, numbered requests and log lines, most of them of a real server process."""

import asyncio
import os
import re
from uuid import uuid4

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from config.http.health import Health
from tests.servers import postgres
from tests.servers.answers import answer, read_log_lines
from tests.servers.listening import Stream
from tests.servers.live_events import BUMP, ENTER, NEW_EVENT
from tests.servers.server import wait_for
from tests.site.factories import make_event
from tests.site.server.test_environment import PRODUCTION
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.operation.release import VERSION

pytestmark = pytest.mark.db
PROXIED = PRODUCTION | {"ALLOWED_HOSTS": "127.0.0.1", "LOG_LEVEL": "INFO", "METRICS_TOKEN": "for-prometheus-alone"}
HTTPS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9"}


@pytest.fixture(scope="module")
def proxied(new_shared_server):
    """A running server as in production, behind a proxy."""
    return new_shared_server(**PROXIED).start()


def metrics(server, **headers):
    """Return the samples as {(name, *label values): value}."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(server.get("/metrics/", **headers))
        for sample in family.samples
    }


@pytest.mark.faults
def test_the_metrics_tell_spectators_frames_latency_entries_and_requests(shared_server):
    shared_server.python(NEW_EVENT)
    before = metrics(shared_server)
    assert before["crosstable_spectators",] == 0
    with Stream(shared_server, "/live/cup/standings/") as stream:
        stream.next()
        assert metrics(shared_server)["crosstable_spectators",] == 1
        shared_server.python(ENTER + "enter(1, '10')")
        stream.next()
        frames = "crosstable_frames_total", "standings"
        after = wait_for(lambda: (now := metrics(shared_server))[frames] and now, "a frame")
    assert after[frames] == 1
    assert after["crosstable_commit_to_send_seconds_count",] == 1
    assert 0 < after["crosstable_commit_to_send_seconds_sum",] < 30
    shared_server.get("/e/cup/")
    shared_server.status("/e/nowhere/")
    now = metrics(shared_server)
    for counted in (("crosstable_requests_total", "page", "2xx"), ("crosstable_requests_total", "page", "4xx")):
        assert now[counted] - before.get(counted, 0) == 1
    pages = "crosstable_request_seconds_count", "page"
    assert now[pages] - before.get(pages, 0) == 2
    assert now["crosstable_release", VERSION] == 1
    wait_for(lambda: metrics(shared_server)["crosstable_spectators",] == 0, "the spectator to be gone")


@pytest.mark.django_db
def test_entries_and_conflicts_are_counted():
    def counts():
        return [REGISTRY.get_sample_value("crosstable_entries_total", {"outcome": name}) or 0 for name in outcomes]

    outcomes = ("saved", "replay", "same", "conflict", "refused")
    event, number = make_event(), uuid4()
    before = counts()
    for entry in [Entry("10", version=0, uuid=number)] * 2 + [Entry("10", version=1), Entry("01", version=0)]:
        enter_result(event, 2, 2, entry, COMMAND)
    with pytest.raises(Refusal):
        enter_result(event, 2, 2, Entry("zz", version=1), COMMAND)
    assert [now - then for now, then in zip(counts(), before, strict=True)] == [1] * 5


@pytest.mark.faults
def test_the_metrics_are_not_for_visitors(proxied):
    for headers in ({}, {"Authorization": "Bearer wrong"}, HTTPS):
        assert answer(proxied, "/metrics/", **headers)[0] == 403
    assert metrics(proxied, Authorization="Bearer for-prometheus-alone")["crosstable_spectators",] == 0


def test_not_ready_while_the_tables_are_not_those_of_the_release(committed):
    health, recorder = Health(), MigrationRecorder(connection)
    latest = recorder.migration_qs.filter(app="axes").latest("pk").name

    async def ready():
        request = ApplicationCommunicator(health, {"type": "http", "method": "GET", "path": "/health/ready/"})
        start, body = [await request.receive_output() for _ in range(2)]
        return start["status"], body["body"].decode()

    recorder.record_unapplied("axes", latest)
    try:
        obstacle = "The tables of the database are not those of this release: run manage.py migrate.\n"
        assert asyncio.run(ready()) == (503, obstacle)
    finally:
        recorder.record_applied("axes", latest)
    assert asyncio.run(ready()) == (200, "ready")


@pytest.mark.skipif(not os.environ.get("DATABASE_URL"), reason="a SQLite file does not go away")
def test_not_ready_while_the_database_is_away(new_server, prepared_database):
    server = new_server().start()
    assert server.get("/health/ready/") == "ready"
    name = postgres.template_name(server.environment["DATABASE_URL"])
    import psycopg

    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        wait_for(lambda: answer(server, "/health/ready/")[0] == 503, "the server to notice")
        assert answer(server, "/health/")[0] == 200
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    wait_for(lambda: answer(server, "/health/ready/")[0] == 200, "the server to recover")


@pytest.mark.faults
def test_every_answer_carries_a_number_and_a_proxy_may_give_it(proxied):
    _, headers, _ = answer(proxied, "/", **HTTPS)
    assert re.fullmatch("[0-9a-f]{16}", headers["X-Request-ID"])
    _, headers, _ = answer(proxied, "/", **HTTPS, **{"X-Request-ID": "proxy-0123456789"})
    assert headers["X-Request-ID"] == "proxy-0123456789"
    for bad in ("short", "x" * 65, "two words here", '{"a": "b"}'):
        _, headers, _ = answer(proxied, "/", **HTTPS, **{"X-Request-ID": bad})
        assert re.fullmatch("[0-9a-f]{16}", headers["X-Request-ID"])


@pytest.mark.faults
def test_a_server_logs_each_request_as_json_without_what_opens_anything(proxied):
    def logged():
        requests = [line for line in read_log_lines(proxied) if line["logger"] == "crosstable.requests"]
        return [line for line in requests if line["path"].startswith(("/e/a-tournament", "/signin/"))]

    answer(proxied, "/e/a-tournament-with-a-long-name/", **HTTPS, **{"X-Request-ID": "proxy-0123456789"})
    answer(proxied, "/signin/abcdefghijklmnopqrstuv/", **HTTPS)
    first, second = wait_for(lambda: len(lines := logged()) > 1 and lines, "both requests in the log")
    assert first["request"] == "proxy-0123456789"
    assert (first["method"], first["path"], first["status"]) == ("GET", "/e/a-tournament-with-a-long-name/", 404)
    assert (first["address"], first["kind"], first["level"]) == ("192.0.2.9", "page", "INFO")
    assert second["path"] == "/signin/…/"
    assert "abcdefghijklmnopqrstuv" not in proxied.log


@pytest.mark.faults
def test_a_restart_loses_no_update(server):
    server.python(NEW_EVENT)
    with Stream(server, "/live/cup/standings/") as stream:
        seen = stream.next().id
        server.stop()
        assert stream.rest()[-1].name == "restart"
    server.python(ENTER + "enter(1, '10')\nenter(2, '01')")
    server.start()
    with Stream(server, "/live/cup/standings/", last=seen) as stream:
        assert stream.next().id == "e-3"
        server.python(BUMP + "bump()")
        assert stream.next().id == "e-4"
