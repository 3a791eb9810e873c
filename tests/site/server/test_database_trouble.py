"""A full disk and a damaged database are named as what they are, by pages, the API, the health check and the start."""

import asyncio
import json
import subprocess
import sys

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import DatabaseError, OperationalError, connection, connections
from django.test import RequestFactory

from config.http import busy_database
from config.http.health import Health
from tournaments.api.problems import Problems
from tournaments.operation import backups, database_trouble

FULL, DAMAGED, BUSY = "database or disk is full", "database disk image is malformed", "database is locked"


@pytest.fixture
def forgetful(monkeypatch):
    """Forget afterwards that a disk was full."""
    monkeypatch.setattr(database_trouble, "_refused_at", float("-inf"))


def answer_of(failure, path="/api/v1/events/open"):
    """Return what the API says when its database fails so."""
    request = RequestFactory().get(path, headers={"accept": "application/json"})
    middleware = busy_database.BusyDatabase(lambda _: None)
    return Problems(lambda request: middleware.process_exception(request, failure))(request)


@pytest.mark.parametrize(
    ("failure", "code", "words"),
    [
        (OperationalError(FULL), "disk-full", "disk is full"),
        (DatabaseError(DAMAGED), "database-damaged", "file is damaged"),
        (DatabaseError("file is not a database"), "database-damaged", "file is damaged"),
        (OperationalError(BUSY), "busy", "busy"),
    ],
)
def test_the_api_names_the_trouble(forgetful, failure, code, words):
    answer = answer_of(failure)
    told = json.loads(answer.content)
    assert (answer.status_code, told["code"], answer["Retry-After"]) == (503, code, "2")
    assert words in told["detail"]
    assert "–" not in told["detail"], "in one language"


def test_another_mistake_of_the_database_is_no_trouble_of_the_disk():
    middleware = busy_database.BusyDatabase(lambda _: None)
    assert middleware.process_exception(RequestFactory().get("/"), DatabaseError("no such column")) is None


def ready(health):
    async def ask():
        request = ApplicationCommunicator(health, {"type": "http", "method": "GET", "path": "/health/ready/"})
        start, body = [await request.receive_output() for _ in range(2)]
        return start["status"], body["body"].decode()

    return asyncio.run(ask())


def test_the_health_check_names_a_full_disk(committed, forgetful, monkeypatch):
    health = Health()
    assert ready(health) == (200, "ready")
    answer_of(OperationalError(FULL))
    assert ready(health) == (503, "The server's disk is full: free some space, results can't be stored.\n")
    monkeypatch.setattr(database_trouble, "_refused_at", float("-inf"))
    assert ready(health) == (200, "ready")
    monkeypatch.setattr(database_trouble, "LEAST_ROOM", 2**62)
    assert ready(health)[0] == 503


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no file of ours")
def test_a_damaged_file_is_named_with_restore_and_the_newest_copy(new_server):
    server = new_server()
    server.manage("backup")
    file = server.folder / "crosstable.sqlite3"
    file.write_bytes(b"SQLite format 3\0" + b"\xff" * 8192)
    command = [sys.executable, "manage.py", "serve"]
    done = subprocess.run(command, env=server.environment, capture_output=True, text=True, timeout=100)
    assert done.returncode
    (newest,) = (server.folder / "backups").glob("crosstable-*-hand.sqlite3")
    assert f"manage.py restore {newest}" in done.stderr


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no file of ours")
def test_the_health_check_names_a_damaged_file(committed, forgetful, monkeypatch, tmp_path, settings):
    file = tmp_path / "crosstable.sqlite3"
    file.write_bytes(b"no database at all" * 500)
    settings.BACKUPS = tmp_path / "backups"
    health = Health()
    with monkeypatch.context() as damaged:
        damaged.setitem(connections.settings["default"], "NAME", file)
        status, said = ready(health)
    assert (status, str(settings.BACKUPS) in said, "manage.py restore" in said) == (503, True, True)
    assert ready(Health()) == (200, "ready")


def test_without_a_copy_the_folder_is_named(settings, tmp_path):
    settings.BACKUPS = tmp_path / "none"
    assert str(settings.BACKUPS) in backups.advise_restore()
