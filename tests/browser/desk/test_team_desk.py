"""A round of teams in a real browser: lists, line-ups and results, by keyboard alone and without JavaScript."""

import json
import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

LEAGUE = """
from django.contrib.auth.models import User
from tests.site.teams import make_team_event
from tournaments.models import Membership
event = make_team_event(berlin="advance", line_up_in_order=True)
for name, role in (("anna", "chief_arbiter"), ("bert", "arbiter")):
    Membership.objects.create(event=event, user=User.objects.create(username=name), role=role)
"""
STORED = """
import json
from tournaments.models import Game, Team
games = Game.objects.order_by("board").select_related("white", "black")
numbers = lambda team: list(team.players.order_by("team_place").values_list("number", flat=True))
lists = {team.name: numbers(team) for team in Team.objects.all()}
boards = {game.board: [game.white.number, game.black.number if game.black else None, game.result] for game in games}
print(json.dumps([boards, lists]))
"""


@pytest.fixture
def league(server):
    server.python(LEAGUE)
    return server


@pytest.fixture
def staff(league, window):
    """A function that signs somebody in and opens a page."""

    def open_page(name, path, **options):
        page = window(**options)
        page.goto(re.sub(r"^https?://[^/]+", league.url, league.manage("signin_link", name).strip()))
        page.locator("main form button").first.click()
        page.wait_for_url(lambda url: "/signin/" not in url)
        page.goto(league.url + path)
        return page

    return open_page


def stored(league):
    boards, lists = json.loads(league.python(STORED))
    return {int(board): value for board, value in boards.items()}, lists


def head(page, table):
    return page.locator(f"#m{table} .result")


def test_a_round_of_teams_by_keyboard_alone(league, staff):
    anna, bert = staff("anna", "/e/league/desk/"), staff("bert", "/e/league/desk/")
    for page in (anna, bert):
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    expect(anna.locator("#d1 tr[aria-current]")).to_be_focused()

    # The second match first: its sheet, the reserve at the last board, the order of the list, back to the desk.
    anna.keyboard.type("/2.1")
    anna.keyboard.press("Enter")
    expect(anna.locator("#d5 tr[aria-current]")).to_be_focused()
    anna.keyboard.press("s")
    expect(anna.locator("h2")).to_have_text("Round 1, match 2")
    expect(anna.locator("#seat-3-1")).to_be_focused()
    anna.keyboard.type("5")  # the reserve, who must not sit there
    for _ in range(4):
        anna.keyboard.press("Tab")
    anna.keyboard.press("Enter")
    expect(anna.get_by_role("alert")).to_contain_text("Board 2: Lenz, Lea stands before Opel, Ove in the list of Ceder")
    expect(anna.locator("#seat-3-2")).to_be_focused()
    anna.keyboard.press("Shift+Tab")
    for place in "1235":
        anna.keyboard.type(place)
        anna.keyboard.press("Tab")
    anna.keyboard.press("Enter")
    expect(anna.locator(".messages")).to_contain_text("The match sheet is saved.")
    expect(anna.locator("#back .keyed")).to_be_visible()  # once the page listens to the key
    anna.keyboard.press("Escape")
    expect(anna.locator("#d5 tr[aria-current]")).to_be_focused()
    expect(anna.locator("#d8")).to_contain_text("Opel, Ove")
    expect(bert.locator("#d8")).to_contain_text("Opel, Ove")
    assert stored(league)[0][8][:2] == [19, 15]

    # Results by keys, with a forfeit; the score of each match goes along, also at the other desk.
    for key in "11+":
        anna.keyboard.press(key)
    expect(head(anna, 2)).to_have_text("3 : 0")
    expect(head(bert, 2)).to_have_text("3 : 0")
    anna.keyboard.type("/2.4 5")
    anna.keyboard.press("Enter")
    expect(anna.locator("#echo")).to_contain_text("Board 2.4: Opel, Ove ½-½ Senn, Sam")
    expect(head(anna, 2)).to_have_text("3½ : ½")

    # The first match ends 2:2, and Berlin says who advances.
    anna.keyboard.type("1")  # the line has the focus still
    anna.keyboard.press("Enter")
    expect(anna.locator("#d1 tr[aria-current]")).to_be_focused()
    for key in "5105":
        anna.keyboard.press(key)
    expect(anna.locator("#open")).to_contain_text("0 of 8 open")
    expect(anna.locator("#m1")).to_contain_text("Berlin 5½ : 4½: Aster advances")
    expect(bert.locator("#m1")).to_contain_text("Berlin 5½ : 4½: Aster advances")
    anna.keyboard.press("u")
    expect(head(anna, 1)).to_have_text("1½ : 1½")
    anna.keyboard.type("/1.4.5")
    anna.keyboard.press("Enter")
    expect(head(anna, 1)).to_have_text("2 : 2")
    results, _lists = stored(league)
    assert [result for _white, _black, result in results.values()] == ["==", "01", "01", "==", "10", "01", "+-", "=="]


def test_a_sheet_is_typed_as_it_stands(league, staff):
    page = staff("anna", "/e/league/desk/")
    expect(page.locator("#d1 tr[aria-current]")).to_be_focused()
    page.keyboard.type("/1111")  # the match where the desk stands
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_contain_text("Match 1: Aster 4 : 0 Birke")
    page.keyboard.type("2 1½0½")
    page.keyboard.press("Enter")
    expect(head(page, 2)).to_have_text("2 : 2")
    page.keyboard.type("birke 0000")  # Birke's own sheet says the same
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_contain_text("Match 1: Aster 4 : 0 Birke")
    results, _lists = stored(league)
    assert [result for _white, _black, result in results.values()] == ["10", "01"] * 2 + ["10", "==", "01", "=="]
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(page.locator("#echo")).to_contain_text("Undone: round 1, match 2: Ceder – Distel")
    expect(head(page, 2)).to_have_text("–")
    results, _lists = stored(league)
    assert [result for _white, _black, result in results.values()] == ["10", "01"] * 2 + [""] * 4


def test_a_list_of_a_team_is_dragged_and_moved_by_buttons(league, staff):
    page = staff("anna", "/e/league/teams/1/", viewport={"width": 1280, "height": 1600})
    rows = page.locator("#members li")
    expect(rows).to_have_count(5)
    handle, target = rows.nth(4).locator(".handle").bounding_box(), rows.nth(1).bounding_box()
    page.mouse.move(handle["x"] + 5, handle["y"] + 10)
    page.mouse.down()
    for wiggle in range(60):  # until the row has come along: the script takes hold of it when it gets to it
        page.mouse.move(target["x"] + 30, target["y"] + 4 + wiggle % 5, steps=12)
        if "Eck, Eva" in rows.nth(1).inner_text():
            break
    page.mouse.up()
    expect(rows.nth(1)).to_contain_text("Eck, Eva")
    expect(page.locator("#draft")).to_be_visible()
    expect(rows.nth(4)).to_contain_text("reserve")
    page.get_by_role("button", name="Move Dorn, Dea up").press("Enter")
    expect(rows.nth(3)).to_contain_text("Dorn, Dea")
    assert stored(league)[1]["Aster"] == [1, 2, 3, 4, 5], "nothing is stored yet"
    page.get_by_role("textbox", name="Name").last.fill("Urban, Uta")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(6)
    assert stored(league)[1]["Aster"] == [1, 5, 2, 4, 3, 21]


def test_teams_without_javascript(league, staff):
    page = staff("anna", "/e/league/teams/2/", java_script_enabled=False)
    page.get_by_role("button", name="Move Gast, Gil up").click()
    expect(page.locator("#draft")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).last.click()
    assert stored(league)[1]["Birke"] == [7, 6, 8, 9, 10]
    page.goto(f"{league.url}/e/league/desk/")
    page.locator("#line-text").fill("2.2 1")
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_contain_text("Board 2.2:")
    expect(head(page, 2)).to_have_text("1 : 0")
    page.get_by_role("link", name="Match sheet 1").click()
    page.locator("#seat-1-4").select_option(label="5 Eck, Eva (2250)")
    page.get_by_role("button", name="Save the line-up").first.click()
    assert stored(league)[0][4][:2] == [9, 5]
    page.get_by_role("button", name="Undo").click()
    assert stored(league)[0][4][:2] == [9, 4]
