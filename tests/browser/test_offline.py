"""Without a network: the page that was seen last with its time, only where the site has HTTPS, never of a session."""

import contextlib
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, expect

from tests.servers.front import PRODUCTION, Front
from tests.servers.live_events import ENTER, NEW_EVENT, NEW_SESSION
from tests.servers.server import wait_for

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
KEPT = "async () => (await (await caches.open('pages')).keys()).map((page) => new URL(page.url).pathname).sort()"
OTHER = """
from django.utils import timezone
from tournaments.models import Event
Event.objects.create(slug="other", name="Other", lots_seed=1, epoch="o", changed_at=timezone.now())
"""
HIDE = """
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
change_settings(Event.objects.get(slug="cup"), {"is_public": False}, COMMAND)
"""
KEPT_POINTS = """async () => {
    const kept = await (await caches.open("pages")).match(new URL("/e/cup/", location.href));
    const page = new DOMParser().parseFromString(await kept?.text(), "text/html");
    return page.querySelector("#p1 .points")?.textContent.trim();
}"""
FILES = "async () => (await (await caches.open('files')).keys()).length"


@pytest.fixture
def server(new_server):
    server = new_server(**PRODUCTION).start()
    server.python(NEW_EVENT + OTHER)
    return server


@pytest.fixture
def front(server):
    front = Front(server)
    yield front
    front.close()


def kept_pages(page, *paths):
    """Wait until these pages are kept, and no others."""
    wait_for(lambda: page.evaluate(KEPT) == list(paths), f"{paths} to be kept alone")


def see(page, address):
    """Open a page and wait until it is kept with its files."""
    page.goto(address)
    wait_for(lambda: urlsplit(address).path in page.evaluate(KEPT), f"{address} to be kept")
    wait_for(lambda: page.evaluate(FILES) > 10, "its files")


def test_without_a_network_the_table_is_there_with_its_time(front, window):
    page = window("de-DE", viewport=PHONE)
    see(page, f"{front.url}/e/cup/")
    kept_pages(page, "/e/cup/")
    front.server.python(f"{ENTER}\nenter(1, '10')")
    expect(page.locator("#p1 .points")).to_have_text("1")
    # Seen in another window: what the table has become is kept when this one is left.
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { get: () => true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    wait_for(lambda: page.evaluate(KEPT_POINTS) == "1", "the result to be kept")
    front.close()
    page.goto(f"{front.url}/e/cup/?lang=de")
    expect(page.locator("#p1 .points")).to_have_text("1")
    expect(page.locator("#kept")).to_have_text(re.compile(r"\d\d:\d\d\.$"))
    expect(page.locator("#connection")).to_have_attribute("data-state", "offline")
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily").startswith("Inter")

    front.open()
    front.server.python(f"{ENTER}\nenter(2, '01')")
    expect(page.locator("#p4 .points")).to_have_text("1")
    expect(page.locator("#kept")).to_be_hidden()


def test_what_was_never_seen_is_not_there(front, window):
    page = window(viewport=PHONE)
    see(page, f"{front.url}/e/cup/")
    front.close()
    with pytest.raises(Error, match=r"ERR_CONNECTION_REFUSED|ERR_FAILED"):
        page.goto(f"{front.url}/e/cup/crosstable/")


@pytest.mark.parametrize(("status", "address"), [(403, "/e/cup/"), (404, "/e/cup/round/9/"), (410, "/e/cup/round/1/")])
def test_what_is_gone_is_forgotten_with_its_event(front, window, status, address):
    page = window(viewport=PHONE)
    for path in ("/", "/e/cup/", "/e/cup/round/1/", "/e/other/"):
        see(page, front.url + path)
    kept_pages(page, "/", "/e/cup/", "/e/cup/round/1/", "/e/other/")
    front.refusal = status
    with contextlib.suppress(Error):
        page.goto(front.url + address)  # Chromium shows a page of its own
    front.refusal = 0
    page.goto(f"{front.url}/rules/")
    kept_pages(page, "/e/other/")


def test_a_server_that_is_busy_takes_nothing_away(front, window):
    page = window(viewport=PHONE)
    see(page, f"{front.url}/e/cup/")
    front.refusal = 503
    with contextlib.suppress(Error):
        page.goto(f"{front.url}/e/cup/")
    front.refusal = 0
    page.goto(f"{front.url}/rules/")
    kept_pages(page, "/e/cup/")


def test_a_network_that_hangs_is_not_waited_for_long(front, window):
    page = window(viewport=PHONE)
    see(page, f"{front.url}/e/cup/")
    front.hangs.set()
    page.goto(f"{front.url}/e/cup/")
    expect(page.locator("#kept")).to_be_visible()
    front.hangs.clear()


def test_an_open_page_learns_that_its_event_is_hidden(front, window):
    page = window(viewport=PHONE)
    see(page, f"{front.url}/e/cup/")
    front.server.python(HIDE)
    kept_pages(page)


def test_when_something_is_hidden_the_other_pages_of_the_event_go(front, window):
    page = window(viewport=PHONE)
    for path in ("/e/cup/", "/e/cup/round/1/"):
        see(page, front.url + path)
    kept_pages(page, "/e/cup/", "/e/cup/round/1/")
    front.server.python("from tournaments.models import Event\nEvent.objects.update(shared_key='another', version=9)")
    page.goto(f"{front.url}/e/cup/")
    kept_pages(page, "/e/cup/")


def test_with_a_session_nothing_is_kept_and_all_is_forgotten(front, window):
    page = window(viewport=PHONE)
    see(page, f"{front.url}/e/cup/")
    kept_pages(page, "/e/cup/")
    session = front.server.python(NEW_SESSION).strip()
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": front.url, "secure": True}])
    page.goto(f"{front.url}/e/cup/")
    kept_pages(page)
    assert page.locator("meta[name=offline]").count() == 0
    page.goto(f"{front.url}/e/cup/desk/")
    front.close()
    with pytest.raises(Error):
        page.goto(f"{front.url}/e/cup/")


def test_a_hall_without_https_has_no_such_script(new_server, window):
    hall = new_server().start()
    hall.python(NEW_EVENT)
    page = window()
    page.goto(f"{hall.url}/e/cup/")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    assert page.locator("meta[name=offline]").count() == 0
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    assert hall.status("/worker.js") == 404
