"""The real entry point as a process, for tests of streams, browsers and faults.

    def test_something(server):                     # fixture: migrated database of its own, started, stopped at the end
        server.url                                  # "http://127.0.0.1:41234"
        server.python("from tournaments ... ")      # run code in another process, with Django set up; returns stdout
        server.manage("load_demo")                  # run a command in another process
        server.restart()                            # same port, same database
        wait_for(lambda: ..., "what is awaited")    # a state, up to 30 s

Tests prepare and check by commands or HTTP, never by the ORM of their own process. With DATABASE_URL at a PostgreSQL
each server gets a new database in it, otherwise a SQLite file.
"""

import contextlib
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.servers import postgres
from tests.servers.console import Console

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30
PATIENCE_AT_START = 120  # a busy machine takes its time over importing everything
PROTOCOL = ["--http", "config.http.protocol:Protocol"]  # as manage.py serve has it
UVICORN = ["-m", "uvicorn", "config.asgi:application", *PROTOCOL, "--log-level", "warning"]
UVICORN += ["--timeout-graceful-shutdown", "3"]
SERVE = ["manage.py", "serve"]
PREPARE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
"""


def wait_for(state, what, patience=PATIENCE):
    """Call `state` until it returns something true, and return that; fail with `what` after `patience` seconds."""
    end = time.monotonic() + patience
    while True:
        if reached := state():
            return reached
        if time.monotonic() > end:
            raise AssertionError(f"waited {patience} s in vain for {what}")
        time.sleep(0.05)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server process with its folder; `entry` is UVICORN or SERVE, `environment` more variables."""

    def __init__(self, folder, database_url="", entry=UVICORN, **environment):
        self.folder = Path(folder)
        self.entry = entry
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = self.console = None
        self.environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {
            "CROSSTABLE_VAR": str(self.folder),
            "CROSSTABLE_DEMO": "no",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
            **({"DATABASE_URL": database_url} if database_url else {}),
            **environment,
        }

    @property
    def log(self):
        """What the server wrote so far."""
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")

    def start(self):
        port = ["--port", str(self.port)] if self.entry is UVICORN else []
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.entry, *port], cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        wait_for(self.answers, "the server to answer", PATIENCE_AT_START)
        return self

    def answers(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the server ended at once with {self.process.returncode}:\n{self.log}")
        try:
            return self.get("/health/") == "ok"
        except OSError:
            return False

    def get(self, path, **headers):
        """Return the text of a page."""
        request = urllib.request.Request(self.url + path, headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def status(self, path, **headers):
        """Return the status of a page, also of a refused one."""
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status
        except urllib.error.HTTPError as refusal:
            return refusal.code

    def stop(self, how=signal.SIGTERM):
        """Stop the process and return its exit status; a server that does not end is an error."""
        if self.process is None:
            return None
        self.process.send_signal(how)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"the server did not end:\n{self.log}") from None
        finally:
            self.process = None

    def restart(self, how=signal.SIGTERM):
        self.stop(how)
        return self.start()

    def threads(self):
        """Return the number of the server's threads (Linux)."""
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))

    def memory(self):
        """Return the server's resident memory in kilobytes (Linux)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

    def files(self):
        """Return the number of the server's open files and connections (Linux)."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def clients(self):
        """Return the number of connections that are open at the server's port (Linux)."""
        here, established = f":{self.port:04X}", "01"
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        return sum(line.split()[1].endswith(here) and line.split()[3] == established for line in lines)

    def manage(self, *command):
        return self.run("manage.py", *command)

    def python(self, code):
        return self.run("-c", f"import django; django.setup()\n{code}")

    def run(self, *command):
        if self.console is None or self.console.environment != self.environment:
            self.close_console()
            self.console = Console(self.environment)
        done = self.console.run(command)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def close_console(self):
        if self.console:
            self.console.close()
            self.console = None


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    """A folder with a migrated SQLite file and the collected static files, to be copied; all processes share it."""
    top = tmp_path_factory.getbasetemp()
    folder = (top.parent if "PYTEST_XDIST_WORKER" in os.environ else top) / "prepared"
    folder.mkdir(exist_ok=True)
    with open(folder.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "static").exists():
            server = Server(folder)
            server.python(PREPARE)
            server.close_console()
    return folder


@pytest.fixture(scope="session")
def prepared_database(tmp_path_factory):
    """The URL of a migrated PostgreSQL database, to be copied; "" where the tests run on SQLite."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield ""
        return
    with postgres.new_database(url) as database:
        Server(tmp_path_factory.mktemp("prepared-database"), database).manage("migrate", "--verbosity=0")
        yield database


def link_static_files(source, target):
    """Copy a file of a server; its static files, which are many, are written again or not at all: a link will do."""
    return os.link(source, target) if "static" in Path(source).parts else shutil.copy2(source, target)


@contextlib.contextmanager
def servers(prepared, prepared_database, top):
    """Yield a function that makes a server, not yet started, with a migrated database of its own."""
    with contextlib.ExitStack() as stack:

        def make(entry=UVICORN, **environment):
            folder = top / f"server-{len(list(top.iterdir()))}"
            shutil.copytree(prepared, folder, copy_function=link_static_files)
            database = ""
            if prepared_database:
                copy = postgres.new_database(os.environ["DATABASE_URL"], prepared_database)
                database = stack.enter_context(copy)
            server = Server(folder, database, entry, **environment)
            stack.callback(server.stop, signal.SIGKILL)
            stack.callback(server.close_console)
            return server

        yield make


@pytest.fixture
def new_server(prepared, prepared_database, tmp_path):
    """A function that makes a server for one test."""
    with servers(prepared, prepared_database, tmp_path) as make:
        yield make


@pytest.fixture(scope="module")
def new_shared_server(prepared, prepared_database, tmp_path_factory):
    """A function that makes a server for all tests of a file."""
    with servers(prepared, prepared_database, tmp_path_factory.mktemp("servers")) as make:
        yield make


@pytest.fixture(scope="module")
def shared_server(new_shared_server):
    """A running server for all tests of a file, which leave it as it was."""
    return new_shared_server().start()


@pytest.fixture
def server(new_server):
    """A running server."""
    return new_server().start()
