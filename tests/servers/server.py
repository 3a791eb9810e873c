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
import itertools
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
from tests.servers.databases import migrated_database, migrated_postgresql

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30
PATIENCE_AT_START = 120  # a busy machine takes its time over importing everything
PROTOCOL = ["--http", "config.http.protocol:Protocol"]  # as manage.py serve has it
UVICORN = ["-m", "uvicorn", "config.asgi:application", *PROTOCOL, "--log-level", "warning"]
UVICORN += ["--timeout-graceful-shutdown", "3"]
SERVE = ["manage.py", "serve"]
OF_THIS_PROCESS = ("DATABASE_URL", "PYTEST_CURRENT_TEST")
PREPARE = """
from django.core.management import call_command
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
        self.port = int(environment.get("PORT") or free_port())
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.consoles = []
        self.environment = {name: value for name, value in os.environ.items() if name not in OF_THIS_PROCESS} | {
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
        log = self.folder / "server.log"
        if self.entry is UVICORN:
            self.process = self.console.start([*UVICORN, "--port", str(self.port)], log)
        else:
            with open(log, "ab") as file:
                self.process = subprocess.Popen(
                    [sys.executable, *self.entry], cwd=ROOT, env=self.environment, stdout=file, stderr=file
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
        done = self.console.run(command)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def console(self):
        """The console with this server's environment, which tests may change; the one before may have its process."""
        for console in self.consoles:
            if console.environment == self.environment:
                return console
        self.consoles.append(Console(self.environment))
        return self.consoles[-1]

    def close_consoles(self):
        for console in self.consoles:
            console.close()
        self.consoles.clear()


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    """A folder with a migrated SQLite file and the collected static files, to be copied; all processes share it."""
    top = tmp_path_factory.getbasetemp()
    folder = (top.parent if "PYTEST_XDIST_WORKER" in os.environ else top) / "prepared"
    folder.mkdir(exist_ok=True)
    with open(folder.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "static").exists():
            shutil.copy(migrated_database(), folder)
            server = Server(folder)
            server.python(PREPARE)
            server.close_consoles()
    return folder


@pytest.fixture(scope="session")
def prepared_database():
    """The URL of a migrated PostgreSQL database, to be copied; "" where the tests run on SQLite."""
    url = os.environ.get("DATABASE_URL", "")
    return migrated_postgresql(url) if url.startswith("postgres") else ""


def link_static_files(source, target):
    """Copy a file of a server; its static files, which are many, are written again or not at all: a link will do."""
    return os.link(source, target) if "static" in Path(source).parts else shutil.copy2(source, target)


class Place:
    """A folder and a port for one server after the other, so that the next one finds Django loaded for both."""

    def __init__(self, folder):
        self.folder, self.port, self.consoles = folder, str(free_port()), []

    def make(self, prepared, *options, **environment):
        """Return a server, not yet started, with a copy of the prepared folder."""
        shutil.copytree(prepared, self.folder, copy_function=link_static_files)
        server = Server(self.folder, *options, **{"PORT": self.port, **environment})
        server.consoles = self.consoles
        return server

    def clear(self, server, target):
        """Stop the server and move what it leaves; keep the console that the next one may need."""
        server.stop(signal.SIGKILL)
        usual = Server(self.folder, PORT=self.port).environment
        server.consoles = [console for console in self.consoles if console.environment != usual]
        self.consoles = [console for console in self.consoles if console.environment == usual]
        server.close_consoles()
        self.folder.rename(target)


@pytest.fixture(scope="session")
def places(tmp_path_factory):
    """A function that lends a place to one server at a time."""
    top, made, free = tmp_path_factory.mktemp("places"), [], []

    @contextlib.contextmanager
    def lend():
        if not free:
            made.append(Place(top / str(len(made))))
            free.append(made[-1])
        place = free.pop()
        yield place
        free.append(place)

    yield lend
    for place in made:
        for console in place.consoles:
            console.close()


@contextlib.contextmanager
def servers(places, prepared, prepared_database, top):
    """Yield a function that makes a server, not yet started, with a migrated database of its own."""
    with contextlib.ExitStack() as stack:
        count = itertools.count()

        def make(entry=UVICORN, **environment):
            database = ""
            if prepared_database:
                copy = postgres.new_database(os.environ["DATABASE_URL"], prepared_database)
                database = stack.enter_context(copy)
            place = stack.enter_context(places())
            server = place.make(prepared, database, entry, **environment)
            stack.callback(place.clear, server, top / f"server-{next(count)}")
            return server

        yield make


@pytest.fixture
def new_server(places, prepared, prepared_database, tmp_path):
    """A function that makes a server for one test."""
    with servers(places, prepared, prepared_database, tmp_path) as make:
        yield make


@pytest.fixture(scope="module")
def new_shared_server(places, prepared, prepared_database, tmp_path_factory):
    """A function that makes a server for all tests of a file."""
    with servers(places, prepared, prepared_database, tmp_path_factory.mktemp("servers")) as make:
        yield make


@pytest.fixture(scope="module")
def shared_server(new_shared_server):
    """A running server for all tests of a file, which leave it as it was."""
    return new_shared_server().start()


@pytest.fixture
def server(new_server):
    """A running server."""
    return new_server().start()
