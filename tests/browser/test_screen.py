"""The projector in a real Chromium: pages turn by themselves, wait when told to, and stay true."""

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]

MANY = """
Player.objects.bulk_create(Player(event=event, number=number, name=f"Guest {number}") for number in range(5, 41))
"""


SCREEN = """
from tournaments.actions.hall import screens
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
event = Event.objects.get(slug="cup")
"""
ADD = "print(screens.add_screen(event, 'Hall', COMMAND)[1], end='')"
DIRECT = "screens.control_screen(event, event.screens.get(name='Hall').pk, {changes}, COMMAND)"
HIDE = "Event.objects.filter(slug='cup').update(is_public=False)"

LONG = """
from tournaments.models import Player
Player.objects.filter(event__slug="cup", number=7).update(name="Alexandra-Maria Konstantinidis")
"""
BOARDS = """
from tournaments.models import Game, Player, Round
event, first = Round.objects.get(event__slug="cup").event, Round.objects.get(event__slug="cup")
Player.objects.filter(event=event, number=7).update(name="Konstantinidis, Alexandra-Maria")
players = {player.number: player for player in event.players.all()}
games = (Game(round=first, board=n // 2 + 1, white=players[n], black=players[n + 1]) for n in range(5, 40, 2))
Game.objects.bulk_create(games)
"""
POOLS = """
from pairing.plan.stages import Stage
from tests.site.championship import draw, make_championship, publish
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
event = make_championship(16, slug="pools", discipline="petanque", is_public=True)
set_plan(event, [Stage("pools", 1, 1, {"way": "barrage"})], COMMAND)
draw(event)
publish(event)
"""
ROWS = "#slides tbody:visible"
CUT = "cells => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length"

# The smallest letters that are seen, as a part of the screen's height.
SMALLEST = """
() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), sizes = [];
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    const seen = texts.currentNode.data.trim() && parent.checkVisibility() && !parent.closest(".aloud");
    if (seen) sizes.push(parseFloat(getComputedStyle(parent).fontSize) / innerHeight);
  }
  return Math.min(...sizes);
}
"""


# What a phone does not show whole, and what the controls cover.
CUT_ON_A_PHONE = """() => [...document.querySelectorAll("#slides :is(h2, td, th, .seats b, .still)")]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const [{ right, bottom }, room] = [each, each.closest(".slide")].map((part) => part.getBoundingClientRect());
    return right > innerWidth || bottom > room.bottom || each.scrollWidth > each.clientWidth + 1;
  })
  .map((each) => each.textContent.trim())"""
COVERED = """() => [...document.querySelectorAll("h1, h2, #slides tbody, footer p")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect(), document.getElementById("controls").getBoundingClientRect()])
  .filter(([, box, controls]) => box.top < controls.bottom && box.bottom > controls.top)
  .map(([each]) => each.textContent.trim())"""


@pytest.fixture
def hall(server):
    server.python(NEW_EVENT + MANY)
    return server


def direct(hall, **changes):
    hall.python(SCREEN + DIRECT.format(changes=changes))


@pytest.fixture
def page(window):
    return window(viewport={"width": 1920, "height": 1080})


def seen(page):
    """Return the names in the rows that are shown, and whether each row lies wholly on the screen."""
    visible = """bodies => bodies.filter((body) => body.offsetParent)
      .map((body) => [body.querySelector(".name").innerText.trim(), body.getBoundingClientRect().bottom])"""
    foot = page.locator("footer").bounding_box()["y"]
    return [(name, bottom <= foot) for name, bottom in page.eval_on_selector_all("#slides tbody", visible)]


NAMES = sorted(["Ada", "Ben", "Cleo", "Dora", *(f"Guest {number}" for number in range(5, 41))])


@pytest.mark.parametrize(("size", "pages"), [((1920, 1080), 2), ((1024, 768), 4)], ids=["both halves", "a narrow one"])
def test_the_pages_show_every_row_once_and_turn_by_hand(hall, page, size, pages):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(hall.url + "/e/cup/screen/?every=600")
    expect(page.locator("#page")).to_have_text(f"Page 1 of {pages}")
    shown = []
    for number in range(1, pages + 1):
        expect(page.locator("#page")).to_have_text(f"Page {number} of {pages}")
        shown += seen(page)
        page.keyboard.press("ArrowRight")
    expect(page.locator("#b1")).to_be_visible()
    assert all(fits for _, fits in shown)
    assert sorted(name for name, _ in shown) == NAMES
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#page")).to_have_text(f"Page {pages} of {pages}")


def test_the_halves_of_the_last_page_have_the_same_number_of_rows(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=600")
    expect(page.locator("#page")).to_have_text("Page 1 of 2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#page")).to_have_text("Page 2 of 2")
    both, right = page.locator(ROWS).count(), page.locator(f".half {ROWS.removeprefix('#slides ')}").count()
    assert right == both // 2 > 0


@pytest.mark.parametrize(("prepare", "is_tight"), [("", False), (LONG, True)], ids=["short names", "a long name"])
def test_the_last_figure_makes_room_for_whole_names(hall, page, prepare, is_tight):
    hall.python(prepare + "from tournaments.models import Event; Event.objects.update(tiebreaks='PTS,BH,SB')")
    page.goto(hall.url + "/e/cup/screen/?every=600")
    expect(page.locator("#page")).to_have_text("Page 1 of 2")
    assert page.locator("#slides .halves.tight").count() == is_tight
    assert (
        page.locator("#slides tbody:visible").first.locator("td.points:visible, td.tie:visible").count() == 3 - is_tight
    )
    assert page.eval_on_selector_all("#slides tbody .name", CUT) == 0


def test_names_beside_results_are_whole_where_two_tables_stand_side_by_side(hall, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    hall.python(BOARDS)
    page.goto(hall.url + "/e/cup/screen/?every=600&show=boards")
    expect(page.locator("#slides .halves.tight")).to_have_count(1)
    long = page.locator("#slides .name:visible", has_text="Konstantinidis").first
    assert long.inner_text().strip() == "Konstantinidis, Alexandra-Maria"
    assert page.eval_on_selector_all("#slides tbody .name", CUT) == 0


def test_who_stands_at_the_screen_sets_its_text_and_its_pace(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=12&show=standings")
    expect(page.locator("#page")).to_have_text("Page 1 of 2")
    controls, size = page.locator("#controls"), "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    usual = page.evaluate(size)
    expect(controls).to_have_css("opacity", "0")
    page.keyboard.press("Tab")
    expect(controls).to_have_css("opacity", "1")
    expect(page.get_by_role("button", name="Smaller text")).to_be_focused()
    page.keyboard.press("Tab")
    for _ in range(10):
        page.keyboard.press("Enter")
    assert page.evaluate(size) == 2 * usual
    expect(page.get_by_role("button", name="Larger text")).to_be_disabled()
    expect(page.locator("#page")).not_to_have_text("Page 1 of 2")
    assert all(fits for _, fits in seen(page))
    expect(page.locator("#seconds")).to_have_text("12 s")
    page.get_by_role("button", name="Faster").click()
    expect(page.locator("#seconds")).to_have_text("10 s")
    page.reload()
    expect(page.locator("#seconds")).to_have_text("10 s")
    assert page.evaluate(size) == 2 * usual
    assert page.locator("html.paused").count() == 0


def test_the_table_of_a_pool_stands_below_its_head(server, page):
    server.python(POOLS)
    page.goto(server.url + "/e/pools/screen/?every=600&show=bracket")
    expect(page.locator("#page")).to_contain_text("Page 1 of ")
    table = page.locator("#slides table:visible").first
    head, row = (table.locator(part).first.bounding_box() for part in ("thead", "tbody"))
    assert head["x"] == row["x"]
    assert head["y"] < row["y"]


def test_a_result_that_stands_on_the_right_half_is_seen_there(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=600")
    page.wait_for_selector("#connection[data-state=live]")
    hall.python(RENAMED)
    copied = page.locator(".half tbody", has_text="Zoe")
    expect(copied).to_be_visible()
    assert copied.get_attribute("id") is None, "the row itself stands in the table that is kept up to date"
    expect(page.locator("#p20")).to_be_hidden()


RENAMED = """
from tournaments.models import Player
from tournaments.actions.writing import COMMAND, record, writing
from tournaments.models import Event
with writing(Event.objects.get(slug="cup")) as event:
    Player.objects.filter(event=event, name="Guest 20").update(name="Zoe")
    record(event, COMMAND, "settings")
"""

SECOND_ROUND = """
from tournaments.actions.writing import COMMAND, record, writing
from tournaments.models import Event, Game, Round
enter(1, "10"), enter(2, "01")
with writing(Event.objects.get(slug="cup")) as event:
    players = {player.number: player for player in event.players.all()}
    second = Round.objects.create(event=event, number=2)
    Game.objects.create(round=second, board=1, white=players[4], black=players[1])
    record(event, COMMAND, "settings")
"""


def test_a_round_that_is_out_shows_where_everybody_plays(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=600")
    page.wait_for_selector("#connection[data-state=live]")
    expect(page.locator("#slides h2:visible").first).to_have_text("Standings")
    hall.python(ENTER + SECOND_ROUND)
    expect(page.locator("#ticker > li.newest")).to_have_count(1)
    expect(page.locator("#slides h2:visible")).to_have_text("Round 2: where do I play?")


def test_the_newest_happening_is_the_one_that_is_seen(hall, page):
    page.set_viewport_size({"width": 1024, "height": 768})
    hall.python(BOARDS + ENTER + "for board in (1, 2, 3, 4): enter(board, '01')")
    page.goto(hall.url + "/e/cup/screen/?every=600")
    expect(page.locator("#ticker > li")).to_have_count(4)
    ticker = page.locator("#ticker").bounding_box()
    line = page.locator("#ticker > li").first.bounding_box()
    assert ticker["y"] <= line["y"] < line["y"] + line["height"] <= ticker["y"] + ticker["height"]


def test_the_race_of_ranks_is_a_slide_from_the_second_round_on(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=600&show=race,boards")
    expect(page.locator("#slides h2:visible")).to_have_text("Pairings of round 1")
    hall.python(ENTER + SECOND_ROUND)
    hall.python(ENTER + 'enter(1, "10", 2)')
    page.reload()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#slides h2:visible")).to_have_text("Places round by round")
    expect(page.locator(".race .runners li")).to_have_count(12)
    assert page.locator(".race").bounding_box()["height"] < 900


def test_the_pages_turn_by_themselves_until_they_are_paused(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=1&show=standings")
    expect(page.locator("#page")).to_have_text("Page 2 of 2")
    expect(page.locator("#page")).to_have_text("Page 1 of 2")
    page.keyboard.press("Space")
    expect(page.locator("#pause")).to_have_text("Continue")
    page.click("h2")
    expect(page.locator("#pause")).to_have_text("Pause")
    page.click("#pause")
    expect(page.locator("html.paused")).to_have_count(1)


def test_a_result_reaches_the_screen(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=600")
    page.wait_for_selector("#connection[data-state=live]")
    expect(page.locator("#p4")).to_be_visible()
    hall.python(ENTER + "enter(2, '01')")
    expect(page.locator("#p4.fresh .points")).to_have_text("1")
    assert page.locator("#slides tbody").first.get_attribute("id") == "p4"
    expect(page.locator("#page")).to_have_text("Page 1 of 2")
    assert all(fits for _, fits in seen(page))


def test_the_screen_says_where_it_cannot_stay_awake(hall, page):
    page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    page.goto(hall.url + "/e/cup/screen/")
    expect(page.locator("#asleep")).to_be_visible()


def test_the_arbiter_directs_a_screen_of_an_event_that_is_not_public(hall, page):
    token = hall.python(SCREEN + ADD + "\n" + HIDE)
    page.goto(f"{hall.url}/s/{token}/")
    page.wait_for_selector("#connection[data-state=live]")
    expect(page.locator("#slides h2:visible")).to_have_text("Standings")
    direct(hall, slides="names", message="Round 4 starts 14:30", is_light=True)
    expect(page.locator(".screen-message")).to_have_text("Round 4 starts 14:30")
    expect(page.locator("#slides h2:visible")).to_have_text("Round 1: where do I play?")
    expect(page.locator("html.light")).to_have_count(1)
    direct(hall, slides="standings,boards", seconds=1, message="")
    expect(page.locator("#page")).to_have_text("Page 2 of 2")
    expect(page.locator(".screen-message")).to_have_count(0)
    direct(hall, is_paused=True)
    expect(page.locator("html.paused")).to_have_count(1)
    direct(hall, is_paused=False)
    expect(page.locator("html.paused")).to_have_count(0)
    hall.python(SCREEN + "screens.remove_screen(event, event.screens.get(name='Hall').pk, COMMAND)")
    expect(page.locator("#closed")).to_be_visible()
    expect(page.locator("#slides")).to_be_hidden()


def test_a_screen_heals_after_the_server_was_gone(hall, page):
    page.goto(hall.url + "/e/cup/screen/?every=600&show=standings")
    page.wait_for_selector("#connection[data-state=live]")
    hall.stop()
    page.wait_for_selector("#connection:not([data-state=live])")
    expect(page.locator("#p1")).to_be_visible()
    hall.python(ENTER + "enter(2, '01')")
    hall.start()
    page.wait_for_selector("#connection[data-state=live]")
    expect(page.locator("#p4 .points")).to_have_text("1")
    assert page.locator("#slides tbody").first.get_attribute("id") == "p4"


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_every_letter_is_read_from_afar_and_every_row_fits(hall, page, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(hall.url + "/e/cup/screen/?every=600&show=standings,boards,names")
    page.wait_for_selector("#connection[data-state=live]")
    page.locator("#asleep").evaluate("said => { said.hidden = true }")
    first, heads = page.locator("#page").text_content(), set()
    for _ in range(12):
        heads.add(page.locator("#slides h2:visible").text_content().strip())
        assert page.evaluate(SMALLEST) >= 0.0239
        assert all(fits for _, fits in seen(page))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        foot = page.locator("footer").bounding_box()["y"]
        last = page.eval_on_selector_all(
            "#slides .seats > li",
            "all => Math.max(0, ...all.filter((li) => li.offsetParent).map((li) => li.getBoundingClientRect().bottom))",
        )
        assert last <= foot
        page.keyboard.press("ArrowRight")
    assert first.startswith("Page 1 of ")
    assert heads == {"Standings", "Pairings of round 1", "Round 1: where do I play?"}


@pytest.mark.parametrize("slide", ["standings", "boards", "names"])
def test_a_phone_shows_names_whole_and_nothing_is_covered(hall, page, slide):
    order = "from tournaments.models import Event; Event.objects.update(tiebreaks='PTS,BH/C1,BH,SB')\n"
    hall.python(BOARDS + order + ENTER + "enter(1, '10')")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{hall.url}/e/cup/screen/?every=600&show={slide}")
    page.wait_for_selector("#connection[data-state=live]")
    expect(page.locator("#controls")).to_be_visible()
    assert page.locator(".still:visible").count() == (slide == "standings")
    assert page.evaluate(CUT_ON_A_PHONE) == []
    assert page.evaluate(COVERED) == []
