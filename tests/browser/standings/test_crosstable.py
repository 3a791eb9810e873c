"""The cross table as a picture: what lights up, what flashes, and how much of it a phone shows."""

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]

# Four players, three rounds of which the last one has one result.
THREE_ROUNDS = """
from tournaments.models import Round
event = Event.objects.get(slug="cup")
players = {player.number: player for player in event.players.all()}
enter(1, "10"), enter(2, "==")
for number, pairs in ((2, [(2, 3), (4, 1)]), (3, [(1, 3), (2, 4)])):
    each = Round.objects.create(event=event, number=number)
    for board, (white, black) in enumerate(pairs, 1):
        Game.objects.create(round=each, board=board, white=players[white], black=players[black])
"""
FRESH = "#crosstable .fresh"
MARKS = """cells => cells.map((cell) =>
  [cell.closest("tbody").id, cell.closest("td").cellIndex - 1, cell.lastChild.textContent.trim()])"""


@pytest.fixture
def table(server, window):
    server.python(NEW_EVENT)
    server.python(ENTER + THREE_ROUNDS)
    page = window(viewport={"width": 1440, "height": 900})
    page.goto(f"{server.url}/e/cup/crosstable/")
    page.wait_for_selector("#connection[data-state=live]")
    return page


def test_only_the_two_cells_of_a_game_flash(server, table):
    """They come with the stream: the page is not fetched again."""
    requests = []
    table.on("request", lambda request: requests.append(request.url))
    server.python(ENTER + 'enter(2, "01", 3)')
    table.wait_for_selector(FRESH)
    assert not requests
    found = table.eval_on_selector_all(FRESH, MARKS)
    assert sorted(found) == [["p2", 3, "0"], ["p4", 3, "1"]]
    assert table.locator("#crosstable .moved").count() == 0


ROUND_ROBIN = "event.system = 'round-robin'\nevent.save()\n"
MARKED_GAMES = """() => [...document.querySelectorAll("#crosstable .fresh")].map((met) =>
  [met.closest("tbody").id, met.getAttribute("href").slice(7), met.lastChild.textContent.trim()]).sort()"""
COLUMNS = "() => [...document.querySelectorAll('#crosstable tbody')].map((body) => body.id).join(' ')"


def test_marks_of_a_round_robin_go_with_its_columns(server, window):
    """Each player's column is at their place in the table: a result moves the cells of all, and the marks of others."""
    server.python(NEW_EVENT)
    server.python(ENTER + THREE_ROUNDS + ROUND_ROBIN)
    page = window(viewport={"width": 1440, "height": 900})
    page.goto(f"{server.url}/e/cup/crosstable/")
    page.wait_for_selector("#connection[data-state=live]")
    assert page.evaluate(COLUMNS) == "p1 p3 p4 p2"
    server.python(ENTER + 'enter(2, "01", 3)')
    page.wait_for_selector(FRESH)
    assert page.evaluate(COLUMNS) == "p4 p1 p3 p2", "the winner's column is the first now"
    last = [["p2", "round/3/#b2", "0"], ["p4", "round/3/#b2", "1"]]
    assert page.evaluate(MARKED_GAMES) == last
    server.python(ENTER + 'enter(1, "01", 2)')
    page.wait_for_function(f"() => document.querySelectorAll('{FRESH}').length > 2")
    assert page.evaluate(COLUMNS) == "p3 p4 p1 p2"
    assert page.evaluate(MARKED_GAMES) == [
        ["p2", "round/2/#b1", "0"],
        last[0],
        ["p3", "round/2/#b1", "1"],
        last[1],
    ]
    page.wait_for_function(f"() => !document.querySelector('{FRESH}')")


def test_a_cell_is_heard_with_its_opponent_and_its_colour(table):
    cell = table.locator("#p1 a.met").first
    expect(cell).to_have_accessible_name("Ada 4w 1 Round 1")


def test_a_cell_lights_up_the_other_side_and_says_what_they_scored(table):
    table.hover("#p1 a.met >> nth=0")
    assert table.locator("#crosstable tbody.lit").get_attribute("id") == "p2"
    assert table.locator("#crosstable a.lit").evaluate("cell => cell.closest('tbody').id") == "p2"
    assert table.inner_text("#sum") == "Ada 1 : 0 Ben · Round 1, White, Ben"
    table.focus("#p3 a.met >> nth=0")
    assert table.inner_text("#sum") == "Cleo ½ : ½ Dora · Round 1, White, Dora"
    table.focus("#p2 a.met >> nth=1")
    assert table.inner_text("#sum") == "Ben – Cleo · Round 2, White, Cleo, not finished"
    table.keyboard.press("Escape")
    assert table.inner_text("#sum") == ""
    assert table.locator("#crosstable .lit").count() == 0


def test_a_tap_leads_to_the_game(table):
    table.click("#p1 a.met >> nth=0")
    table.wait_for_url("**/e/cup/round/1/#b1")
    assert table.locator("tbody:target").inner_text().split()[:2] == ["1", "Ada"]


ALL_IN_SIGHT = """() => [...document.querySelectorAll("#p1 td")].every((cell) => {
  const { left, right } = cell.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
})"""


def test_a_phone_shows_all_rounds_of_a_small_event_at_once(server, window):
    server.python(NEW_EVENT)
    server.python(
        "from tournaments.models import Event, Round, Game, Player\n"
        "event = Event.objects.get(slug='cup')\n"
        "Player.objects.filter(number=1).update(name='Hermannsdörffer-Schönfeld, Maximilian')\n"
        "for number in range(2, 8):\n"
        "    each = Round.objects.create(event=event, number=number)\n"
        "    for board in (1, 2):\n"
        "        white, black = event.players.get(number=board), event.players.get(number=board + 2)\n"
        "        Game.objects.create(round=each, board=board, white=white, black=black, result='==')"
    )
    page = window(viewport={"width": 390, "height": 844})
    page.goto(f"{server.url}/e/cup/crosstable/")
    assert page.locator("#p1 td").count() == 2 + 7
    assert page.evaluate(ALL_IN_SIGHT)
    sizes = page.eval_on_selector_all(
        "#crosstable a.met",
        "all => all.map(each => each.getBoundingClientRect()).map(box => Math.min(box.width, box.height))",
    )
    assert min(sizes) >= 24, "a thumb finds each of them"
