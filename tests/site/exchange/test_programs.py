"""Other programs: who lets them in, what they are told, and that it arrives."""

import base64
import hashlib
import hmac
import json
import socket
import threading
from contextlib import suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.site.factories import make_event, person
from tiebreaks.refusal import Refusal
from tournaments.access import tokens
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.reports import report_result
from tournaments.actions.desk.second_check import check_result
from tournaments.actions.exchange.programs import add_webhook
from tournaments.actions.rounds.closing import release_results, withhold_results
from tournaments.actions.writing import COMMAND, PLAYER, Actor
from tournaments.domain.choices import News, TokenKind
from tournaments.domain.entry import Entry
from tournaments.domain.roles import Role
from tournaments.models import Delivery, Event, Job
from tournaments.webhooks import sending
from tournaments.webhooks.sending import JOB, PAUSES
from tournaments.worker import carry_out_all

pytestmark = pytest.mark.django_db
ALL = list(News.values)


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def owner(event):
    return Actor(person("owner", event, Role.OWNER), "owner")


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


def enter(event, board, result, version=0, number=1):
    return enter_result(event, number, board, Entry(result=result, version=version), COMMAND)


def received_news(receiver):
    return [json.loads(body) for _headers, body in receiver.received]


def test_a_result_arrives_signed(event, owner, receiver):
    webhook = add_webhook(event, receiver.address, [News.RESULT], owner)
    enter(event, 2, "10")
    carry_out_all(JOB)
    ((headers, body),) = receiver.received
    name, moment = headers["webhook-id"], headers["webhook-timestamp"]
    key = base64.b64decode(webhook.secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{name}.{moment}.".encode() + body, hashlib.sha256).digest()
    assert headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()
    event.refresh_from_db()
    news = json.loads(body)
    assert (news["type"], news["event"], news["version"]) == ("result", "open", f"e1-{event.version}")
    assert news["data"] == {"round": 1, "board": 2, "result": "10", "white_score": None, "black_score": None}
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.attempts, name) == (200, 1, f"msg_{delivery.pk}")
    assert delivery.delivered_at


def test_only_the_news_asked_for_is_sent(event, owner, receiver):
    add_webhook(event, receiver.address, [News.ROUND_FINISHED], owner)
    for board in (1, 2, 3, 4):
        assert not Delivery.objects.exists()
        enter(event, board, "==")
    carry_out_all(JOB)
    assert [(news["type"], news["data"]) for news in received_news(receiver)] == [("round-finished", {"round": 1})]


def test_a_changed_table_is_sent_once_for_a_burst(event, owner, receiver):
    add_webhook(event, receiver.address, [News.STANDINGS], owner)
    for board in (1, 2, 3):
        enter(event, board, "10")
    carry_out_all(JOB)
    event.refresh_from_db()
    assert [news["version"] for news in received_news(receiver)] == [f"e1-{event.version}"]
    enter(event, 4, "10")
    carry_out_all(JOB)
    assert len(receiver.received) == 2


def test_a_receiver_that_fails_is_asked_again_later(event, owner, receiver):
    add_webhook(event, receiver.address, [News.RESULT], owner)
    receiver.statuses[:] = [500, 302]
    enter(event, 1, "10")
    for status, attempts in ((500, 1), (302, 2), (200, 3)):
        carry_out_all(JOB)
        delivery = Delivery.objects.get()
        assert (delivery.status, delivery.attempts) == (status, attempts)
        Job.objects.filter(kind=JOB, state="waiting").update(due_at=delivery.created_at)
    assert delivery.delivered_at
    assert not carry_out_all(JOB)


def test_who_answers_letter_by_letter_holds_nobody_up(event, owner, monkeypatch):
    monkeypatch.setattr(sending, "PATIENCE", 0.5)
    ended = threading.Event()

    def dribble(door):
        client, _address = door.accept()
        with client, suppress(OSError):
            client.sendall(b"HTTP")
            while not ended.wait(0.05):
                client.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=dribble, args=[door], daemon=True).start()
        add_webhook(event, f"http://127.0.0.1:{door.getsockname()[1]}/", [News.RESULT], owner)
        enter(event, 1, "10")
        calling = threading.Timer(20, ended.set)  # without an end of its own this test would wait for ever
        calling.start()
        carry_out_all(JOB)
        assert not ended.is_set()
        calling.cancel()
        ended.set()
    delivery = Delivery.objects.get()
    assert (delivery.attempts, delivery.delivered_at) == (1, None)


def test_who_never_answers_is_given_up_after_a_day(event, owner):
    add_webhook(event, "http://127.0.0.1:9/", [News.RESULT], owner)
    enter(event, 1, "10")
    for _ in range(len(PAUSES) + 1):
        carry_out_all(JOB)
        Job.objects.filter(kind=JOB, state="waiting").update(due_at=Delivery.objects.get().created_at)
    assert not carry_out_all(JOB)
    delivery = Delivery.objects.get()
    assert (delivery.attempts, delivery.status, delivery.delivered_at) == (len(PAUSES) + 1, None, None)
    assert "refused" in delivery.error


def heard(receiver):
    """Send what waits, and return what was told since the last time, without the table."""
    carry_out_all(JOB)
    news = [
        (each["type"], each["data"].get("round")) for each in received_news(receiver) if each["type"] != "standings"
    ]
    receiver.received.clear()
    return news


def test_a_withheld_round_is_sent_to_nobody_before_its_release(event, owner, receiver):
    add_webhook(event, receiver.address, ALL, owner)
    withhold_results(event, 1, owner)
    for board in (1, 2, 3, 4):
        enter(event, board, "10")
    assert heard(receiver) == []
    release_results(event, owner)
    assert heard(receiver) == [("round-finished", 1)]
    enter(event, 4, "01", version=1)
    assert heard(receiver) == [("result", 1)]  # a correction finishes nothing


def test_an_unfinished_round_is_not_finished_by_its_release(event, owner, receiver):
    add_webhook(event, receiver.address, ALL, owner)
    withhold_results(event, 1, owner)
    enter(event, 1, "10")
    release_results(event, owner)
    assert heard(receiver) == []


def test_what_waits_for_its_check_is_sent_when_it_is_checked(event, owner, receiver):
    Event.objects.filter(pk=event.pk).update(verification="look", shows_provisional=False)
    add_webhook(event, receiver.address, ALL, owner)
    for board in (1, 2, 3, 4):
        enter(event, board, "10")
    assert heard(receiver) == []
    for board in (1, 2, 3, 4):
        check_result(event, 1, board, Entry(version=1), owner)
    assert heard(receiver) == [("result", 1)] * 4 + [("round-finished", 1)]


def test_a_report_of_a_player_is_no_result_before_both_agree(event, owner, receiver):
    add_webhook(event, receiver.address, ALL, owner)
    player = Actor(role=PLAYER)
    for side, news in (("w", []), ("b", [("result", 2)])):
        report_result(event, 2, 1, side, Entry("10"), player)
        assert heard(receiver) == news


def test_who_wants_nothing_any_more_is_not_asked_again(event, owner, receiver):
    add_webhook(event, receiver.address, [News.RESULT], owner)
    receiver.statuses[:] = [410]
    enter(event, 1, "10")
    carry_out_all(JOB)
    assert not Job.objects.filter(kind=JOB, state="waiting").exists()
    assert (Delivery.objects.get().status, Delivery.objects.get().delivered_at) == (410, None)


def test_who_asks_for_a_pause_gets_it(event, owner, receiver):
    add_webhook(event, receiver.address, [News.RESULT], owner)
    receiver.statuses[:] = [429]
    enter(event, 1, "10")
    carry_out_all(JOB)
    waits = Job.objects.get(kind=JOB).due_at - Delivery.objects.get().created_at
    assert waits >= timedelta(seconds=7200)


def test_a_write_that_fails_tells_nobody(event, owner, receiver):
    add_webhook(event, receiver.address, ALL, owner)
    with pytest.raises(Refusal):
        enter(event, 1, "99")
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("url", ["ftp://example.org", "javascript:alert(1)", "http://", "nothing", "http://[", "//x"])
def test_what_is_no_address_is_refused(event, owner, url):
    with pytest.raises(Refusal) as refused:
        add_webhook(event, url, ALL, owner)
    assert refused.value.field == "url"


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "10.0.0.7", "[::1]", "169.254.169.254", "[::ffff:10.0.0.7]", "[64:ff9b::a00:7]", "[fec0::7]"],
)
def test_a_server_in_the_internet_calls_nothing_in_its_own_network(event, owner, settings, host):
    settings.WEBHOOKS_STAY_OUTSIDE = True
    with pytest.raises(Refusal) as refused:
        add_webhook(event, f"http://{host}/", ALL, owner)
    assert refused.value.code == "webhook-inside"


def test_a_name_that_leads_inside_only_when_it_is_called_gets_nothing(event, owner, receiver, settings, monkeypatch):
    settings.WEBHOOKS_STAY_OUTSIDE = True
    look_up, answers = socket.getaddrinfo, ["192.0.0.9", "127.0.0.1"]  # 192.0.0.9 counts as global

    def changing(host, *more, **named):
        return look_up(answers.pop(0) if host == "rebound.example" else host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", changing)
    port = receiver.server_port
    add_webhook(event, f"http://rebound.example:{port}/", [News.RESULT], owner)
    enter(event, 1, "10")
    carry_out_all(JOB)
    delivery = Delivery.objects.get()
    assert (receiver.received, answers, delivery.status, delivery.delivered_at) == ([], [], None, None)
    assert "inside this server" in delivery.error


def test_a_name_that_nobody_knows_now_is_looked_up_again_later(event, owner, settings):
    settings.WEBHOOKS_STAY_OUTSIDE = True
    add_webhook(event, "https://nobody.invalid/", [News.RESULT], owner)
    enter(event, 1, "10")
    carry_out_all(JOB)
    assert Delivery.objects.get().error


def test_what_is_written_while_the_news_is_on_its_way_is_sent_too(event, owner, receiver, monkeypatch):
    add_webhook(event, receiver.address, [News.STANDINGS], owner)
    enter(event, 1, "10")
    open_door = sending.OPENER.open

    def slowly(*arguments, **named):
        if not receiver.received:
            enter(event, 2, "10")
        return open_door(*arguments, **named)

    monkeypatch.setattr(sending.OPENER, "open", slowly)
    carry_out_all(JOB)
    event.refresh_from_db()
    assert [news["version"] for news in received_news(receiver)] == [f"e1-{event.version - 1}", f"e1-{event.version}"]


def test_the_owner_manages_programs_in_the_browser(client, event, owner):
    client.force_login(owner.user)
    asked = {"name": "Scanner", "days": "3"}
    refused = client.post("/e/open/programs/create-token/", asked | {"scopes": ["everything"]})
    assert (refused.status_code, "Choose at least one thing that the program may do." in refused.text) == (422, True)
    page = client.post("/e/open/programs/create-token/", asked | {"scopes": ["results", "read", "everything"]})
    text = page.context["token"]
    assert text in page.text
    token = tokens.find_token(text, TokenKind.API)
    assert (token.payload, token.created_by) == ({"name": "Scanner", "scopes": ["read", "results"]}, owner.user)
    page = client.get("/e/open/programs/")
    assert text not in page.text
    assert "read the event while it is not public, enter results" in page.text
    client.post("/e/open/programs/revoke-token/", {"token": token.pk})
    assert tokens.find_token(text, TokenKind.API) is None
    page = client.post("/e/open/programs/add-webhook/", {"url": "https://club.example/hook", "news": ["result"]})
    assert page.context["webhook"].secret in page.text
    assert client.post("/e/open/programs/add-webhook/", {"url": "https://club.example/hook"}).status_code == 422
    client.post("/e/open/programs/remove-webhook/", {"webhook": event.webhooks.get().pk})
    assert not event.webhooks.exists()
    assert list(event.log.order_by("pk").values_list("action", flat=True)) == ["program"] * 2 + ["webhook"] * 2


def test_nobody_else_opens_the_page(client, event):
    for role in (Role.CHIEF_ARBITER, Role.ARBITER, Role.ENTRY, Role.DISPLAY):
        client.force_login(person(role, event, role))
        assert client.get("/e/open/programs/").status_code == 403
        assert (
            client.post("/e/open/programs/create-token/", {"name": "X", "days": "3", "scopes": ["read"]}).status_code
            == 403
        )
    assert Event.objects.get().tokens.count() == 0
