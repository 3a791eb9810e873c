"""Addresses to which nothing is sent: those that are none, and those inside the server's own network."""

import socket

import pytest

from tests.site.factories import make_event
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.exchange.webhooks import add_webhook
from tournaments.actions.writing import COMMAND
from tournaments.domain.choices import WebhookKind
from tournaments.domain.desk.entry import Entry
from tournaments.models import Delivery
from tournaments.webhooks.sending import JOB
from tournaments.worker import carry_out_all

pytestmark = pytest.mark.django_db
ALL = list(WebhookKind.values)


@pytest.fixture
def event():
    return make_event()


def enter(event, board, result, version=0, number=1):
    reason = "slip read again" if version else ""
    return enter_result(event, number, board, Entry(result=result, version=version, reason=reason), COMMAND)


@pytest.mark.parametrize("url", ["ftp://example.org", "javascript:alert(1)", "http://", "nothing", "http://[", "//x"])
def test_a_text_that_is_not_an_address_is_refused(event, owner, url):
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
    add_webhook(event, f"http://rebound.example:{port}/", [WebhookKind.RESULT], owner)
    enter(event, 1, "10")
    carry_out_all(JOB)
    delivery = Delivery.objects.get()
    assert (receiver.received, answers, delivery.status, delivery.delivered_at) == ([], [], None, None)
    assert "inside this server" in delivery.error


def test_a_name_that_nobody_knows_now_is_looked_up_again_later(event, owner, settings):
    settings.WEBHOOKS_STAY_OUTSIDE = True
    add_webhook(event, "https://nobody.invalid/", [WebhookKind.RESULT], owner)
    enter(event, 1, "10")
    carry_out_all(JOB)
    assert Delivery.objects.get().error
