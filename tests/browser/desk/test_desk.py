"""The arbiter's desk in a real browser: by keyboard alone, without a network, and against another arbiter."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import current, stored
from tests.servers.server import wait_for

pytestmark = pytest.mark.browser


def test_forty_boards_by_keyboard_alone(hall, arbiter):
    page = arbiter("anna")
    assert current(page) == "1"
    for number in range(40):
        page.keyboard.press("105+"[number % 4])
    expect(page.locator("#open")).to_contain_text("0 of 40 open")
    expect(page.locator(".stand .saved")).to_have_count(40)
    assert [result for result, _, _ in stored(hall)] == ["10", "01", "==", "+-"] * 10


def test_forty_games_with_scores_by_keyboard_alone(hall, arbiter):
    page = arbiter("anna", "words")
    for number in range(40):
        page.keyboard.type(str(300 + number))
        page.keyboard.press("Enter")
        page.keyboard.type(str(320 - number))
        page.keyboard.press("Enter")
    expect(page.locator("#open")).to_contain_text("0 of 40 open")
    expect(page.locator(".stand .saved")).to_have_count(40)
    assert [scores for _, *scores in stored(hall, "words")] == [[300 + n, 320 - n] for n in range(40)]


def test_the_keys_of_the_grid(hall, arbiter):
    page = arbiter("anna")
    page.keyboard.press("ArrowDown")
    assert current(page) == "2"
    page.keyboard.press("d")
    expect(page.locator("#d2 .saved")).to_be_visible()
    assert current(page) == "3"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Backspace")
    expect(page.locator("#d2 .open")).to_be_visible()
    page.keyboard.press("u")  # takes the clearing back
    expect(page.locator("#d2 .saved")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator("#d2")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("1")  # no key of the grid while the list of keys is open
    page.keyboard.press("Escape")
    page.keyboard.press("Control+1")
    page.keyboard.press("/")
    page.keyboard.type("5u1m")  # text, not keys
    assert page.locator("#line-text").input_value() == "5u1m"
    page.locator("#line-text").fill("7 1")
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_contain_text("Board 7: Player 13 1-0 Player 14 → Points 1 : 0")
    page.keyboard.type("player 30")
    page.keyboard.press("Enter")
    expect(page.locator("#d15 tr[aria-current]")).to_be_focused()
    assert [number for number, (result, _, _) in enumerate(stored(hall), 1) if result] == [2, 7]


def test_another_arbiters_entry_appears_and_leaves_the_focus(arbiter):
    anna, bert = arbiter("anna"), arbiter("bert")
    bert.locator("#d5 button[value='01']").click()
    expect(anna.locator("#d5 .saved")).to_contain_text("bert")
    expect(anna.locator("#open")).to_contain_text("39 of 40 open")
    expect(anna.locator("#d1 tr")).to_be_focused()


@pytest.mark.parametrize("trouble", [{"status": 503}, None])
def test_an_entry_appears_although_the_server_was_too_busy_or_away_once(arbiter, trouble):
    anna, bert = arbiter("anna"), arbiter("bert")

    def fail_once(route):
        route.fulfill(body="busy", **trouble) if trouble else route.abort()

    anna.route(re.compile(r"[?]seen="), fail_once, times=1)
    with anna.expect_event("requestfinished" if trouble else "requestfailed", lambda request: "seen=" in request.url):
        bert.locator("#d5 button[value='01']").click()
    expect(anna.locator("#d5 .saved")).to_contain_text("bert")


def test_typed_text_is_kept(arbiter):
    anna, bert = arbiter("anna", "words"), arbiter("bert", "words")
    anna.keyboard.type("411")
    bert.locator("#d1 input[name=white_score]").fill("300")
    bert.locator("#d1 input[name=black_score]").fill("200")
    bert.keyboard.press("Enter")
    expect(anna.locator("#open")).to_contain_text("39 of 40 open")
    assert anna.locator("#d1 input[name=white_score]").input_value() == "411"


def test_without_a_network_entries_wait_and_a_conflict_is_shown(hall, arbiter):
    anna, bert = arbiter("anna"), arbiter("bert")
    bert.context.set_offline(True)
    for key in "11":
        bert.keyboard.press(key)
    expect(bert.locator("#outbox")).to_contain_text("2 entries are waiting on this device")
    anna.keyboard.press("0")
    expect(anna.locator("#d1 .saved")).to_be_visible()
    bert.context.set_offline(False)
    expect(bert.locator("#d1 .conflict")).to_contain_text("Stored")
    expect(bert.locator("#d2 .saved")).to_be_visible()
    expect(bert.locator("#troubles")).to_contain_text("please check board 1")
    assert [result for result, _, _ in stored(hall)][:2] == ["01", "10"]
    bert.locator("#d1 .conflict input[name=reason]").fill("slip read again")
    bert.get_by_role("button", name="Replace it with mine").click()
    expect(anna.locator("#d1 .saved")).to_contain_text("bert")
    assert stored(hall)[0][0] == "10"


def test_what_waits_survives_a_reload(hall, arbiter):
    page = arbiter("anna")
    hall.stop()
    page.keyboard.press("1")
    expect(page.locator("#outbox")).to_contain_text("One entry is waiting on this device")
    page.on("dialog", lambda dialog: dialog.accept())
    hall.start()
    page.reload()
    expect(page.locator("#d1 .saved")).to_be_visible()
    wait_for(lambda: stored(hall)[0][0] == "10", "the result")


def test_every_form_works_without_javascript(hall, window):
    page = window(java_script_enabled=False)
    page.goto(re.sub(r"^https?://[^/]+", hall.url, hall.manage("signin_link", "anna").strip()))
    page.locator("main form button").first.click()
    page.goto(f"{hall.url}/e/cup/desk/")
    page.locator("#d1 button[value='10']").click()
    expect(page.locator("#echo")).to_contain_text("Board 1: Player 01 1-0 Player 02")
    expect(page.locator("#d2 tr[aria-current]")).to_be_visible()
    page.locator("#line-text").fill("9 5")
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_contain_text("Board 9: Player 17 ½-½ Player 18")
    page.locator("#undo button").click()
    expect(page.locator("#d9 .open")).to_be_visible()
    assert [number for number, (result, _, _) in enumerate(stored(hall), 1) if result] == [1]


def test_what_waits_is_sent_once_after_cut_and_reload(hall, arbiter):
    page = arbiter("anna")
    hall.stop()
    for key in "105105":
        page.keyboard.press(key)
    expect(page.locator("#outbox")).to_contain_text("6 entries are waiting on this device")
    page.on("dialog", lambda dialog: dialog.accept())
    hall.start()
    page.reload()
    expect(page.locator("#open")).to_contain_text("34 of 40 open")
    expect(page.locator(".stand .saved")).to_have_count(6)
    assert [result for result, _, _ in stored(hall)][:7] == ["10", "01", "==", "10", "01", "==", ""]
    log = hall.python("from tournaments.models import LogEntry\nprint(LogEntry.objects.filter(action='enter').count())")
    assert log.strip() == "6"
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('desk:')).length") == 0


def test_the_habits_of_another_program_and_keys_that_are_off(hall, arbiter):
    page = arbiter("anna")
    page.keyboard.press("?")
    page.get_by_label("Sharly Chess").check()
    expect(page.locator("#keys dl[data-program=Crosstable]")).to_be_hidden()
    page.get_by_role("button", name="Close").click()
    for key in "123":
        page.keyboard.press(key)
    expect(page.locator("#open")).to_contain_text("37 of 40 open")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    expect(page.locator("#open")).to_contain_text("38 of 40 open")
    page.locator("#help").click()
    page.get_by_label("Turn off single keys").check()
    page.reload()
    expect(page.locator(".help [data-program='Sharly Chess']")).to_be_visible()
    for key in "1m?":
        page.keyboard.press(key)
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#missing")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowDown")
    assert [result for result, _, _ in stored(hall)][:4] == ["10", "01", "", ""]


def test_a_second_person_checks_by_keyboard(hall, arbiter):
    hall.python("from tournaments.models import Event\nEvent.objects.filter(slug='cup').update(verification='look')")
    anna, bert = arbiter("anna"), arbiter("bert")
    for key in "105":
        anna.keyboard.press(key)
    expect(anna.locator(".stand .saved")).to_have_count(3)
    bert.goto(f"{hall.url}/e/cup/check/")
    expect(bert.locator("#connection")).to_have_attribute("data-state", "live")
    for _ in range(2):
        bert.keyboard.press("c")
    expect(bert.locator("#open")).to_contain_text("1 to check")
    for board in (1, 2):
        expect(anna.locator(f"#d{board} .saved")).to_contain_text("checked by bert")
    hall.python("from tournaments.models import Event\nEvent.objects.filter(slug='cup').update(verification='blind')")
    bert.reload()
    expect(bert.locator("#connection")).to_have_attribute("data-state", "live")
    bert.keyboard.press("1")  # anna has entered a draw
    expect(bert.locator("#d3 .conflict")).to_contain_text("Check the slip again")
    bert.get_by_text("My mistake").click()
    expect(bert.locator("#d3 .conflict")).to_have_count(0)
    bert.keyboard.press("5")
    expect(bert.locator("#open")).to_contain_text("0 to check")
    assert [result for result, _, _ in stored(hall)][:3] == ["10", "01", "=="]


def test_a_desk_that_says_live_takes_keys(hall, arbiter):
    page, held, asked = arbiter("anna"), [], []
    page.route("**/desk/rows*.js", lambda route: held.append(route))
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request("**/shared/new_round*.js") as last, page.expect_request("**/desk/rows*.js"):
        page.reload(wait_until="commit")
    last.value.response()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    asked.append("the last script")
    held.pop().continue_()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.keyboard.press("1")
    expect(page.locator("#open")).to_contain_text("39 of 40 open")
    assert not any("/live/" in url for url in asked[: asked.index("the last script")])
