"""Pages that poll, because they are told to or because a proxy holds their stream back."""

import pytest

from tests.servers import tools
from tests.servers.caches import Cache
from tests.servers.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]

HIDE = """
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.rounds.closing import withhold_results
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
event = Event.objects.get(slug="cup")
"""
# What the page says of a player's points, one entry for each change; "" while it is empty.
NOTE_POINTS = """
() => {
  globalThis.seen = [];
  const note = () => {
    const points = document.querySelector("#p4 .points")?.textContent.trim() ?? "";
    if (seen.at(-1) !== points) seen.push(points);
  };
  note();
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""


@pytest.fixture
def page(window):
    """A page that notes which addresses it asks for."""
    page = window()
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    return page


@pytest.fixture
def cup(new_server):
    """A server whose pages are told to poll."""
    server = new_server(LIVE_POLL_SECONDS="1").start()
    server.python(NEW_EVENT)
    return server


def is_live(page):
    page.wait_for_selector("#connection[data-state=live]", timeout=30_000)


def wait_for_points(page, row, points, timeout=30_000):
    has = "([row, points]) => document.querySelector(`#${row} .points`)?.textContent.trim() === points"
    page.wait_for_function(has, arg=[row, points], timeout=timeout)


def test_a_page_that_polls_steps_from_state_to_state(cup, page):
    page.goto(cup.url + "/e/cup/")
    assert page.url.endswith("/e/cup/?lang=en")
    is_live(page)
    page.evaluate("window.same = document.getElementById('p4')")
    for board, row in ((2, "p4"), (1, "p2")):
        cup.python(ENTER + f"enter({board}, '01')")
        wait_for_points(page, row, "1")
    assert page.evaluate("window.same === document.getElementById('p4')")
    assert [url for url in page.asked if "/steps/" in url]
    assert not [url for url in page.asked if "/live/" in url or "/snapshot/" in url]


def test_who_was_away_takes_the_whole(cup, page):
    page.goto(cup.url + "/e/cup/")
    is_live(page)
    cup.restart()
    cup.python(ENTER + "enter(1, '01')\nenter(2, '01')")
    wait_for_points(page, "p4", "1", timeout=60_000)
    assert [url for url in page.asked if "/snapshot/" in url]
    is_live(page)


def test_a_page_without_frames_fetches_itself(cup, page):
    page.goto(cup.url + "/e/cup/player/4/")
    is_live(page)
    before = page.text_content("#card")
    cup.python(ENTER + "enter(2, '01')")
    changed = "before => document.getElementById('card').textContent !== before"
    page.wait_for_function(changed, arg=before, timeout=30_000)


def test_what_is_withheld_leaves_the_page_within_five_seconds(cup, page):
    page.goto(cup.url + "/e/cup/")
    is_live(page)
    cup.python(ENTER + "enter(2, '01')")
    wait_for_points(page, "p4", "1")
    cup.python(HIDE + "withhold_results(event, 1, COMMAND)")
    page.wait_for_function("() => document.querySelector('#p4 .points')?.textContent.trim() !== '1'", timeout=5000)
    wait_for_points(page, "p4", "0")
    is_live(page)
    cup.python(HIDE + "change_settings(event, {'place': 'Ulm'}, COMMAND)")
    page.wait_for_selector("#p4 .points", timeout=30_000)
    is_live(page)


def test_an_event_that_is_hidden_leaves_an_empty_page(cup, page):
    page.goto(cup.url + "/e/cup/")
    is_live(page)
    cup.python(HIDE + "change_settings(event, {'is_public': False}, COMMAND)")
    page.wait_for_function("() => !document.querySelector('#standings').children.length", timeout=5000)
    page.wait_for_timeout(4000)
    assert page.locator("#standings tbody").count() == 0


def test_a_page_whose_stream_breaks_polls_until_the_stream_is_heard(server, page):
    server.python(NEW_EVENT)
    page.clock.install()
    broken = [True]
    page.route("**/live/**", lambda route: route.abort() if broken else route.continue_())
    page.goto(server.url + "/e/cup/")
    page.clock.run_for(12_000)
    is_live(page)
    server.python(ENTER + "enter(2, '01')")
    page.clock.run_for(4000)
    wait_for_points(page, "p4", "1")
    assert [url for url in page.asked if "/steps/" in url]
    broken.clear()
    with page.expect_response("**/live/**"):
        page.clock.run_for(15_000)
    page.clock.run_for(3000)
    server.python(ENTER + "enter(1, '01')")
    wait_for_points(page, "p2", "1")
    page.asked.clear()
    page.clock.run_for(5000)
    assert not [url for url in page.asked if "/shared/" in url]


@pytest.mark.skipif(bool(tools.missing("nginx")), reason=tools.missing("nginx"))
def test_behind_a_cache_what_was_withheld_never_comes_back(cup, page, tmp_path):
    """The cache still has the old page for a second, and the old states for a minute."""
    folder = tmp_path / "nginx"
    folder.mkdir()
    with Cache(folder, [cup]).running() as cache:
        page.goto(cache.url + "/e/cup/?lang=en")
        is_live(page)
        cup.python(ENTER + "enter(2, '01')")
        wait_for_points(page, "p4", "1")
        page.evaluate(NOTE_POINTS)
        cup.python(HIDE + "withhold_results(event, 1, COMMAND)")
        wait_for_points(page, "p4", "0")
        cup.python(HIDE + "change_settings(event, {'place': 'Ulm'}, COMMAND)")
        page.wait_for_function("() => seen.filter((each) => each === '').length > 1", timeout=30_000)
        wait_for_points(page, "p4", "0")
        assert page.evaluate("seen") == ["1", "", "0", "", "0"]
