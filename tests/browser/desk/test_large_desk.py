"""A round of 150 boards: those far from where the arbiter works have no buttons, and yet everything works there."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import current, stored
from tests.servers.server import wait_for

pytestmark = pytest.mark.browser

MORE = """
from django.db.models import F
from tournaments.models import Event, Game, Player, Round
for slug in ("cup", "words"):
    event = Event.objects.get(slug=slug)
    first = event.rounds.get()
    players = [Player(event=event, number=n, name=f"Player {n}") for n in range(81, 301)]
    Player.objects.bulk_create(players)
    games = enumerate(zip(players[::2], players[1::2]), 41)
    Game.objects.bulk_create(Game(round=first, board=board, white=one, black=two) for board, (one, two) in games)
"""
OTHERS = """
from django.db.models import F
from tournaments.models import Event, Game
event = Event.objects.get(slug="cup")
games = Game.objects.filter(round__event=event)
{}
Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
"""
LAST = "[...document.querySelectorAll('#rows tbody')].slice(-3).map((row) => row.id).join(' ')"


@pytest.fixture
def hall(hall):
    hall.python(MORE)
    return hall


def buttons(page, board):
    return page.locator(f"#d{board} button[name=result]")


def go(page, text):
    page.keyboard.press("/")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_keys_at_a_board_that_has_no_buttons_yet(hall, arbiter):
    page = arbiter("anna")
    expect(buttons(page, 1)).not_to_have_count(0)
    expect(buttons(page, 140)).to_have_count(0)
    go(page, "140")
    page.keyboard.press("1")  # at once
    assert current(page) == "141"
    go(page, "player 289 0")  # board 145
    expect(page.locator("#d140 .saved")).to_be_visible()
    expect(page.locator("#d145 .saved")).to_be_visible()
    expect(page.locator("#echo")).to_contain_text("Board 145: Player 289 0-1 Player 290")
    expect(page.locator("#d140 button[value='10']")).to_have_attribute("aria-pressed", "true")
    expect(buttons(page, 143)).not_to_have_count(0)
    expect(buttons(page, 80)).to_have_count(0)
    assert [number for number, (result, _, _) in enumerate(stored(hall), 1) if result] == [140, 145]


def test_the_next_open_board_is_far_away(hall, arbiter):
    hall.python(OTHERS.format("games.filter(board__gt=1, board__lt=120).update(result='10', version=1)"))
    page = arbiter("anna")
    assert current(page) == "1"
    for key in "10":
        page.keyboard.press(key)
    assert current(page) == "121"
    expect(page.locator("#open")).to_contain_text("30 of 150 open")
    assert [stored(hall)[board - 1][0] for board in (1, 120, 121)] == ["10", "01", ""]
    page.keyboard.press("m")
    expect(page.locator("#d60")).to_be_hidden()
    expect(page.locator("#d150")).to_be_visible()
    page.keyboard.press("ArrowDown")
    assert current(page) == "122"


def test_without_a_network_a_far_board_takes_an_entry(hall, arbiter):
    page = arbiter("anna")
    page.context.set_offline(True)
    go(page, "player 300 1")  # board 150
    go(page, "99")
    page.keyboard.press("+")
    page.on("dialog", lambda dialog: dialog.dismiss())
    go(page, "98")
    page.keyboard.press("*")  # nobody appeared: asked, and taken back
    expect(page.locator("#outbox")).to_contain_text("2 entries are waiting on this device")
    expect(page.locator("#d99 .stand")).to_contain_text("waiting for the network")
    page.context.set_offline(False)
    expect(page.locator("#d150 .saved")).to_be_visible()
    expect(page.locator("#d99 .saved")).to_contain_text("forfeit")
    results = {number: result for number, (result, _, _) in enumerate(stored(hall), 1) if result}
    assert results == {99: "+-", 150: "01"}


def test_what_others_do_far_away_appears_and_leaves_the_focus(hall, arbiter):
    anna, bert = arbiter("anna"), arbiter("bert")
    bert.goto(f"{hall.url}/e/cup/desk/1/?board=130")
    bert.locator("#d130 button[value='01']").click()
    expect(anna.locator("#d130 .saved")).to_contain_text("bert")
    hall.python(OTHERS.format("games.filter(board=149).update(board=None, black=None, result='U', version=2)"))
    expect(anna.locator("#d149")).to_have_count(0)
    expect(anna.locator("#byes")).to_contain_text("Player 297")
    back = "games.filter(board=None).update(board=149, black=event.players.get(number=298), result='', version=3)"
    hall.python(OTHERS.format(back))
    expect(anna.locator("#d149")).to_contain_text("Player 298")
    assert anna.evaluate(LAST) == "d148 d149 d150"
    expect(anna.locator("#d1 tr")).to_be_focused()


def test_who_scrolls_finds_the_buttons_and_stays_there(hall, arbiter):
    page = arbiter("anna")
    page.evaluate("document.activeElement.blur()")
    page.locator("#d110").evaluate("row => row.scrollIntoView({ block: 'center' })")
    expect(buttons(page, 110)).not_to_have_count(0)
    expect(page.locator("#d110")).to_be_in_viewport()
    page.locator("#d110 summary").click()
    page.locator("#d110 .menu").get_by_role("button", name="1-0 forfeit").click()
    wait_for(lambda: stored(hall)[109][0] == "+-", "the result")


def test_a_far_row_is_as_tall_as_one_with_buttons(hall, arbiter):
    tall = "board => document.querySelector(`#d${board}`).getBoundingClientRect().height"
    for slug, size in (("cup", (1366, 800)), ("words", (1366, 800)), ("cup", (390, 800)), ("words", (390, 800))):
        page = arbiter("anna", slug, viewport={"width": size[0], "height": size[1]})
        assert page.evaluate(tall, 2) == page.evaluate(tall, 142), (slug, size)


def test_scores_at_a_far_board(hall, arbiter):
    page = arbiter("anna", "words")
    page.keyboard.press("/")
    page.keyboard.type("140")
    page.keyboard.press("Enter")
    for score in ("402", "381"):
        page.keyboard.type(score)
        page.keyboard.press("Enter")
    expect(page.locator("#d140 .saved")).to_be_visible()
    assert stored(hall, "words")[139] == ["10", 402, 381]


def test_a_conflict_far_away(hall, arbiter):
    anna, bert = arbiter("anna"), arbiter("bert")
    bert.context.set_offline(True)
    go(bert, "140 0")
    go(anna, "140 1")
    expect(anna.locator("#d140 .saved")).to_be_visible()
    bert.context.set_offline(False)
    expect(bert.locator("#d140 .conflict")).to_contain_text("Stored")
    expect(bert.locator("#troubles")).to_contain_text("please check board 140")


def test_links_lead_to_far_boards_without_javascript(hall, arbiter):
    page = arbiter("anna")
    without = page.context.browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = without.new_page()
    plain.goto(f"{hall.url}/e/cup/desk/")
    plain.locator("#d140 a.brief").click()
    plain.locator("#d140 button[value='10']").click()
    expect(plain.locator("#echo")).to_contain_text("Board 140: Player 279 1-0 Player 280")
    expect(plain.locator("#d141 tr[aria-current]")).to_be_visible()
    without.close()
