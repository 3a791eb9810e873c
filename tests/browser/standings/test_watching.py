"""A live update as two readers see it, in German and in English at once: nothing of theirs is lost, nothing jumps."""

import json

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import ENTER

pytestmark = [pytest.mark.browser, pytest.mark.db]

FIELD = """
from django.utils import timezone
from tournaments.actions.event.categories import save_category
from tournaments.actions.writing import COMMAND
from tournaments.domain.event.categories import CategoryDefinition, CategoryRule
from tournaments.models import Event, Player, Round, Game
now = timezone.now()
event = Event.objects.create(slug="cup", name="Cup", lots_seed=1, epoch="e", changed_at=now, tiebreaks="PTS,BH,SB")
names = ["Ahorn, Aylin", "Birke, Bogdan", "Dorn, Chidi", "Eiche, Dilnoza", "Farn, Emre", "Ginster, Freya"]
def player(number):
    name = names[number % 6] + " " + "IVX"[number % 3] * (number // 6 % 3 + 1)
    return Player(event=event, number=number, name=name, sex="mw"[number % 2], rating=2600 - number * 10)
Player.objects.bulk_create(map(player, range(1, 61)))
players = {player.number: player for player in event.players.all()}
first = Round.objects.create(event=event, number=1)
def game(board):
    result = "" if board > 25 else "10"
    return Game(round=first, board=board, white=players[board], black=players[board + 30], result=result)
Game.objects.bulk_create(map(game, range(1, 31)))
save_category(event, "", CategoryDefinition("Women", CategoryRule.WOMEN), COMMAND)
"""
READER = "#p30"
SHIFTS = """() => {
  const box = ({ x, y, width, height }) => [x, y, width, height];
  const where = ({ node, previousRect, currentRect }) =>
    node?.outerHTML?.slice(0, 90) + JSON.stringify([previousRect, currentRect].map(box));
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push([entry.value, ...entry.sources.map(where)]);
  }).observe({ type: "layout-shift", buffered: false });
}"""


@pytest.fixture
def cup(server):
    server.python(FIELD)
    return server


def order(page):
    return page.eval_on_selector_all("#standings tbody[id]", "bodies => bodies.map(body => body.id)")


def open_at(window, cup, language, path="", **options):
    page = window(language, **options)
    page.goto(f"{cup.url}/e/cup/{path}")
    page.wait_for_selector("#connection[data-state=live]")
    return page


TOP = "id => document.getElementById(id).getBoundingClientRect().top"


def test_two_readers_of_two_languages_keep_their_place(cup, window):
    """In German and English at once: a row that moves takes neither focus, nor scroll, nor explanation along."""
    pages = german, english = [open_at(window, cup, language) for language in ("de-DE", "en-GB")]
    for page in pages:
        page.click(f"{READER} .points a")
        page.wait_for_selector(f"{READER} tr.why .working")
        page.locator(READER).evaluate("row => row.scrollIntoView({ block: 'center' })")
        page.focus(f"{READER} .tie a >> nth=0")
        page.evaluate("window.same = document.activeElement.closest('tbody')")
    before = [seen_by(page) for page in pages]
    cup.python(ENTER + "enter(28, '01')\nenter(30, '01')")
    for page, was in zip(pages, before, strict=True):
        page.wait_for_selector("#p60.fresh", state="attached")
        page.wait_for_selector("#p58.fresh", state="attached")
        page.wait_for_selector(f"{READER} tr.why .working:not([data-stamp='{was['stamp']}'])")
        now = seen_by(page)
        assert now["place"] != was["place"]  # the reader's own row has moved in the table …
        assert now["order"] != was["order"]
        assert now["top"] == pytest.approx(was["top"], abs=1)  # … and stands where it stood on the screen
        assert now["focus"] == was["focus"]
        assert page.evaluate("window.same.isConnected && window.same.contains(document.activeElement)")
        assert page.get_attribute(f"{READER} .points a", "aria-expanded") == "true"
        expect(page.locator(f"{READER} tr.why .working")).to_be_visible()
    assert order(german) == order(english)
    for page, language, round_number, rows, formula in (
        (german, "de", "Runde", "0–1", "Summe der Punkte"),
        (english, "en", "Round", "0–1", "Add up the points"),
    ):
        assert page.get_attribute("html", "lang") == language
        assert round_number in page.inner_text("#state")
        expect(page.locator("#aloud")).to_contain_text(rows)
        expect(page.locator(f"{READER} tr.why")).to_contain_text(formula)


def seen_by(page):
    """Return what a reader has before the eyes: order, place and height of their row, focus, explanation."""
    rows = order(page)
    return {
        "order": rows,
        "place": rows.index(READER[1:]),
        "top": page.evaluate(TOP, READER[1:]),
        "focus": page.evaluate("document.activeElement.getAttribute('href')"),
        "stamp": page.get_attribute(f"{READER} tr.why .working", "data-stamp"),
    }


def test_a_row_whose_explanation_is_read_without_focus_stays_too(cup, window):
    """Also when the explanation grows: near the end of a page the browser would hold fast to what stands below."""
    page = open_at(window, cup, "en", viewport={"width": 1280, "height": 2000})
    page.click(f"{READER} .points a")
    page.wait_for_selector(f"{READER} tr.why .working")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo(0, document.body.scrollHeight - innerHeight - 150)")
    page.route("**/why/**", fulfil_longer)
    was = seen_by(page)
    cup.python(ENTER + "enter(28, '01')\nenter(30, '01')")
    page.wait_for_selector("#p60.fresh", state="attached")
    page.wait_for_selector("#p58.fresh", state="attached")
    page.wait_for_selector(f"{READER} tr.why .working:not([data-stamp='{was['stamp']}'])")
    assert seen_by(page)["top"] == pytest.approx(was["top"], abs=1)
    assert page.evaluate("document.activeElement === document.body")
    expect(page.locator(f"{READER} tr.why .longer")).to_be_visible()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert seen_by(page)["top"] == pytest.approx(was["top"], abs=1)


def fulfil_longer(route):
    answer = route.fetch()
    route.fulfill(response=answer, body=f"{answer.text()}<p class='longer'>{'more<br>' * 4}</p>")


def test_the_first_result_makes_a_table_of_the_list_and_keeps_the_focus(cup, window):
    cup.python(EMPTY)
    page = open_at(window, cup, "en")
    expect(page.locator("#standings .empty")).to_be_visible()
    expect(page.locator("#p7 .place")).to_have_text("7")
    page.focus("#p7 .name a")
    page.evaluate("window.same = document.getElementById('p7')")
    cup.python(ENTER + "enter(3, '01')")
    page.wait_for_selector("#p33.fresh", state="attached")
    expect(page.locator("#standings .empty")).to_have_count(0)
    expect(page.locator("thead .place")).to_have_text("#")
    assert order(page)[0] == "p33"
    assert page.evaluate("document.activeElement.closest('tbody') === window.same && window.same.isConnected")


EMPTY = """
from tournaments.models import Game
from tournaments.actions.writing import COMMAND, record, writing
from tournaments.models import Event
with writing(Event.objects.get(slug="cup")) as event:
    Game.objects.filter(round__event=event).update(result="")
    record(event, COMMAND, "settings")
"""


# The line of what happened comes with the first result, above the table.
TOP_OF_TABLE = "Math.round(document.querySelector('#standings table').getBoundingClientRect().top)"


def test_a_spectator_keeps_the_scroll_position(cup, window):
    page = open_at(window, cup, "en")
    page.evaluate("scrollTo(0, 700)")
    rows, top = order(page), page.evaluate(TOP_OF_TABLE)
    cup.python(ENTER + "enter(30, '01')")
    page.wait_for_selector("#p60.fresh", state="attached")
    assert order(page) != rows
    assert abs(page.evaluate(TOP_OF_TABLE) - top) <= 1, page.evaluate("scrollY")


@pytest.mark.parametrize("width", [390, 1440])
def test_a_changed_row_shifts_nothing(cup, window, width):
    """The score of unexpected layout shifts stays 0 while results come in before the reader's eyes.

    Only rows glide that come from what is in sight, or go there.
    """
    page = open_at(window, cup, "en", viewport={"width": width, "height": 844})
    page.locator("#p56").scroll_into_view_if_needed()
    page.evaluate(SHIFTS)
    page.evaluate(GLIDES)
    for board, result in ((26, "01"), (27, "==")):
        cup.python(ENTER + f"enter({board}, '{result}')")
        page.wait_for_selector(f"#p{board + 30}.fresh", state="attached")
        # The rows glide to their places.
        page.wait_for_function("() => document.getAnimations().every(each => each.playState === 'finished')")
    assert page.evaluate("window.shifts") == []
    glides = page.evaluate("window.glides")
    assert glides
    assert all(any(-100 < top < 844 for top in ends) for ends in glides), "nobody sees the others"


@pytest.mark.parametrize("width", [390, 1440])
def test_the_first_line_of_what_happened_has_its_room_from_the_start(cup, window, width):
    page = open_at(window, cup, "en", viewport={"width": width, "height": 844})
    expect(page.locator("#ticker > li")).to_have_count(0)
    top = page.evaluate(TOP_OF_TABLE)
    cup.python(ENTER + "enter(26, '01')")
    expect(page.locator("#ticker > li")).to_be_visible()
    assert page.evaluate(TOP_OF_TABLE) == top


PUBLISH = """
from tournaments.actions.writing import COMMAND, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game, Round
with writing(Event.objects.get(slug="cup")) as event:
    players = list(event.players.order_by("number"))
    second = Round.objects.create(event=event, number=2)
    Game.objects.bulk_create(
        Game(round=second, board=at + 1, white=players[2 * at], black=players[(2 * at + 3) % 60]) for at in range(30)
    )
    record(event, COMMAND, LogAction.PUBLISH, after={"rounds": [{"round": 2, "boards": [], "byes": []}]})
"""
# What happens in a day, and what a page shows once it has it.
DAY = {
    "the first result": (ENTER + "enter(26, '01')", "#ticker > li"),
    "the last ones": (ENTER + "for board in (27, 28, 29, 30): enter(board, '01')", "#state:has-text('30/30')"),
    "a round is out": (PUBLISH, "#new-round a"),
    "its first result": (ENTER + "enter(1, '01', 2)", "#state:has-text('1/30')"),
}


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_that_happens_in_a_day_shifts_what_is_read(cup, window, width):
    """On every page, also on the card of somebody who plays; 0.1 is what a browser calls good."""
    pages = {}
    for path in ("", "round/1/", "crosstable/", "player/1/"):
        pages[path] = open_at(window, cup, "en", path, viewport={"width": width, "height": 844})
    pages["player/1/"].wait_for_selector("#card .fixture:not(.next)")
    for page in pages.values():
        page.evaluate(SHIFTS)
    for name, (code, sign) in DAY.items():
        for page in pages.values():
            page.evaluate("window.shifts.length = 0")
        cup.python(code)
        for path, page in pages.items():
            page.wait_for_selector(sign, state="attached")
            if path.startswith("player") and name == "a round is out":
                page.wait_for_selector("#card .fixture.next[data-round='2']")
            page.wait_for_function("() => document.getAnimations().every(each => each.playState === 'finished')")
            shifts = page.evaluate("window.shifts")
            assert sum(value for value, *_ in shifts) < 0.05, (path, name, shifts)


def test_the_line_about_a_new_round_goes_when_it_is_closed_or_played(cup, window):
    page = open_at(window, cup, "en")
    cup.python(PUBLISH)
    expect(page.locator("#new-round a")).to_have_attribute("href", "/e/cup/round/2/?by=name")
    expect(page.locator("#ticker [data-round]")).to_be_hidden()
    other = open_at(window, cup, "en", "round/1/")
    expect(other.locator("#new-round")).to_have_count(0)
    expect(other.locator("#ticker [data-round]").first).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#new-round")).to_have_count(0)
    expect(page.locator("#ticker [data-round]").first).to_be_visible()


# From where to where rows glide on the screen.
GLIDES = """() => {
  const { animate } = Element.prototype;
  window.glides = [];
  Element.prototype.animate = function (frames, ...how) {
    const { top } = this.getBoundingClientRect();
    window.glides.push([top, top + new DOMMatrix(frames[0].transform).f]);
    return animate.call(this, frames, ...how);
  };
}"""


def test_a_category_is_live_too(cup, window):
    page = open_at(window, cup, "en", "?category=women")
    women = order(page)
    assert len(women) == 30
    cup.python(ENTER + "enter(29, '01')")  # 59 is a woman and wins, 29 is one and loses
    page.wait_for_selector("#p59.fresh", state="attached")
    expect(page.locator("#p59 .points")).to_have_text("1")
    assert sorted(order(page)) == sorted(women)
    assert page.url.endswith("?category=women")


def test_following_stays_in_the_category(cup, window):
    page = open_at(window, cup, "en", "?category=women")
    page.click("#p1 .star")
    expect(page.locator("#followed .pinned")).to_have_count(1)
    assert page.url.endswith("?category=women&follow=1")


@pytest.mark.parametrize("path", ["", "player/1/", "round/1/", "statistics/", "crosstable/"])
def test_nothing_is_lost_at_twice_the_size(cup, window, path):
    """1280 pixels at 200 % are 640: the page itself scrolls in one direction alone, and nothing is cut off."""
    page = open_at(window, cup, "de", path, viewport={"width": 640, "height": 450}, device_scale_factor=2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    cut = page.evaluate(CUT_OFF)
    assert cut == []


# Texts that are wider than their box, outside of what may scroll by itself or is meant for ears alone.
CUT_OFF = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, dt, dd, a, button, label)")]
  .filter((each) => !each.closest(".sheet, .tabs, .filters, .aloud, [hidden]") && each.checkVisibility())
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1)
  .map((each) => each.outerHTML.slice(0, 120))"""


def test_the_first_view_of_a_large_table_is_small_and_needs_no_script(server, window):
    server.manage("load_demo")
    page = window()
    page.goto(f"{server.url}/e/ahorntal-open/")
    page.wait_for_selector("#connection[data-state=live]")
    sent = json.loads(page.evaluate(TRANSFERRED))
    assert len(sent) >= 6
    assert sum(sent.values()) < 116_900  # with flags of 17 federations, the last games of all, and names for links
    plain = window(java_script_enabled=False)
    plain.goto(f"{server.url}/e/ahorntal-open/")
    expect(plain.locator("#standings tbody[id]")).to_have_count(200)
    plain.click("#p1 .points a")
    expect(plain.locator(".working")).to_be_visible()


TRANSFERRED = """() => JSON.stringify(Object.fromEntries(
  [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((entry) => !entry.name.includes("/live/")).map((entry) => [entry.name, entry.transferSize])))"""
