"""`manage.py serve` as a process: what it prints, and how it ends."""

import re
import signal
import subprocess
import sys

import pytest

from tests.servers.server import ROOT, SERVE, Server

# `manage.py serve`, which waits no time for the database.
IMPATIENT = """
import django, sys
django.setup()
from tournaments import startup
startup.PATIENCE = 0
import manage
sys.argv = ["manage.py", "serve"]
manage.main()
"""
LINK = re.compile(r"http://[^/]+(/signin/[\w-]{22}/)")


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    """A server on an empty folder, as after a fresh clone."""
    server = Server(tmp_path_factory.mktemp("clone"), entry=SERVE)
    yield server.start()
    server.stop(signal.SIGKILL)


def test_a_first_start_prepares_everything_and_prints_a_way_in(started):
    (address,) = LINK.findall(started.log)
    assert f"Crosstable: {started.url}/" in started.log
    assert started.status(address) == 200
    assert started.status("/") == 200
    style = re.search(r"/static/shared/style\.[0-9a-f]{12}\.css", started.get("/"))
    assert started.status(style[0]) == 200


def test_a_port_that_is_taken_is_named_before_anything_is_touched(started, tmp_path):
    second = started.environment | {"CROSSTABLE_VAR": str(tmp_path / "second")}
    command = [sys.executable, "manage.py", "serve"]
    done = subprocess.run(command, cwd=ROOT, env=second, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert f"Port {started.port} is taken." in done.stderr
    assert [path.name for path in (tmp_path / "second").iterdir()] == ["secret-key"]


@pytest.mark.faults
def test_a_second_start_prepares_nothing_and_prints_a_new_link(started):
    started.restart()
    first, second = LINK.findall(started.log)
    assert first != second
    assert started.log.count("Preparing the database") == started.log.count("Collecting the static files") == 1


@pytest.mark.faults
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_without_a_traceback(new_server, how):
    server = new_server(SERVE).start()
    server.stop(how)
    assert "Traceback" not in server.log


def test_a_database_that_does_not_answer_is_named_in_a_sentence(tmp_path):
    server = Server(tmp_path, f"postgresql://nobody@/nothing?host={tmp_path}&connect_timeout=1", SERVE)
    command = [sys.executable, "-c", IMPATIENT]
    done = subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "CommandError: The database can't be used:" in done.stderr
    assert "Traceback" not in done.stderr
