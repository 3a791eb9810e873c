"""`manage.py serve` as a process: what it prints, and how it ends."""

import re
import signal
import subprocess
import sys

import pytest

from tests.servers.answers import answer, read_log_lines
from tests.servers.server import ROOT, SERVE, Server, free_port, wait_for
from tournaments.operation import server_addresses

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


def test_a_sign_in_link_leads_to_the_server_that_runs_here(started):
    variables = {name: value for name, value in started.environment.items() if name != "PORT"}
    command = [sys.executable, "manage.py", "signin_link", "admin"]
    printed = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=True).stdout
    assert printed.startswith(f"{started.url}/signin/")
    assert started.status(LINK.fullmatch(printed.strip())[1]) == 200


def test_a_server_that_runs_no_more_is_forgotten(settings, tmp_path):
    settings.VAR, settings.PORT = tmp_path, free_port()
    server_addresses.note_running_site()
    settings.PORT = 8000
    assert server_addresses.signin_address("code") == "http://127.0.0.1:8000/signin/code/"


def test_without_a_token_this_machine_alone_reads_them_and_no_proxy_for_others(started):
    assert started.status("/metrics/") == 200
    assert started.status("/metrics/", **{"X-Forwarded-For": "192.0.2.9"}) == 403


def test_ready_says_that_the_database_answers(started):
    assert answer(started, "/health/")[::2] == (200, "ok")
    assert answer(started, "/health/ready/")[::2] == (200, "ready")
    assert answer(started, "/health/other/")[0] == 404
    assert started.status("/health/", Host="somebody.example") == 200, "a balancer knows no host name"


def test_a_form_that_is_refused_for_its_missing_cookie_leaves_no_secret_in_the_log(started):
    for door in ("signin", "join", "slip"):
        assert answer(started, f"/{door}/abcdefghijklmnopqrstuv/", data=b"a=b")[0] == 403
    for door in ("signin", "join", "slip"):
        wait_for(lambda door=door: f"/{door}/…/" in started.log, "the refused form in the log")
    assert "abcdefghijklmnopqrstuv" not in started.log


def test_a_laptop_trusts_no_header(started):
    _, headers, _ = answer(started, "/", **{"X-Request-ID": "proxy-0123456789", "X-Forwarded-Proto": "https"})
    assert headers["X-Request-ID"] != "proxy-0123456789"
    assert read_log_lines(started) == []


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


def test_one_demo_event_moves_by_itself_while_the_demo_is_served(new_server):
    server = new_server([*SERVE, "--demo"]).start()
    version = "/api/v1/events/ahorntal-open"
    before = server.get(version)
    wait_for(lambda: server.get(version) != before, "a result")
    assert server.status("/e/petanque-open/") == server.status("/e/team-cup/") == 200
    server.stop()
    assert "Traceback" not in server.log


def test_a_database_that_does_not_answer_is_named_in_a_sentence(tmp_path):
    server = Server(tmp_path, f"postgresql://nobody@/nothing?host={tmp_path}&connect_timeout=1", SERVE)
    command = [sys.executable, "-c", IMPATIENT]
    done = subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "CommandError: The database can't be used:" in done.stderr
    assert "Traceback" not in done.stderr
