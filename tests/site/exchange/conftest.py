"""Events for the tests of files and of other programs, and a program that keeps what it is told."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.generated.generator_teams import swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.site.exchange.archives import make_hall
from tests.site.factories import make_event, person
from tests.site.imports import import_teams
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.models import Game


@pytest.fixture
def event():
    event = make_event()
    Game.objects.filter(round__event=event, round__number=1, board=1).update(result="10")
    return event


@pytest.fixture
def owner(event):
    return Actor(person("owner", event, Role.OWNER), "owner")


@pytest.fixture
def teams():
    """Return a small team event; its boards were all played."""
    return import_teams(trf_text_teams(*swiss(2, boards=4, teams=6)))


@pytest.fixture
def receiver():
    """Run a program that keeps what it is told, and answers with `statuses` one after the other, then 200."""
    received, statuses = [], []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((self.headers, body))
            self.send_response(statuses.pop(0) if statuses else 200)
            self.send_header("Location", "/elsewhere")
            self.send_header("Retry-After", "7200")
            self.end_headers()

        def log_message(self, *arguments):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.received, server.statuses = received, statuses
    server.address = f"http://127.0.0.1:{server.server_port}/hook"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def hall():
    return make_hall()
