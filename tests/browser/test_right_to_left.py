"""A language that is written from right to left lays out correctly: each page is the mirror image of the usual one."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import PUBLIC, STAFF, fill
from tests.browser.test_looks import TOO_WIDE
from tests.servers import right_to_left
from tests.servers.live_events import ENTER, NEW_HALL, NEW_SESSION
from tests.sizes import some

pytestmark = [pytest.mark.browser, pytest.mark.db]

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}

# What stands beyond the right edge, where nothing can be scrolled to, or at the left out of what scrolls by itself.
CUT_OFF = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, dt, dd, a, button, label, th, td)")]
  .filter((each) => each.checkVisibility() && !each.closest(".aloud, [hidden], .tabs, .rounds, .levels"))
  .filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    return right > innerWidth + 1 || (left < -1 && !each.closest(".sheet"));
  }).map((each) => each.outerHTML.slice(0, 120))"""


@pytest.fixture
def server(new_server):
    server = new_server(DJANGO_SETTINGS_MODULE=right_to_left.__name__)
    right_to_left.write_catalogue(server.folder)
    return server.start()


@pytest.mark.timeout(600)
def test_no_page_runs_out_of_the_window(server, window):
    tokens = fill(server)
    public, staff = ([path.format(**tokens) for each in pages.values() for path in each] for pages in (PUBLIC, STAFF))
    session = {"name": "sessionid", "value": server.python(NEW_SESSION).strip(), "url": server.url}
    page = window(right_to_left.CODE, reduced_motion="reduce")
    faults = list(find_faults(page, server.url, some(public, 2)))
    page.context.add_cookies([session])
    faults += find_faults(page, server.url, some(staff, 2))
    assert faults == []


def find_faults(page, site, paths):
    for path in paths:
        page.set_viewport_size(DESKTOP)
        page.goto(site + path)
        assert page.locator("html").get_attribute("dir") == "rtl", path
        for size in (DESKTOP, PHONE) if "/print/" not in path else (DESKTOP,):
            page.set_viewport_size(size)
            if faults := page.evaluate(TOO_WIDE) + page.evaluate(CUT_OFF):
                yield path, size["width"], faults


# The edges of some cells of a row, and of the sheet around them.
CELLS = """(names) => Object.fromEntries(["sheet", ...names].map((name) => {
  const shown = document.querySelector(name === "sheet" ? ".sheet" : `.sheet tbody .${name}`);
  const { left, right } = shown.getBoundingClientRect();
  return [name, [Math.round(left), Math.round(right)]];
}))"""


@pytest.fixture
def hall(server):
    server.python(NEW_HALL.replace("BOARDS", "20"))
    server.python(
        "from tournaments.models import Event, Game, Round\n"
        "event = Event.objects.get(slug='hall')\n"
        "players = list(event.players.order_by('number'))\n"
        "for number in range(2, 12):\n"
        "    each = Round.objects.create(event=event, number=number)\n"
        "    for board in range(1, 21):\n"
        "        white, black = players[board - 1], players[20 + (board + number) % 20]\n"
        "        Game.objects.create(round=each, board=board, white=white, black=black, result='10')\n"
    )
    return server


def test_place_and_name_stay_at_the_right_edge_and_the_points_at_the_left(hall, window):
    page = window(right_to_left.CODE, viewport=PHONE)
    page.goto(hall.url + "/e/hall/crosstable/")
    before = page.evaluate(CELLS, ["place", "name", "points"])
    assert before["place"][1] == before["sheet"][1]
    assert before["name"][1] == before["place"][0]
    assert before["points"][0] == before["sheet"][0]
    page.locator(".sheet").evaluate("sheet => { sheet.scrollLeft = -1000 }")
    assert page.locator(".sheet").evaluate("sheet => sheet.scrollLeft") < -50
    page.wait_for_function("() => !document.documentElement.matches('[data-level]')")
    assert page.evaluate(CELLS, ["place", "name", "points"]) == before


def test_marks_keys_and_pictures_are_mirrored(hall, window):
    page = window(right_to_left.CODE, viewport=DESKTOP)
    page.goto(hall.url + "/e/hall/")
    page.wait_for_selector("#connection[data-state=live]")
    assert page.locator(".brand").bounding_box()["x"] > 1000
    hall.python(ENTER.replace('"cup"', '"hall"') + "enter(20, '01')")
    page.wait_for_selector("#p40.fresh")
    first = page.locator("#p40 .place")
    assert first.evaluate("cell => getComputedStyle(cell).boxShadow").endswith("-4px 0px 0px 0px inset")
    page.focus("#p40 .name a")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#p40 .points a")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#p40 .name a")).to_be_focused()
    page.goto(hall.url + "/e/hall/statistics/")
    lines, names = (page.locator(f".track {each}").bounding_box() for each in ("svg", ".runners"))
    assert names["x"] < lines["x"]
    turned = page.locator(".track svg").evaluate("lines => getComputedStyle(lines).transform")
    assert turned == "matrix(-1, 0, 0, 1, 0, 0)"
