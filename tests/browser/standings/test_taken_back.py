"""What is taken back is taken back everywhere on an open page, and old lines that come to light are no news."""

import pytest
from playwright.sync_api import expect

from tests.browser.scripts import ADDRESS
from tests.browser.standings.test_live_rows import PUT
from tests.browser.standings.test_watching import FIELD
from tests.servers.live_events import ENTER

pytestmark = pytest.mark.browser

# Round 3 was played before the page was opened; of round 4 three results come in while it is open.
EARLIER = [("r-3-a", "10:00", "Round three, the first"), ("r-3-b", "10:01", "Round three, the second")]
NEW = [("r-4-a", "11:00", "Round four, the first"), ("r-4-b", "11:01", "Round four, the second")]
OUT = ("published-4", "10:30", "Round 4 is published")

LISTEN = """() => {
  globalThis.news = [];
  document.addEventListener("crosstable:happened", ({ detail }) => {
    news.push(...detail.map((line) => line.dataset.name));
  });
  globalThis.Notification = class {
    static permission = "granted";
    static shown = [];
    constructor(text) { Notification.shown.push(text); }
    close() { Notification.shown.pop(); }
  };
}"""


def line(name, time, aloud, player=1):
    at = f"2026-05-04T{time}:00+00:00"
    return f'<li data-name="{name}" data-rows="p{player}" data-aloud="{aloud}"><time datetime="{at}"></time>{name}</li>'


def happened(*lines):
    return f"<template data-happened>{''.join(line(*each) for each in lines)}</template>"


def ticker(*lines):
    return f'<template data-happened="all">{"".join(line(*each) for each in lines)}</template>'


@pytest.fixture
def live(page):
    """A page that knows round 3, and that round 4 is out; its time stands still."""
    page.clock.install()
    page.goto(ADDRESS)
    page.evaluate(LISTEN)
    page.evaluate(PUT, ticker(OUT, EARLIER[1]))
    page.clock.run_for(11_000)
    page.evaluate("news.length = 0; document.getElementById('aloud').textContent = ''")
    return page


def names(page):
    return page.locator("#ticker li").all_inner_texts()


def aloud(page):
    page.clock.run_for(11_000)
    return page.text_content("#aloud")


def test_a_withheld_result_is_not_said_any_more_and_an_older_one_is_nothing_new(live):
    live.evaluate(PUT, happened(NEW[0]))
    live.clock.run_for(100)
    assert live.text_content("#aloud") == "Round four, the first"
    live.evaluate(PUT, happened(NEW[1]))
    assert names(live) == ["r-4-b", "r-4-a", "published-4", "r-3-b"]
    live.evaluate("news.length = 0")
    live.evaluate(PUT, ticker(OUT, EARLIER[1], EARLIER[0]))
    assert names(live) == ["published-4", "r-3-b", "r-3-a"]
    assert live.text_content("#aloud") == "", "what was just said is taken back too"
    assert aloud(live) == ""
    assert live.evaluate("news") == []


def test_what_happens_again_is_news_again(live):
    live.evaluate(PUT, happened(NEW[0]))
    live.evaluate(PUT, ticker(OUT, EARLIER[1]))
    live.evaluate(PUT, ticker(("r-4-a", "11:05", "Round four, again"), OUT, EARLIER[1]))
    assert names(live) == ["r-4-a", "published-4", "r-3-b"]
    assert live.evaluate("news") == ["r-4-a", "r-4-a"]
    assert aloud(live) == "Round four, again"


def test_who_has_missed_something_hears_what_is_newer(live):
    live.evaluate(PUT, ticker(NEW[1], NEW[0], OUT, EARLIER[1], EARLIER[0]))
    assert live.evaluate("news") == ["r-4-b", "r-4-a"]
    assert aloud(live) == "Round four, the second. Round four, the first"


def test_the_row_of_a_withheld_result_is_not_marked(live):
    rows = (
        '<template data-rows="standings" data-order="p1 p2"><tbody id="p1"><tr><td class="name">Anna</td>'
        '<td class="points">{}</td></tr></tbody></template>'
    )
    live.evaluate(PUT, happened(NEW[0]) + rows.format("2"))
    assert "fresh" in live.get_attribute("#p1", "class")
    live.evaluate(PUT, ticker(OUT, EARLIER[1]) + rows.format("1"))
    assert "fresh" not in (live.get_attribute("#p1", "class") or "")


TOLD = """async (name) => {
  const { showInTitle } = await import("/shared/new_round.js");
  showInTitle("Round four, the first", name);
}"""


def test_the_title_follows(live):
    live.evaluate(PUT, happened(NEW[0]))
    live.evaluate(TOLD, NEW[0][0])
    assert live.title().startswith("Round four")
    live.evaluate(PUT, ticker(OUT, EARLIER[1]))
    live.wait_for_function("!document.title")


TELL = """async (name) => {
  const { sendNotification } = await import("/shared/new_round.js");
  sendNotification({ text: name, details: [], name });
  return Notification.shown;
}"""

LISTEN_AWAY = """async () => {
  document.body.insertAdjacentHTML("beforeend", '<div id="content"><p data-base="/e/open/"></p></div>');
  Object.defineProperty(document, "hidden", { get: () => true });
  Object.defineProperty(globalThis, "isSecureContext", { get: () => true });
  localStorage.setItem("notices /e/open/", "on");
  await import("/players/notifications.js");
}"""


def test_a_notice_is_not_shown_of_what_was_taken_back_and_goes_with_it(live):
    live.evaluate(LISTEN_AWAY)
    live.evaluate(PUT, happened(NEW[0]))
    shown = live.evaluate(TELL, NEW[0][0])
    live.evaluate(PUT, ticker(OUT, EARLIER[1]))
    assert live.evaluate("Notification.shown") == []
    assert live.evaluate(TELL, NEW[0][0]) == []
    assert shown == [NEW[0][0]]


WITHHOLD = (
    ENTER
    + """
from tournaments.actions.rounds.closing import withhold_results
withhold_results(Event.objects.get(slug="cup"), 1, COMMAND)
"""
)


@pytest.mark.db
@pytest.mark.parametrize("path", ["", "round/1/"])
def test_a_round_that_is_withheld_within_seconds_is_said_nowhere(server, window, path):
    """Two results and the withholding within the ten seconds between two sentences, at a real server."""
    server.python(FIELD)
    page = window("en-GB")
    page.clock.install()
    page.goto(f"{server.url}/e/cup/{path}")
    page.wait_for_selector("#connection[data-state=live]")
    page.evaluate(LISTEN)
    server.python(ENTER + "enter(28, '01')")
    expect(page.locator("#ticker > li").first).to_contain_text("Board 28")
    page.wait_for_function("document.getElementById('aloud').textContent.includes('Board 28')")
    server.python(ENTER + "enter(30, '01')")
    expect(page.locator("#ticker > li").first).to_contain_text("Board 30")
    page.evaluate("news.length = 0")
    server.python(WITHHOLD)
    expect(page.locator("#state .withheld")).to_be_visible()
    expect(page.locator("#ticker")).not_to_contain_text("Board")
    page.clock.fast_forward(11_000)
    assert page.text_content("#aloud") == ""
    assert page.evaluate("news") == []
    assert "Board" not in page.title()
    expect(page.locator("tr.fresh, tbody.fresh")).to_have_count(0)
