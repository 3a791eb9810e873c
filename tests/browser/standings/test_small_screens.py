"""How much of a table a screen shows: most of a phone's is the table, and what names it stays while it scrolls."""

import json
from itertools import pairwise

import pytest

from tests.servers.live_events import NEW_SESSION

pytestmark = [pytest.mark.browser, pytest.mark.db]

PHONE = {"viewport": {"width": 390, "height": 844}}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}

# Twenty games of forty people, one long name in four, after three rounds of which the last one runs.
OPEN = """
from django.utils import timezone
from tournaments.models import Event, Game, Player, Round
now = timezone.now()
event = Event.objects.create(
    slug="open", name="Open in the Old Town", place="Hall by the river, Old Town", lots_seed=1,
    epoch="e", changed_at=now, tiebreaks="PTS,BH/C1,BH,SB,DE", planned_rounds=9,
)
names = ["Dornweiler, Anselm", "Weidenbach-Lindenau, Dorothea", "Quellfels, Beate", "Ahornthal, Emil"]
players = Player.objects.bulk_create(
    Player(event=event, number=number, name=f"{names[number % 4]} {number}", federation="GER", rating=2400 - number)
    for number in range(1, 41)
)
for number in (1, 2, 3):
    each = Round.objects.create(event=event, number=number)
    Game.objects.bulk_create(
        Game(round=each, board=board + 1, white=players[2 * board], black=players[(2 * board + 2 * number - 1) % 40],
             result=["10", "01", "==", "" if number == 3 else "10"][board % 4], entered_at=now)
        for board in range(20)
    )
"""

TWENTY_ROUNDS = """
from tournaments.models import Event, Game, Round
event = Event.objects.get(slug="open")
Event.objects.filter(pk=event.pk).update(planned_rounds=20)
players = list(event.players.order_by("number"))
for number in range(4, 21):
    each = Round.objects.create(event=event, number=number)
    Game.objects.bulk_create(
        Game(round=each, board=board + 1, white=players[2 * board], black=players[(2 * board + 2 * number - 1) % 40],
             result=["10", "01", "==", "10"][board % 4])
        for board in range(20)
    )
"""

MEASURE = """() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const head = box(".sheet thead th"), rows = [...document.querySelectorAll(".sheet tbody > tr")]
    .map((row) => row.getBoundingClientRect())
    .filter(({ top, bottom }) => top >= head.bottom - 1 && bottom <= innerHeight);
  const seen = (selector) => {
    const { left, right, top, bottom } = box(selector);
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return at?.closest(selector) !== null || at?.contains(document.querySelector(selector));
  };
  return JSON.stringify({
    rows: rows.length, wide: document.documentElement.scrollWidth > innerWidth, head: Math.round(head.top),
    seen: ["h1", "#connection", "#state b", "#find", ".sheet thead .name"].filter(seen),
  });
}"""


@pytest.fixture
def hall(server):
    server.python(OPEN)
    return server


def measure(page):
    return json.loads(page.evaluate(MEASURE))


def scroll(page):
    page.evaluate("scrollTo({ top: 1000, behavior: 'instant' })")
    page.wait_for_function("() => scrollY > 500")


PLACES = """() => new Set([...document.querySelectorAll("#standings tbody .place")].map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell.firstChild);
  return Math.round(range.getBoundingClientRect().right);
})).size"""


def test_places_stand_in_one_column_while_some_have_no_arrow_yet(hall, window):
    page = window(**DESKTOP)
    page.goto(f"{hall.url}/e/open/")
    assert 0 < page.locator("#standings tbody .move").count() < 40
    assert page.evaluate(PLACES) == 1


def test_the_name_of_the_event_stands_in_one_line_with_its_place(hall, window):
    page = window(**PHONE)
    page.goto(f"{hall.url}/e/open/")
    scroll(page)
    name, place = (page.locator(f".masthead {each}").bounding_box() for each in ("h1", "p"))
    assert name["y"] >= 0
    assert place["height"] < 1.5 * name["height"]


def test_the_series_of_an_event_stands_whole_behind_its_name(hall, window):
    hall.python(
        "from tournaments.models import Event, Series\n"
        "series = Series.objects.create(slug='week', name='Week of games')\n"
        "Event.objects.filter(slug='open').update(series=series)"
    )
    page = window(**PHONE)
    page.goto(f"{hall.url}/e/open/")
    name, series = page.locator(".masthead h1"), page.locator(".masthead .series")
    assert name.bounding_box()["x"] < series.bounding_box()["x"]
    assert series.evaluate("line => line.scrollWidth <= line.clientWidth")


EVERYTHING = ["h1", "#connection", "#state b", "#find", ".sheet thead .name"]


def test_a_phone_shows_thirteen_rows_and_what_they_belong_to(hall, window):
    page = window(**PHONE)
    for path in ("/e/open/", "/e/open/crosstable/"):
        page.goto(hall.url + path)
        page.wait_for_selector("#connection[data-state=live]")
        first = measure(page)
        assert first["rows"] >= 13
        assert not first["wide"]
        scroll(page)
        then = measure(page)
        assert then["rows"] >= 13
        assert then["seen"] == EVERYTHING


def test_heads_of_tables_stay_on_wide_screens(hall, window):
    page = window(**DESKTOP)
    for path in ("/e/open/", "/e/open/crosstable/", "/e/open/round/3/?by=name"):
        page.goto(hall.url + path)
        scroll(page)
        assert measure(page)["head"] == 0, path


# Where a column ends beyond the sheet, or an arrow stands on a name with its title.
ODD_ON_PAPER = """() => [...document.querySelectorAll(".sheet tr")].flatMap((row) => {
  const boxes = [...row.querySelectorAll("th, td")].map((cell) => cell.getBoundingClientRect());
  const parts = [...row.querySelectorAll(".move, .name > a")].map((part) => part.getBoundingClientRect());
  const seen = parts.filter(({ width }) => width > 0);
  const covers = (one, next) => next && one.right > next.left + 1 && one.top < next.bottom - 2;
  const overlap = seen.some((part, n) => covers(part, seen[n + 1]));
  return boxes.some(({ right }) => right > innerWidth + 1) || overlap ? [row.textContent.trim()] : [];
})"""


def test_a_printed_table_fits_the_sheet(hall, window):
    page = window(viewport={"width": 703, "height": 1000})  # A4 without its margins
    hall.python("from tournaments.models import Player; Player.objects.filter(number__lt=20).update(title='WGM')")
    page.emulate_media(media="print")
    for path in ("/e/open/", "/e/open/crosstable/", "/e/open/round/3/"):
        page.goto(hall.url + path)
        assert page.evaluate(ODD_ON_PAPER) == [], path
        assert page.locator(":is(.ticker, .lately):visible").count() == 0, path
    page.goto(hall.url + "/e/open/")
    dots = "cells => new Set(cells.map((cell) => getComputedStyle(cell, '::after').content)).size"
    assert page.eval_on_selector_all("#standings .points", dots) == 1, "nobody on paper is still playing"


@pytest.mark.parametrize("width", [703, 1032], ids=["upright", "landscape"])
def test_a_printed_cross_table_of_twenty_rounds_fits_the_sheet(hall, window, width):
    hall.python(TWENTY_ROUNDS)
    page = window(viewport={"width": width, "height": 1000})
    page.emulate_media(media="print")
    page.goto(f"{hall.url}/e/open/crosstable/")
    assert page.locator("#crosstable thead .square").count() == 20
    assert page.evaluate(ODD_ON_PAPER) == []
    cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent.trim())"
    assert page.eval_on_selector_all("#crosstable :is(.square, .name)", cut) == []


# Names of every length, with a title of three letters and a flag.
TITLED = """
from tournaments.models import Player
for player in Player.objects.filter(event__slug="open"):
    player.federation = "FRA" if player.number % 2 else "GER"
    player.name, player.title = f"Q{'u' * (player.number // 2)}ell, An{'n' * (player.number % 5)}a", "WGM"
    player.save()
"""
TOUCHING = """() => [...document.querySelectorAll("#standings tbody .name")].filter((cell) => {
  const flag = cell.querySelector(".flag").getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(cell.querySelector(".narrow").firstChild);
  return [...range.getClientRects()].some(({ right, bottom, top }) =>
    flag.width > 0 && right > flag.left + 1 && bottom > flag.top && top < flag.bottom);
}).map((cell) => cell.textContent.trim())"""


def test_a_title_of_three_letters_does_not_touch_the_flag_on_a_phone(hall, window):
    hall.python(TITLED)
    page = window(**PHONE)
    page.goto(f"{hall.url}/e/open/")
    page.wait_for_selector("#connection[data-state=live]")
    assert page.locator("#standings .name .flag").first.bounding_box()["width"] > 0
    assert page.evaluate(TOUCHING) == []


def test_a_row_that_glides_is_printed_in_its_place(hall, window):
    page = window(viewport={"width": 703, "height": 1000})
    page.goto(hall.url + "/e/open/")
    row = page.locator("#standings tbody").nth(3)
    row.evaluate("row => row.animate([{ transform: 'translateY(200px)' }, { transform: 'none' }], 600000) && null")
    page.emulate_media(media="print")
    assert row.evaluate("row => getComputedStyle(row).transform") == "none"


# The colours of boards that are not printed in the cell of their player.
AWAY = """() => [...document.querySelectorAll(".matches .board .side:not(.none)")].filter((side) => {
  const own = side.getBoundingClientRect(), cell = side.closest("td").getBoundingClientRect();
  return own.left < cell.left || own.right > cell.right || own.top < cell.top - 1 || own.bottom > cell.bottom + 1;
}).length"""


def test_the_colours_of_a_match_are_printed_beside_the_names(hall, window):
    hall.manage("import_event", "tests/golden/fide_team_2024.trf", "--slug", "team", "--public")
    page = window(viewport={"width": 703, "height": 1000})
    page.goto(hall.url + "/e/team/round/1/")
    page.emulate_media(media="print")
    assert page.locator(".matches .board .side").count() > 0
    assert page.evaluate(AWAY) == 0


# The points that reach into the strip of the last games below them.
COVERED = """() => [...document.querySelectorAll("#standings tbody .points")].flatMap((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell.querySelector("a"));
  const below = cell.querySelector(".lately").getBoundingClientRect().top;
  return range.getBoundingClientRect().bottom > below + 3 ? [cell.textContent] : []; // digits don't fill their line
})"""


def test_a_frame_on_a_phone_covers_nothing(hall, window):
    hall.python("from tournaments.models import Event\nEvent.objects.update(may_embed=True)")
    page = window(**PHONE)
    page.goto(hall.url + "/embed/open/")
    parts = [page.locator(part).first.bounding_box() for part in ("h1", ".freshness", ".sheet")]
    assert all(above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(parts)), parts
    assert page.evaluate(COVERED) == []


def test_a_table_is_one_stop_of_the_tab_key(hall, window):
    page = window(**DESKTOP)
    page.goto(hall.url + "/e/open/")
    stops = page.locator("#standings tbody :is(a, button):not([tabindex='-1'])")
    assert stops.count() == 1
    stops.first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    here = page.locator(":focus")
    row = page.locator("#standings tbody").nth(2)
    assert here.get_attribute("href") == f"/e/open/player/{row.get_attribute('id')[1:]}/why/PTS/"
    page.keyboard.press("Tab")
    assert page.locator(":focus").evaluate("link => !link.closest('.sheet')")
    page.keyboard.press("Shift+Tab")
    assert page.locator(":focus").get_attribute("href") == here.get_attribute("href")
    assert stops.count() == 1


def test_the_button_that_shows_an_event_covers_nothing_on_a_phone(hall, window):
    hall.python("from tournaments.models import Event\nEvent.objects.update(is_public=False)")
    page = window(**PHONE)
    session = hall.python(NEW_SESSION).strip()
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": hall.url}])
    page.goto(hall.url + "/e/open/")
    parts = [page.locator(part).first.bounding_box() for part in (".top", "h1", ".masthead .show button", ".tabs")]
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(parts)), parts


STAYING = """(scroll) => {
  const sheet = document.querySelector(".sheet"), left = (cell) => Math.round(cell.getBoundingClientRect().left);
  if (scroll !== null) sheet.scrollLeft = scroll;
  const cells = ["place", "name", "points"].map((name) => sheet.querySelector(`tbody .${name}`));
  return { lefts: cells.map(left), scroll: sheet.scrollLeft, layered: getComputedStyle(cells[1]).position == "sticky" };
}"""


@pytest.mark.parametrize("path", ["player/1/", "player/1/why/BH/", "compare/1/2/"])
def test_nothing_touches_the_line_on_top_while_nothing_has_happened(hall, window, path):
    page = window(**PHONE)
    page.goto(f"{hall.url}/e/open/{path}")
    page.evaluate("document.querySelector('#ticker').replaceChildren()")
    line, content = (page.locator(part).first.bounding_box() for part in (".freshness", "#card, #why, #compare"))
    assert content["y"] >= line["y"] + line["height"] + 8


@pytest.mark.parametrize("scripts", [True, False])
def test_place_name_and_points_stay_while_a_table_scrolls_sideways(hall, window, scripts):
    """A cell that stays is a layer: three in each row made scrolling down dear, so they are none until then."""
    page = window(java_script_enabled=scripts, viewport={"width": 320, "height": 844})
    page.goto(f"{hall.url}/e/open/")
    if not scripts:
        shown = page.locator(".standings tbody .name").first.evaluate("cell => getComputedStyle(cell).position")
        assert shown == "sticky"
        return
    page.wait_for_selector("#connection[data-state=live]")
    assert not page.evaluate(STAYING, None)["layered"]
    assert page.evaluate(STAYING, 60)["scroll"] == 60
    page.wait_for_function(f"() => ({STAYING})(null).layered")
    lefts = page.evaluate(STAYING, None)["lefts"]
    assert lefts == page.evaluate(STAYING, 90)["lefts"]
    assert lefts[0] == 0 < lefts[1] < lefts[2] < 320
    page.evaluate(STAYING, 0)
    page.wait_for_function(f"() => !({STAYING})(null).layered")
