"""Notifications of followed players by Web Push, as a local push service receives and a browser decrypts them."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from tests.servers.push_service import PushService, read_authorization
from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.factories import game, make_event
from tests.site.teams import enter_matches, make_team_event
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.exchange import subscriptions
from tournaments.actions.rounds.closing import release_results, withhold_results
from tournaments.actions.writing import COMMAND, record, writing
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game, Job, Player, PushKey, PushSubscription, Round
from tournaments.operation import jobs
from tournaments.operation.bounded_cache import clear_caches
from tournaments.push import keys, sending
from tournaments.push.services import check_endpoint
from tournaments.worker import CLEANUPS, carry_out_all

pytestmark = pytest.mark.django_db
NOTIFY = "/e/open/notify/"


@pytest.fixture(scope="module")
def running_service(tmp_path_factory):
    with PushService(tmp_path_factory.mktemp("push")) as service:
        yield service


@pytest.fixture
def service(running_service, settings, monkeypatch):
    """A push service that this server knows, on a site with HTTPS."""
    settings.PRODUCTION, settings.PUBLIC_URL = True, "https://tables.example"
    settings.PUSH_SERVICES = [running_service.host]
    settings.WEBHOOKS_STAY_OUTSIDE = False  # the service is on this machine
    monkeypatch.setenv("SSL_CERT_FILE", str(running_service.certificate))
    keys.public_key.cache_clear()
    running_service.received.clear()
    running_service.statuses.clear()
    yield running_service
    keys.public_key.cache_clear()


@pytest.fixture
def event(service):
    return make_event()


def follow(client, browser, *players, slug="open", lang="en"):
    answer = client.post(
        f"/e/{slug}/notify/?lang={lang}",
        json.dumps({**browser.said, "players": players}),
        content_type="application/json",
    )
    translation.deactivate()
    return answer


def send():
    """Carry out what waits, as if all pauses were over."""
    Job.objects.filter(state="waiting").update(due_at=timezone.now() - timedelta(seconds=1))
    return carry_out_all(sending.NOTIFY_JOB, sending.JOB)


def subscriber(client, service, *players, **options):
    """Return a browser that follows players and has read its first message."""
    browser = service.new_browser()
    assert follow(client, browser, *players, **options).status_code == 204
    send()
    service.received.clear()
    return browser


def enter(number, board, result, slug="open", **values):
    event = Event.objects.get(slug=slug)
    version = game(event, number, board).version
    enter_result(event, number, board, Entry(result, None, None, version, None, "a slip"), COMMAND, **values)


def publish(number, pairs):
    """Publish a round, as its log says."""
    event = Event.objects.get(slug="open")
    players = {player.number: player for player in event.players.all()}
    stored = Round.objects.create(event=event, number=number)
    for board, (white, black) in enumerate(pairs, 1):
        Game.objects.create(round=stored, board=board, white=players[white], black=players[black])
    with writing(event) as locked:
        record(locked, COMMAND, LogAction.PUBLISH, after={"rounds": [{"round": number}]})


def bodies(service, browser):
    return [message["body"].split("\n") for message in service.messages(browser)]


def test_a_new_subscriber_gets_a_first_message_that_nobody_else_can_read(client, event, service):
    browser = service.new_browser()
    assert follow(client, browser, 4, 1).status_code == 204
    send()
    ((headers, body),) = service.arrived(browser)
    assert b"Anna" not in body
    (message,) = service.messages(browser)
    assert message["title"] == "The open"
    assert message["body"] == "You are notified of: Müller, Anna; Doğan, Defne"
    assert (message["lang"], message["address"]) == ("en", "/e/open/?lang=en")
    assert (headers["Content-Encoding"], int(headers["TTL"]) > 0) == ("aes128gcm", True)
    claims = read_authorization(headers["Authorization"], keys.public_key())
    assert (claims["aud"], claims["sub"]) == (service.url, "https://tables.example")
    assert timezone.now().timestamp() < claims["exp"] < timezone.now().timestamp() + 24 * 3600


def test_a_server_that_only_shows_the_event_notifies_alike(client, event, service):
    twin = Twin(event)
    slug = twin.send().slug
    here, there = subscriber(client, service, 4), subscriber(client, service, 4, slug=slug)
    enter(1, 2, "01")
    twin.send()
    send()
    publish(3, [(4, 1), (2, 3)])
    twin.send()
    send()
    assert len(bodies(service, here)) == 2
    assert bodies(service, there) == bodies(service, here)
    assert all(message["address"].startswith(f"/e/{slug}/") for message in service.messages(there))


def test_a_result_comes_with_the_place_to_those_who_follow_one_of_the_two(client, event, service):
    first, second, other = (subscriber(client, service, *players) for players in ((4,), (3, 4, 8), (8,)))
    enter(1, 2, "01")
    send()
    result = "Board 2: Weiß, Carl 0–1 Doğan, Defne"
    assert bodies(service, first) == [[result, "Doğan, Defne: place 1"]]
    assert bodies(service, second) == [[result, "Doğan, Defne: place 1", "Weiß, Carl: place 2"]]
    assert bodies(service, other) == []
    assert service.messages(first)[0]["address"] == "/e/open/player/4/?lang=en"
    assert service.messages(second)[0]["address"] == "/e/open/?lang=en"


def test_a_round_comes_with_board_and_colour(client, event, service):
    browser = subscriber(client, service, 1, 5)
    publish(3, [(1, 3), (2, 4), (6, 8)])
    send()
    assert bodies(service, browser) == [["Round 3 is published", "Müller, Anna: Board 1, White, against Weiß, Carl"]]
    assert service.messages(browser)[0]["address"] == "/e/open/round/3/?lang=en"


def test_the_end_comes_with_the_place(client, event, service):
    browser = subscriber(client, service, 4)
    enter(1, 2, "01")
    send()
    with writing(event) as locked:
        Event.objects.update(final_at=timezone.now())
        record(locked, COMMAND, LogAction.FINAL, counts=False)
    send()
    assert bodies(service, browser)[1] == ["The table is final", "Doğan, Defne: place 1"]


def test_what_happens_together_is_one_message(client, event, service):
    browser = subscriber(client, service, 4, 7)
    enter(1, 2, "01")
    enter(1, 4, "==")
    send()
    assert len(bodies(service, browser)) == 1
    assert bodies(service, browser)[0][:2] == ["Board 2: Weiß, Carl 0–1 Doğan, Defne", "Board 4: Gao, G ½–½ Ho, H"]


def test_nothing_is_said_twice_and_a_correction_is_said(client, event, service):
    browser = subscriber(client, service, 4)
    enter(1, 2, "01")
    send()
    enter(1, 1, "10")
    with writing(event) as locked:
        record(locked, COMMAND, LogAction.TIMES)
    send()
    assert len(bodies(service, browser)) == 1
    enter(1, 2, "==")
    send()
    assert bodies(service, browser)[1][0] == "Board 2: Weiß, Carl ½–½ Doğan, Defne"


def test_what_happened_before_is_not_sent(client, event, service):
    enter(1, 2, "01")
    browser = subscriber(client, service, 4)
    enter(1, 1, "10")
    send()
    assert bodies(service, browser) == []


def test_each_reads_their_own_language(client, event, service):
    german, english = subscriber(client, service, 4, lang="de"), subscriber(client, service, 4)
    enter(1, 2, "01")
    send()
    assert bodies(service, german) == [["Brett 2: Weiß, Carl 0–1 Doğan, Defne", "Doğan, Defne: Platz 1"]]
    assert service.messages(german)[0]["address"].endswith("?lang=de")
    assert bodies(service, english)[0][0].startswith("Board 2")


def test_teams_are_followed_too(client, service):
    make_team_event()
    browser = subscriber(client, service, 2, slug="league")
    enter_matches(Event.objects.get(slug="league"), 1, "110=", "0000")
    send()
    assert bodies(service, browser) == [["Aster 2½–1½ Birke", "Birke: place 3"]]


# What must not leak.


def test_a_withheld_result_comes_when_it_is_released(client, event, service):
    browser = subscriber(client, service, 4)
    withhold_results(event, 1, COMMAND)
    enter(1, 2, "01")
    send()
    assert service.received == []
    release_results(Event.objects.get(), COMMAND)
    send()
    assert bodies(service, browser) == [["Board 2: Weiß, Carl 0–1 Doğan, Defne", "Doğan, Defne: place 1"]]


def test_an_unchecked_result_waits_for_its_check(client, event, service):
    Event.objects.update(verification="other", shows_provisional=False)
    browser = subscriber(client, service, 4)
    Game.objects.filter(round__event=event, round__number=1, board=2).update(
        result="01", is_provisional=True, entered_at=timezone.now()
    )
    jobs.enqueue(sending.NOTIFY_JOB, event)
    send()
    assert service.received == []
    Game.objects.update(is_provisional=False)
    clear_caches()
    with writing(event) as locked:
        record(locked, COMMAND, LogAction.CHECK)
    send()
    assert bodies(service, browser)[0][0] == "Board 2: Weiß, Carl 0–1 Doğan, Defne"


def test_names_are_the_public_ones(client, event, service):
    Player.objects.filter(number=3).update(pseudonym="N. N.")
    Player.objects.filter(number=4).update(is_withheld=True)
    browser = subscriber(client, service, 4, lang="de")
    enter(1, 2, "01")
    send()
    assert bodies(service, browser)[0] == ["Brett 2: N. N. 0–1 Name verborgen", "Name verborgen: Platz 1"]


def test_a_hidden_event_says_nothing(client, event, service):
    subscriber(client, service, 4)
    enter(1, 2, "01")
    change_settings(event, {"is_public": False}, COMMAND)
    send()
    assert service.received == []
    assert follow(client, service.new_browser(), 4).status_code == 404


def test_what_is_hidden_before_a_message_leaves_is_not_sent(client, event, service):
    subscriber(client, service, 4)
    enter(1, 2, "01")
    Job.objects.update(due_at=timezone.now())
    carry_out_all(sending.NOTIFY_JOB)
    withhold_results(Event.objects.get(), 1, COMMAND)
    send()
    assert service.received == []


def test_no_job_keeps_what_it_has_sent(client, event, service):
    subscriber(client, service, 4)
    enter(1, 2, "01")
    send()
    assert "Weiß" not in repr(list(Job.objects.values()))
    assert not event.log.filter(action="webhook").exists()


# Services that are gone, busy, unknown.


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_is_gone_is_deleted(client, event, service, status):
    gone, other = subscriber(client, service, 4), subscriber(client, service, 4)
    service.answer(gone, status)
    enter(1, 2, "01")
    send()
    assert list(PushSubscription.objects.values_list("endpoint", flat=True)) == [other.endpoint]
    assert len(service.messages(other)) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_is_asked_again(client, event, service, status):
    browser = subscriber(client, service, 4)
    service.answer(browser, status, status)
    enter(1, 2, "01")
    for _ in range(4):
        send()
    assert len(service.arrived(browser)) == 3


def test_a_service_that_stays_busy_is_left_alone(client, event, service):
    browser = subscriber(client, service, 4)
    service.answer(browser, *[503] * 20)
    enter(1, 2, "01")
    for _ in range(8):
        send()
    assert len(service.arrived(browser)) == 1 + len(sending.PAUSES)
    assert PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [400, 401, 403, 413])
def test_a_message_that_is_refused_is_not_sent_again(client, event, service, status):
    browser = subscriber(client, service, 4)
    service.answer(browser, status)
    enter(1, 2, "01")
    send()
    send()
    assert len(service.arrived(browser)) == 1


ENDPOINTS = r"""
    https://fcm.googleapis.com/fcm/send/abc                                yes
    https://updates.push.services.mozilla.com/wpush/v2/abc                 yes
    https://web.push.apple.com/abc                                         yes
    https://wns2-par02p.notify.windows.com/w/?token=abc                    yes
    https://FCM.googleapis.com:443/fcm/send/abc                            yes
    http://fcm.googleapis.com/fcm/send/abc                                 no
    https://fcm.googleapis.com:8443/abc                                    no
    https://fcm.googleapis.com.evil.example/abc                            no
    https://evil.example/fcm.googleapis.com                                no
    https://push.apple.com.evil.example/abc                                no
    https://notfcm.googleapis.com/abc                                      no
    https://fcm.googleapis.com@evil.example/abc                            no
    https://user@fcm.googleapis.com/abc                                    no
    https://169.254.169.254/latest/meta-data                               no
    https://localhost/abc                                                  no
    https://[::1/abc                                                       no
    https://.push.apple.com/abc                                            no
    https://127.0.0.1%2f.push.apple.com/abc                                no
    https://web.push.apple.com/\x0aabc                                     no
    https://web.push.apple.com/\x09abc                                     no
    file:///etc/passwd                                                     no
"""


@pytest.mark.parametrize("line", ENDPOINTS.strip().splitlines())
def test_only_known_services_are_called(settings, line):
    endpoint, allowed = line.split()
    endpoint = endpoint.replace(r"\x0a", "\r\n").replace(r"\x09", "\t")
    settings.PUSH_SERVICES = []
    if allowed == "yes":
        check_endpoint(endpoint)
    else:
        with pytest.raises(Refusal):
            check_endpoint(endpoint)


def test_a_service_of_ones_own_is_named_with_its_port(settings):
    settings.PUSH_SERVICES = ["up.example", "push.example:8443"]
    check_endpoint("https://up.example/abc")
    check_endpoint("https://push.example:8443/abc")
    with pytest.raises(Refusal):
        check_endpoint("https://push.example/abc")


def test_a_service_inside_the_network_is_not_called(client, event, service, settings):
    browser = subscriber(client, service, 4)
    settings.WEBHOOKS_STAY_OUTSIDE = True
    enter(1, 2, "01")
    send()
    assert service.arrived(browser) == []


# What a browser may ask for.


def said(service, **changes):
    return {**service.new_browser().said, "players": [4], **changes}


REFUSED = {
    "no service that is known": ({"endpoint": "https://evil.example/a"}, 422),
    "no point of the curve": ({"p256dh": "AAAA"}, 422),
    "a point beside the curve": ({"p256dh": "B" + "A" * 86}, 422),
    "no secret": ({"auth": "?"}, 422),
    "text that is none": ({"auth": 7}, 400),
    "players that are none": ({"players": ["4"]}, 400),
    "no list of players": ({"players": 4}, 400),
    "a long address": ({"endpoint": "https://fcm.googleapis.com/" + "a" * 500}, 400),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_no_sense_is_refused(client, event, service, name):
    changes, status = REFUSED[name]
    body = json.dumps(said(service, **changes))
    assert client.post(NOTIFY, body, content_type="application/json").status_code == status
    send()
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    ("body", "kind"), [("{", "application/json"), ("[1]", "application/json"), ("{}", "text/plain"), ("a=1", "")]
)
def test_only_json_of_this_shape_is_read(client, event, service, body, kind):
    assert client.post(NOTIFY, body, content_type=kind).status_code == 400


def test_a_form_of_another_page_can_ask_for_nothing(client, event, service):
    assert client.post(NOTIFY, said(service)).status_code == 400
    assert not PushSubscription.objects.exists()


def test_who_follows_somebody_else_keeps_one_subscription_and_gets_no_first_message_again(client, event, service):
    browser = subscriber(client, service, 4)
    assert follow(client, browser, 1, 99).status_code == 204
    send()
    assert service.received == []
    assert PushSubscription.objects.get().players == [1]


def test_who_follows_nobody_any_more_is_forgotten(client, event, service):
    browser = subscriber(client, service, 4)
    other = make_event("other")
    PushSubscription.objects.create(event=other, endpoint=browser.said["endpoint"], created_at=timezone.now())
    assert follow(client, browser).status_code == 204
    assert PushSubscription.objects.get().event == other


def test_an_event_has_no_more_than_its_number_of_subscribers(client, event, service, monkeypatch):
    monkeypatch.setattr(subscriptions, "MOST", 2)
    first = subscriber(client, service, 4)
    subscriber(client, service, 4)
    refused = follow(client, service.new_browser(), 4)
    assert (refused.status_code, refused.json()["reason"]) == (
        422,
        "2 browsers already get notifications of this event; no more can be added.",
    )
    assert follow(client, first, 1).status_code == 204


def test_one_network_has_no_more_than_its_part(client, event, service, monkeypatch):
    monkeypatch.setattr(subscriptions, "MOST_OF_ONE_NETWORK", 2)
    first = subscriber(client, service, 4)
    subscriber(client, service, 4)
    refused = follow(client, service.new_browser(), 4)
    assert (refused.status_code, refused.json()["reason"]) == (
        422,
        "2 browsers of your network already get notifications of this event; no more can be added.",
    )
    assert follow(client, first, 1).status_code == 204
    for number, expected in ((1, 204), (2, 204), (3, 422)):
        client = Client(REMOTE_ADDR=f"2001:db8::{number}")
        assert follow(client, service.new_browser(), 4).status_code == expected
    networks = set(PushSubscription.objects.values_list("network", flat=True))
    assert len(networks) == 2
    assert not any("127.0.0.1" in network or ":" in network for network in networks)


def test_nobody_follows_more_than_fifty(client, event, service, monkeypatch):
    monkeypatch.setattr(subscriptions, "MOST_PLAYERS", 3)
    subscriber(client, service, *range(1, 9))
    assert PushSubscription.objects.get().players == [1, 2, 3]


def test_a_message_fits_into_what_services_take(client, event, service):
    Player.objects.update(name="Ж" * 120)
    browser = subscriber(client, service, *range(1, 9))
    for board in (1, 2, 3, 4):
        enter(1, board, "10")
    send()
    ((_headers, body),) = service.arrived(browser)
    assert len(body) <= 4096
    assert service.messages(browser)[0]["body"].startswith("Board 1: ЖЖ")


def test_without_https_there_is_no_such_thing(client, event, service, settings):
    settings.PRODUCTION = False
    assert follow(client, service.new_browser(), 4).status_code == 404
    assert "data-key" not in client.get("/e/open/").text


def test_a_page_names_the_key_of_the_server(client, event, service):
    assert f'data-key="{keys.public_key()}"' in client.get("/e/open/").text
    assert PushKey.objects.count() == 1


def test_the_key_is_made_once():
    assert keys.find_or_make_key().private_pem() == keys.find_or_make_key().private_pem()
    assert PushKey.objects.count() == 1


def test_nothing_is_done_where_nobody_wants_to_know(event, service):
    enter(1, 2, "01")
    assert not Job.objects.filter(kind=sending.NOTIFY_JOB).exists()


def test_subscriptions_end_a_month_after_the_event(client, event, service):
    subscriber(client, service, 4)
    for days, left in ((29, 1), (31, 0)):
        Event.objects.update(changed_at=timezone.now() - timedelta(days=days))
        assert sending.delete_old_subscriptions in CLEANUPS
        sending.delete_old_subscriptions()
        assert PushSubscription.objects.count() == left
