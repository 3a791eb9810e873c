"""The keyboard reaches everything on the main pages, in the order of reading, visibly, and never gets caught."""

import pytest

from tests.browser.pages import fill
from tests.servers.live_events import NEW_SESSION

pytestmark = [pytest.mark.browser, pytest.mark.db]

PUBLIC = ["", "round/1/", "player/4/", "crosstable/", "statistics/"]
STAFF = ["players/", "settings/", "tiebreaks/"]

# Everything that the Tab key should stop at, in the order of the page; of radio buttons one of each name.
STOPS = """() => {
  const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']");
  const open = (each) => !each.disabled && each.type !== "hidden" && each.tabIndex >= 0;
  const seen = (each) => each.checkVisibility({ visibilityProperty: true });
  const names = new Set(), once = (each) => each.type !== "radio" || !(names.has(each.name) || !names.add(each.name));
  globalThis.stops = [...all].filter(open).filter(seen).filter(once);
  return stops.length;
}"""
# Where the focus is: its place in that order, whether it can be seen, and whether something shows it.
HERE = """() => {
  const now = document.activeElement, box = now.getBoundingClientRect(), own = getComputedStyle(now);
  const at = now.type === "radio" ? stops.findIndex((each) => each.name === now.name) : stops.indexOf(now);
  const middle = (from, size, most) => Math.min(Math.max(from + size / 2, 0), most - 1);
  const point = [middle(box.left, box.width, innerWidth), middle(box.top, box.height, innerHeight)];
  const there = document.elementFromPoint(...point);
  const seen = there && (now.contains(there) || there.contains(now));
  const around = getComputedStyle(now.parentElement);
  const marked = [own.outlineStyle, own.boxShadow, around.boxShadow].some((each) => each !== "none");
  return { at, seen: Boolean(seen), marked, kind: now.type, html: now.outerHTML.slice(0, 120) };
}"""

PARTED = {"date", "time", "datetime-local"}  # fields with parts of their own


@pytest.mark.timeout(600)
def test_the_tab_key_walks_through_every_main_page(server, window):
    fill(server)
    page = window(reduced_motion="reduce", viewport={"width": 1280, "height": 600})
    walk(page, server.url, PUBLIC)
    page.context.add_cookies([{"name": "sessionid", "value": server.python(NEW_SESSION).strip(), "url": server.url}])
    walk(page, server.url, STAFF)


def walk(page, site, paths):
    for path in paths:
        page.goto(f"{site}/e/cup/{path}")
        if page.locator("#live[data-stream]").count():
            page.wait_for_selector("#connection[data-state=live]")
        count = page.evaluate(STOPS)
        assert count > 10, path
        for wanted in range(count):
            page.keyboard.press("Tab")
            here = page.evaluate(HERE)
            while here["at"] == wanted - 1 and here["kind"] in PARTED:
                page.keyboard.press("Tab")
                here = page.evaluate(HERE)
            assert here["at"] == wanted, (path, wanted, here)
            assert here["seen"], (path, here)
            assert here["marked"], (path, here)
        for _ in range(5):  # out of the page: nothing holds the focus back
            page.keyboard.press("Tab")
            if page.evaluate("stops.indexOf(document.activeElement)") in (-1, 0):
                break
        else:
            raise AssertionError(f"{path}: the focus is caught")


def test_an_explanation_opens_and_closes_by_key(server, window):
    fill(server)
    page = window()
    page.goto(server.url + "/e/cup/")
    page.focus("#p4 .points a")
    page.keyboard.press("Enter")
    page.wait_for_selector("#p4 tr.why .working")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.wait_for_selector("#p4 tr.why", state="detached")
    assert page.evaluate("document.activeElement.closest('tbody')?.id") == "p4"
    page.focus("#p4 .star")
    page.keyboard.press("Space")
    page.wait_for_selector("#p4.mine")
