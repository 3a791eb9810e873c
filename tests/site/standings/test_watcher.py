"""The watcher reports what any process committed, and comes back after it lost the database."""

import asyncio
import json
import os
import re
import sqlite3
import threading

import pytest
from django.conf import settings

from tests.servers.listening import Stream
from tests.servers.live_events import BUMP, NEW_EVENT
from tests.servers.server import wait_for
from tournaments.live import stream, watcher
from tournaments.live.watcher import SqliteWatcher
from tournaments.operation import waking

on_postgres = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="needs PostgreSQL, as DATABASE_URL"
)
KILL_LISTENER = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = 'crosstable-live'"
    )
    print(len(cursor.fetchall()))
"""


def test_a_beat_is_json_like_the_messages_of_programs():
    data = [line.removeprefix(b"data: ") for line in stream.BEAT.data.splitlines() if line.startswith(b"data: ")]
    assert [json.loads(each) for each in data] == [{}]


@pytest.fixture
def database(tmp_path):
    """A SQLite file with the one table that it reads, and a connection that writes to it."""
    path = tmp_path / "events.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE tournaments_event (id INTEGER, epoch TEXT, version INTEGER)")
    connection.execute("INSERT INTO tournaments_event VALUES (1, 'e', 1), (2, 'f', 1)")
    yield {"ENGINE": "django.db.backends.sqlite3", "NAME": path}, connection
    connection.close()


def reports_of(description, scene):
    """Watch event 1 while `scene(reports)` runs, a coroutine that waits for reports; return all of them."""
    reports = []

    async def play():
        task = asyncio.create_task(SqliteWatcher(description, lambda: {1}, reports.append).run())
        try:
            await asyncio.wait_for(scene(reports), 30)
        finally:
            task.cancel()

    asyncio.run(play())
    return reports


async def until(reports, expected):
    while not reports or reports[-1] != expected:
        await asyncio.sleep(0.01)


def test_the_watcher_reports_at_its_start_and_after_a_commit(database):
    description, writer = database

    async def scene(reports):
        await until(reports, {1: "e-1"})
        writer.execute("UPDATE tournaments_event SET version = 2 WHERE id = 1")
        await until(reports, {1: "e-2"})

    reports_of(description, scene)


def test_an_event_that_is_gone_has_no_stamp(database):
    description, writer = database

    async def scene(reports):
        await until(reports, {1: "e-1"})
        writer.execute("DELETE FROM tournaments_event")
        await until(reports, {1: None})

    reports_of(description, scene)


def test_a_rollback_is_not_reported(database):
    description, writer = database

    async def scene(reports):
        await until(reports, {1: "e-1"})
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE tournaments_event SET version = 2 WHERE id = 1")
        writer.execute("ROLLBACK")
        writer.execute("UPDATE tournaments_event SET version = 3 WHERE id = 1")
        await until(reports, {1: "e-3"})

    assert reports_of(description, scene) == [{1: "e-1"}, {1: "e-3"}]


def test_wake_comes_from_any_thread(database, monkeypatch):
    monkeypatch.setattr(watcher, "LOOK_EVERY", 3600)
    description, writer = database

    async def scene(reports):
        await until(reports, {1: "e-1"})
        writer.execute("UPDATE tournaments_event SET version = 2 WHERE id = 1")
        threading.Thread(target=waking.wake_here).start()
        await until(reports, {1: "e-2"})

    reports_of(description, scene)
    waking.wake_here()  # nobody watches: nothing happens


def test_the_watcher_outlives_a_failing_listener(database):
    description, _writer = database
    calls = []

    def fail_first(newest):
        calls.append(newest)
        if len(calls) == 1:
            raise KeyError("a mistake")

    async def play():
        task = asyncio.create_task(SqliteWatcher(description, lambda: {1}, fail_first).run())
        async with asyncio.timeout(30):
            while len(calls) < 2:
                await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(play())
    assert calls == [{1: "e-1"}] * 2


def test_the_watcher_comes_back_when_the_database_does(database):
    description, writer = database

    async def scene(reports):
        await until(reports, {1: "e-1"})
        writer.execute("ALTER TABLE tournaments_event RENAME TO away")
        await asyncio.sleep(0.5)
        writer.execute("ALTER TABLE away RENAME TO tournaments_event")
        writer.execute("UPDATE tournaments_event SET version = 2 WHERE id = 1")
        await until(reports, {1: "e-2"})

    reports_of(description, scene)


@pytest.mark.db
@pytest.mark.faults
def test_a_write_of_another_process_reaches_an_open_stream(server):
    server.python(NEW_EVENT)
    with Stream(server, "/live/cup/version/?v=e-1") as stream:
        server.python(BUMP + "bump()")
        assert stream.next().id == "e-2"


@on_postgres
@pytest.mark.db
@pytest.mark.faults
def test_a_killed_listener_recovers_and_loses_nothing(server):
    server.python(NEW_EVENT)
    with Stream(server, "/live/cup/version/?v=e-1") as stream:
        server.python(BUMP + "bump()")
        assert stream.next().id == "e-2"
        assert int(server.python(KILL_LISTENER)) == 1
        server.python(BUMP + "bump()")
        assert stream.next().id == "e-3"
        wait_for(lambda: "lost the database" in server.log, "the line of the log")
        server.python(BUMP + "bump()")
        assert stream.next().id == "e-4"


def test_a_page_notices_a_dead_line_within_fifteen_seconds_and_forgives_a_lost_heartbeat():
    way, page = ((settings.BASE / f"static/shared/{name}.js").read_text() for name in ("stream", "live"))
    silence = int(re.search(r"SILENCE = (\d+)", way)[1]) / 1000
    looks_every = int(re.search(r"setInterval\(look, (\d+)\)", page)[1]) / 1000
    assert 2 * stream.HEARTBEAT_EVERY < silence <= 15 - looks_every


def test_every_message_has_data_that_programs_can_read():
    for message in (stream.BEAT.data, stream.farewell("restart")):
        (data,) = re.findall(rb"^data:(.*)$", message, re.M)
        assert json.loads(data) == {}
