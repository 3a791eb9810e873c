"""Whoever follows a player is notified also when the page is closed: from the server through a service to the phone."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.standings.test_new_round import PUBLISH
from tests.servers.front import PRODUCTION, Front
from tests.servers.live_events import BUMP, ENTER, NEW_EVENT
from tests.servers.push_service import PushService
from tests.servers.server import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.db]
PHONE = {"width": 390, "height": 844}
# A browser without its maker's push service: the address and the keys are the test's. One without windows says of each
# permission that is granted that it is not.
SUBSCRIBE = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async (options) => {
  if (!options.userVisibleOnly || new Uint8Array(options.applicationServerKey).length !== 65) throw new TypeError();
  return { toJSON: () => (SAID) };
};
"""
# What its service worker would show: without windows there is nothing to show it in.
KEEP_SHOWN = """() => {
  globalThis.shown = [];
  registration.showNotification = async (title, { body, lang, data }) => shown.push([title, body, lang, data.address]);
}"""


@pytest.fixture
def service(tmp_path):
    with PushService(tmp_path) as service:
        yield service


@pytest.fixture
def front(new_server, service):
    trust = {"PUSH_SERVICES": service.host, "SSL_CERT_FILE": str(service.certificate), "WEBHOOKS": "anywhere"}
    server = new_server(**PRODUCTION, **trust).start()
    server.python(NEW_EVENT)
    front = Front(server)
    yield front
    front.close()


@pytest.fixture
def phone(front, service, window):
    """A phone that follows player 4, and the browser that its messages are for."""
    browser = service.new_browser()
    said = {"endpoint": browser.endpoint, "keys": {"p256dh": browser.p256dh, "auth": browser.auth}}
    page = window("de-DE", viewport=PHONE)
    page.context.grant_permissions(["notifications"], origin=front.url)
    page.add_init_script(SUBSCRIBE.replace("SAID", json.dumps(said)))
    page.goto(f"{front.url}/e/cup/")
    page.click("#p4 .star")
    page.click("#notifications button")
    expect(page.locator("#notifications small")).to_have_text("Auch wenn diese Seite geschlossen ist.")
    page.browser_messages = lambda: service.messages(browser)
    return page


def deliver(page, front, message):
    """Let the phone's service worker have a message, as its push service would."""
    session = page.context.new_cdp_session(page)
    registrations = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda found: registrations.extend(found["registrations"]))
    session.send("ServiceWorker.enable")
    wait_for(lambda: page.evaluate("1") and registrations, "the service worker")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": front.url, "registrationId": registrations[0]["registrationId"], "data": json.dumps(message)},
    )


def test_a_result_reaches_a_phone_whose_page_is_closed(front, phone):
    wait_for(lambda: len(phone.browser_messages()) == 1, "the first message")
    assert phone.browser_messages()[0]["body"] == "Sie erfahren von: Dora"
    phone.goto(f"{front.url}/rules/")  # no page of the event is open
    front.server.python(ENTER + "enter(2, '01')")
    wait_for(lambda: len(phone.browser_messages()) == 2, "the result")
    message = phone.browser_messages()[1]
    assert message["body"].split("\n") == ["Brett 2: Cleo 0–1 Dora", "Dora: Platz 1"]
    (worker,) = phone.context.service_workers
    worker.evaluate(KEEP_SHOWN)
    deliver(phone, front, message)
    wait_for(lambda: worker.evaluate("shown.length"), "the notification")
    assert worker.evaluate("shown") == [["Cup", message["body"], "de", "/e/cup/player/4/?lang=de"]]


def test_whoever_follows_somebody_else_is_notified_of_them(front, phone):
    wait_for(lambda: len(phone.browser_messages()) == 1, "the first message")
    with phone.expect_response("**/notify/**") as answer:
        phone.click("#p1 .star")
    assert answer.value.status == 204
    front.server.python(ENTER + "enter(1, '10')")
    wait_for(lambda: len(phone.browser_messages()) == 2, "the result")
    assert phone.browser_messages()[1]["body"].startswith("Brett 1: Ada 1–0 Ben")


def test_one_more_press_ends_it(front, phone):
    with phone.expect_response("**/notify/**") as answer:
        phone.click("#notifications button")
    assert answer.value.status == 204
    expect(phone.locator("#notifications button")).to_have_attribute("aria-pressed", "false")
    left = "from tournaments.models import PushSubscription; print(PushSubscription.objects.count())"
    assert front.server.python(left).strip() == "0"


def test_a_page_that_is_pushed_to_does_not_listen_in_the_background(front, phone):
    assert phone.evaluate("document.documentElement.dataset.awake") is None
    phone.goto(f"{front.url}/e/cup/player/4/")
    expect(phone.locator("#notifications button")).to_have_attribute("aria-pressed", "true")
    assert phone.evaluate("document.documentElement.dataset.awake") is None
    front.server.python(BUMP + PUBLISH)
    expect(phone.locator("#new-round")).to_contain_text("Runde 2 ist")
