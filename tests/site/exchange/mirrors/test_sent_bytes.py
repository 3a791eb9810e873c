"""Every byte that goes out to the server that shows an event, as that server receives it, and when it goes out."""

import json
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.utils import timezone

from tests.site.factories import make_event, person
from tournaments.actions.accounts.privacy import show_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.slip_codes import create_slip_codes, issue_slip_codes
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.exchange.mirror_links import begin_mirror_link
from tournaments.actions.exchange.mirror_sending import MOST_FETCHES, SIGN_OF_LIFE, update_mirror
from tournaments.actions.rounds.closing import withhold_results
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.exchange.mirror_messages import HEADER, MOST_REPORTS, MirrorMessage, Receipt
from tournaments.models import Event, MirrorLink
from tournaments.operation.bounded_cache import clear_caches

pytestmark = pytest.mark.django_db

RANDOM = {"nonce": "", "follows": ""}  # names of messages; nothing can be read out of them


class Listener:
    """A server that takes everything, and remembers what came: method, path, message and body."""

    def __init__(self):
        self.received, self.slips, self.backlog = [], "", 0
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = json.dumps(listener.take(self.path, self.headers, body)).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def take(self, path, headers, body):
        others = {name: value for name, value in headers.items() if name != HEADER}
        if path.endswith("slips/"):
            said = json.loads(body)
            self.slips = said["name"]
            body = json.dumps(said | {"slips": [slip | {"seconds": 0} for slip in said["slips"]]})
        message = MirrorMessage.read(headers[HEADER])._replace(**RANDOM) if HEADER in headers else None
        self.received.append((path, others, message, body))
        reports = [[number, str(number), "0" * 64, "w", "10", None, None, False] for number in range(MOST_REPORTS)]
        batch, self.backlog = (reports, self.backlog - 1) if message and self.backlog else ([], self.backlog)
        counter = message.counter if message else 0
        for number, report in enumerate(batch):
            report[:2] = number + 1, f"00000000-0000-4000-8000-{self.backlog:06}{number:06}"
        return Receipt(counter, "mirror", "https://m.example/e/x/", slips=self.slips, reports=batch)._asdict()


@pytest.fixture
def listener(settings):
    settings.WEBHOOKS_STAY_OUTSIDE = False  # the listener is on this machine
    listener = Listener()
    yield listener
    listener.server.shutdown()
    listener.server.server_close()


@pytest.fixture
def event(listener):
    event = make_event("zq-open", takes_reports=True, discipline="scrabble", tiebreaks="PTS,SPREAD,SCORE")
    owner = Actor(person("olga", event, Role.OWNER), Role.OWNER)
    withhold_results(event, 2, owner)
    show_player(event, 2, owner, pseudonym="Lynx")
    begin_mirror_link(event, listener.url, "t" * 22, owner)
    issue_slip_codes(event, 2)
    return event


def pass_time():
    """Let the last answer be so old that a sign of life is due."""
    heard = timezone.now() - timedelta(seconds=SIGN_OF_LIFE)
    MirrorLink.objects.filter(heard_at__isnull=False).update(heard_at=heard)


def sent(listener):
    """Carry out the job once, and return what went out."""
    listener.received.clear()
    clear_caches()
    update_mirror(MirrorLink.objects.get())
    return list(listener.received)


def rename(event):
    player = event.players.get(number=2)
    player.name = "Ibsen, Iris"
    player.save()
    enter_result(event, 2, 2, Entry(None, 410, 390, version=0), COMMAND)


HIDDEN = {
    "a withheld result": lambda event: enter_result(event, 2, 1, Entry(None, 777, 333, version=0), COMMAND),
    "a name behind a pseudonym": rename,
}


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_is_hidden_changes_no_byte_and_sends_nothing_earlier(event, listener, hidden):
    first = sent(listener)
    assert [path for path, *_rest in first] == ["/api/mirror/", "/api/mirror/slips/"]
    pass_time()
    alive = sent(listener)
    assert [(path, body) for path, _headers, _message, body in alive] == [("/api/mirror/", b"")]
    HIDDEN[hidden](event)
    assert sent(listener) == [], "not before it is due anyway"
    pass_time()
    assert sent(listener) == alive


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_was_hidden_before_is_in_no_byte_of_the_whole(event, listener, hidden):
    first = sent(listener)
    HIDDEN[hidden](event)
    MirrorLink.objects.update(digest="", counter=0, sent=0, seen=0, reports_seen=0, mirror_epoch="")
    listener.slips = ""
    again = sent(listener)
    assert [part[-1] for part in again] == [part[-1] for part in first]
    for (*_others, message, _body), (*_them, as_before, _bytes) in zip(again, first, strict=True):
        assert (message and message._replace(changed_at="")) == (as_before and as_before._replace(changed_at=""))


def test_of_a_hidden_event_nothing_is_sent(event, listener):
    sent(listener)
    change_settings(event, {"is_public": False}, COMMAND)
    ((path, _headers, message, body),) = sent(listener)
    assert (path, message.hidden, body) == ("/api/mirror/", True, b"")


def test_what_everybody_sees_goes_out_at_once(event, listener):
    sent(listener)
    enter_result(Event.objects.get(), 1, 1, Entry(None, 401, 400, version=0), COMMAND)
    ((_path, _headers, message, body),) = sent(listener)
    assert (message.counter, bool(body)) == (2, True)


def test_slips_go_out_as_soon_as_they_are_printed(event, listener):
    sent(listener)
    create_slip_codes(event, 2, COMMAND)
    assert [path for path, *_rest in sent(listener)] == ["/api/mirror/", "/api/mirror/slips/"]


def test_a_long_list_of_reports_is_fetched_in_one_go(event, listener):
    listener.backlog = 3
    assert len([message for _path, _others, message, _body in sent(listener) if message]) == 4


def test_a_server_that_always_has_more_reports_does_not_hold_up_the_job(event, listener):
    listener.backlog = 10**6
    assert len([message for _path, _others, message, _body in sent(listener) if message]) == 1 + MOST_FETCHES
    assert not event.log.filter(action="report-refused").exists()
