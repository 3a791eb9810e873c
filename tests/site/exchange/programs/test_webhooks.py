"""What other programs are told, and that it arrives."""

import base64
import hashlib
import hmac
import json
import socket
import threading
from contextlib import suppress
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from tests.site.factories import make_event
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.reports import report_result
from tournaments.actions.desk.second_check import check_result
from tournaments.actions.exchange.api_tokens import MOST
from tournaments.actions.exchange.webhooks import add_webhook
from tournaments.actions.rounds.closing import release_results, withhold_results
from tournaments.actions.writing import COMMAND, PLAYER, Actor
from tournaments.domain.choices import WebhookKind
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.models import Delivery, Event, Job, Webhook
from tournaments.webhooks import sending
from tournaments.webhooks.sending import JOB, PAUSES
from tournaments.worker import carry_out_all

pytestmark = pytest.mark.django_db
ALL = list(WebhookKind.values)


@pytest.fixture
def event():
    return make_event()


def enter(event, board, result, version=0, number=1):
    reason = "slip read again" if version else ""
    return enter_result(event, number, board, Entry(result=result, version=version, reason=reason), COMMAND)


def received_messages(receiver):
    return [json.loads(body) for _headers, body in receiver.received]


def test_a_result_arrives_signed(event, owner, receiver):
    webhook = add_webhook(event, receiver.address, [WebhookKind.RESULT], owner)
    enter(event, 2, "10")
    carry_out_all(JOB)
    ((headers, body),) = receiver.received
    name, moment = headers["webhook-id"], headers["webhook-timestamp"]
    key = base64.b64decode(webhook.secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{name}.{moment}.".encode() + body, hashlib.sha256).digest()
    assert headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()
    event.refresh_from_db()
    message = json.loads(body)
    assert (message["type"], message["event"], message["version"]) == ("result", "open", f"e1-{event.version}")
    assert message["data"] == {"round": 1, "board": 2, "result": "10", "white_score": None, "black_score": None}
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.attempts, name) == (200, 1, f"msg_{delivery.pk}")
    assert delivery.delivered_at


def test_a_decision_about_a_player_is_sent_with_the_result_that_stands(event, owner):
    add_webhook(event, "https://192.0.2.1/news", ALL, owner)
    enter(event, 1, "10")
    Delivery.objects.all().delete()
    decide_about_player(event, 1, 1, Decision(deduction=Decimal("0.5"), version=1, reason="a telephone"), COMMAND)
    sent = {each.news: each.body["data"] for each in Delivery.objects.all()}
    assert (sent.keys(), sent["result"]["result"]) == ({"result", "standings"}, "10")


def test_there_are_as_many_as_there_may_be_and_no_more(event, owner):
    moment = timezone.now()
    Webhook.objects.bulk_create(
        Webhook(event=event, url=f"https://192.0.2.1/{number}", created_at=moment) for number in range(MOST - 1)
    )
    add_webhook(event, "https://192.0.2.1/last", ALL, owner)
    with pytest.raises(Refusal, match=f"{MOST}"):
        add_webhook(event, "https://192.0.2.1/more", ALL, owner)
    assert event.webhooks.count() == MOST


def test_only_what_was_asked_for_is_sent(event, owner, receiver):
    add_webhook(event, receiver.address, [WebhookKind.ROUND_FINISHED], owner)
    for board in (1, 2, 3, 4):
        assert not Delivery.objects.exists()
        enter(event, board, "==")
    carry_out_all(JOB)
    assert [(each["type"], each["data"]) for each in received_messages(receiver)] == [("round-finished", {"round": 1})]


def test_a_changed_table_is_sent_once_for_a_burst(event, owner, receiver):
    add_webhook(event, receiver.address, [WebhookKind.STANDINGS], owner)
    for board in (1, 2, 3):
        enter(event, board, "10")
    carry_out_all(JOB)
    event.refresh_from_db()
    assert [each["version"] for each in received_messages(receiver)] == [f"e1-{event.version}"]
    enter(event, 4, "10")
    carry_out_all(JOB)
    assert len(receiver.received) == 2


def test_a_receiver_that_fails_is_asked_again_later(event, owner, receiver):
    add_webhook(event, receiver.address, [WebhookKind.RESULT], owner)
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
        add_webhook(event, f"http://127.0.0.1:{door.getsockname()[1]}/", [WebhookKind.RESULT], owner)
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
    assert timedelta(hours=16) < timedelta(seconds=sum(PAUSES)) < timedelta(hours=28)
    add_webhook(event, "http://127.0.0.1:9/", [WebhookKind.RESULT], owner)
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
    messages = [
        (each["type"], each["data"].get("round")) for each in received_messages(receiver) if each["type"] != "standings"
    ]
    receiver.received.clear()
    return messages


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
    for side, sent in (("w", []), ("b", [("result", 2)])):
        report_result(event, 2, 1, side, Entry("10"), player)
        assert heard(receiver) == sent


def test_who_wants_nothing_any_more_is_not_asked_again(event, owner, receiver):
    add_webhook(event, receiver.address, [WebhookKind.RESULT], owner)
    receiver.statuses[:] = [410]
    enter(event, 1, "10")
    carry_out_all(JOB)
    assert not Job.objects.filter(kind=JOB, state="waiting").exists()
    assert (Delivery.objects.get().status, Delivery.objects.get().delivered_at) == (410, None)


def test_who_asks_for_a_pause_gets_it(event, owner, receiver):
    add_webhook(event, receiver.address, [WebhookKind.RESULT], owner)
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


def test_what_is_written_while_a_message_is_on_its_way_is_sent_too(event, owner, receiver, monkeypatch):
    add_webhook(event, receiver.address, [WebhookKind.STANDINGS], owner)
    enter(event, 1, "10")
    open_door = sending.OPENER.open

    def slowly(*arguments, **named):
        if not receiver.received:
            enter(event, 2, "10")
        return open_door(*arguments, **named)

    monkeypatch.setattr(sending.OPENER, "open", slowly)
    carry_out_all(JOB)
    event.refresh_from_db()
    assert [each["version"] for each in received_messages(receiver)] == [
        f"e1-{event.version - 1}",
        f"e1-{event.version}",
    ]
