"""The entry line of the desk in a real browser: names, refusals, and what is typed while no answer has come yet."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import current, stored

pytestmark = pytest.mark.browser


def test_a_refused_line_gives_back_what_was_typed_and_its_board(hall, arbiter):
    page = arbiter("anna")
    page.locator("#line-text").fill("18 8")
    page.keyboard.press("Enter")
    expect(page.locator("#d18 .stand")).to_contain_text("“8” is not a result")
    expect(page.locator("#line-text")).to_have_value("18 8")
    expect(page.locator("#troubles")).to_contain_text("please check board 18")
    page.locator("#line-text").fill("17")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    assert current(page) == "18", "the next open board"
    page.keyboard.press("0")
    expect(page.locator("#d18 .saved")).to_be_visible()
    words = arbiter("anna", "words")
    words.locator("#line-text").fill("18 402")
    words.keyboard.press("Enter")
    expect(words.locator("#d18 .stand")).to_contain_text("“402” is not two scores")
    words.locator("#d3 input[name=white_score]").fill("402")
    words.keyboard.press("Enter")
    words.keyboard.type("9999")
    words.keyboard.press("Enter")
    expect(words.locator("#d3 .stand")).to_contain_text("A score must be between")
    expect(words.locator("#d3 input[name=black_score]")).to_have_value("9999")
    expect(words.locator("#d3")).to_have_attribute("data-open", "")


def test_a_board_that_could_not_be_stored_shows_what_it_showed(hall, arbiter):
    page = arbiter("anna")
    page.route("**/desk/1/3/", lambda route: route.fulfill(status=404))
    page.locator("#d3 button[value='10']").click()
    expect(page.locator("#d3 .stand")).to_contain_text("not stored")
    expect(page.locator("#d3")).to_have_attribute("data-open", "")
    expect(page.locator("#d3 button[value='10']")).to_have_attribute("aria-pressed", "false")
    page.route("**/desk/1/", lambda route: route.fulfill(status=404))
    page.locator("#line-text").fill("4 1")
    page.keyboard.press("Enter")
    expect(page.locator("#d4 .stand")).to_contain_text("not stored")
    expect(page.locator("#line-text")).to_have_value("4 1")


def test_a_name_and_a_result_in_one_line_without_waiting_for_the_server(hall, arbiter):
    page = arbiter("anna")
    page.keyboard.type("/player 30 1")
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_contain_text("Player 29 0-1 Player 30 →")
    page.locator("#missing").click()
    expect(page.locator("#d15")).to_be_hidden()
    page.context.set_offline(True)
    page.locator("#line-text").fill("player 30")
    page.keyboard.press("Enter")
    page.keyboard.press("5")  # at once, and at that board, although it was hidden
    expect(page.locator("#d15 .stand")).to_contain_text("waiting for the network")
    page.keyboard.type("/player 3 1")  # several players
    page.keyboard.press("Enter")
    expect(page.locator("#line-text")).to_have_value("player 3 1")
    expect(page.get_by_role("option")).to_have_count(6)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # board 16: players 31 and 32
    page.context.set_offline(False)
    expect(page.locator("#d16 .stand")).to_contain_text("fits both players")
    assert [number for number, (result, _, _) in enumerate(stored(hall), 1) if result] == [15]


def test_the_list_of_boards_closes_over_the_answer(hall, arbiter):
    page = arbiter("anna")
    page.keyboard.type("/player 37 1")
    expect(page.locator("#line-list")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#d19 .saved")).to_be_visible()
    expect(page.locator("#line-list")).to_be_hidden()
    page.keyboard.type("/19 0")
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_contain_text("instead of 1-0")
    page.locator("#echo").get_by_role("button", name="Undo").click()
    expect(page.locator("#echo")).to_contain_text("Undone")
    assert stored(hall)[18][0] == "10"


def test_the_entry_line_from_a_field_for_scores(hall, arbiter):
    page = arbiter("anna", "words")
    page.keyboard.type("12")
    page.keyboard.press("/")
    page.keyboard.type("player 08 402 381")
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_contain_text("Table 4: Player 07 381–402 Player 08 →")
    assert stored(hall, "words")[3] == ["01", 381, 402]


def test_the_entry_line_offers_boards_while_one_types(hall, arbiter):
    page = arbiter("anna")
    page.keyboard.press("/")
    page.keyboard.type("player 3")
    options = page.get_by_role("option")
    expect(options).to_have_count(6)  # players 30 to 39 sit at boards 15 to 20
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    line = page.get_by_role("combobox")
    expect(line).to_have_attribute("aria-expanded", "true")
    chosen = page.get_by_role("option", selected=True)
    expect(line).to_have_attribute("aria-activedescendant", chosen.get_attribute("id"))
    page.keyboard.press("Enter")
    expect(page.locator("#d16 tr[aria-current]")).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("Player 07")
    page.keyboard.press("Enter")
    expect(page.locator("#d4 tr[aria-current]")).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.press("/")
    expect(line).to_have_value("")
    page.keyboard.type("1")
    expect(options).to_have_count(8)
    page.keyboard.press("Escape")
    expect(page.locator("#line-list")).to_be_hidden()
    assert stored(hall)[0][0] == ""
