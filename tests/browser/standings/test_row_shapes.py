"""All rows of the standings are of one shape at each width, like what stands for them, and no name or number is cut."""

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import ENTER

pytestmark = [pytest.mark.browser, pytest.mark.db]

# 120 people with and without a title, a club, a flag and a long name; the third round runs.
RAGGED = """
from django.utils import timezone
from tournaments.models import Event, Game, Player, Round
now = timezone.now()
event = Event.objects.create(
    slug="cup", name="Open in the Old Town", place="Hall by the river", lots_seed=1,
    epoch="e", changed_at=now, tiebreaks="PTS,BH/C1,BH,SB", planned_rounds=9,
)
names = ["Dornweiler, Anselm", "Weidenbach-Lindenau, Maria-Dorothea", "Quellfels, Bo", "Ahornthal, Emil", "Ulm, Jo"]
clubs = ["", "Jena", "Schachfreunde Obere Quellenau von 1921", "SV Springe"]
players = Player.objects.bulk_create(
    Player(event=event, number=number, name=f"{names[number % 5]} {number}", club=clubs[number % 4],
           federation=["GER", "FRA", ""][number % 3], title=["", "WGM", "FM"][number % 3], rating=2400 - number)
    for number in range(1, 121)
)
for number in (1, 2, 3):
    each = Round.objects.create(event=event, number=number)
    Game.objects.bulk_create(
        Game(round=each, board=board + 1, white=players[2 * board], black=players[(2 * board + 2 * number - 1) % 120],
             result=["10", "01", "==", "" if number == 3 else "10"][board % 4], entered_at=now)
        for board in range(60)
    )
"""
HEIGHTS = "() => [...new Set([...document.querySelectorAll('#standings tbody[id]')].map((row) => row.offsetHeight))]"
EDGE = "(each) => each.getBoundingClientRect().{}"
LOST = """() => [...document.querySelectorAll("#standings tbody .name > a")].filter((name) => {
  const cell = name.closest("th").getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(name);
  return [...range.getClientRects()].some(({ bottom, right }) => bottom > cell.bottom + 1 || right > cell.right + 1);
}).map((name) => name.textContent)"""


@pytest.fixture
def cup(server):
    server.python(RAGGED)
    return server


def open_cup(cup, window, width, height=900, path="", locale="en-GB"):
    page = window(locale, viewport={"width": width, "height": height})
    page.goto(f"{cup.url}/e/cup/{path}")
    page.wait_for_selector("#connection[data-state=live]")
    return page


@pytest.mark.parametrize("width", [390, 768, 1024, 1440, 1920])
def test_rows_are_of_one_height_and_so_is_the_space_that_stands_for_them(cup, window, width):
    page = open_cup(cup, window, width)
    (height,) = page.evaluate(HEIGHTS)
    whole = page.evaluate("document.documentElement.scrollHeight")
    for row in range(10, 121, 10):
        page.locator("#standings tbody[id]").nth(row - 1).scroll_into_view_if_needed()
    assert page.evaluate(HEIGHTS) == [height]
    assert page.evaluate("document.documentElement.scrollHeight") == whole
    assert page.evaluate(LOST) == [], "names are whole, in two lines where they are long"


@pytest.mark.parametrize(("width", "height", "rows"), [(1440, 900, 20), (390, 844, 13)])
def test_so_many_rows_are_in_sight_below_what_happened(cup, window, width, height, rows):
    page = open_cup(cup, window, width, height)
    expect(page.locator("#ticker > li").first).to_be_visible()
    bottoms = page.eval_on_selector_all(
        "#standings tbody[id]", "rows => rows.map((r) => r.getBoundingClientRect().bottom)"
    )
    assert len([bottom for bottom in bottoms if bottom <= height]) >= rows


@pytest.mark.parametrize("width", [390, 1440])
def test_a_link_to_a_row_leads_to_it_and_lights_it(cup, window, width):
    page = open_cup(cup, window, width)
    number = page.locator("#standings tbody[id]").nth(90).get_attribute("id")
    page.goto(f"{cup.url}/e/cup/#{number}")
    row = page.locator(f"#{number}")
    place = row.evaluate("row => row.getBoundingClientRect().top")
    assert 0 < place < 900
    for cell in (".place", ".name", ".points", ".tie"):
        colours = [
            page.locator(f"{each} {cell}").first.evaluate("cell => getComputedStyle(cell).backgroundColor")
            for each in (f"#{number}", "#standings tbody:not(:target)")
        ]
        assert colours[0] != colours[1], cell


@pytest.mark.parametrize("width", [768, 1440])
def test_the_opponent_is_always_there_and_a_board_is_called_so(cup, window, width):
    page = open_cup(cup, window, width)
    playing = page.locator("#p7 .game")
    expect(playing).to_be_visible()
    assert playing.locator("small").inner_text().split() == ["Bd.", "4", "Quellfels"]
    cup.python(ENTER + "enter(4, '10', 3)")
    expect(playing).to_have_text("1 Quellfels")


def test_a_wide_sheet_has_the_club_beside_the_name_and_the_last_games(cup, window):
    page = open_cup(cup, window, 1440)
    name, club = page.locator("#p7 .name > a").bounding_box(), page.locator("#p7 .name small").bounding_box()
    assert club["x"] > name["x"] + name["width"]
    expect(page.locator("#p7 .lately")).to_be_visible()
    expect(page.locator(".legend.narrow")).to_be_visible()
    narrow = open_cup(cup, window, 1024)
    name, club = narrow.locator("#p7 .name > a").bounding_box(), narrow.locator("#p7 .name small").bounding_box()
    assert club["y"] >= name["y"] + name["height"] - 2
    expect(narrow.locator("#p7 .lately")).to_be_hidden()


def test_a_table_without_clubs_has_rows_of_one_line(cup, window):
    cup.python("from tournaments.models import Player\nPlayer.objects.update(club='', federation='')")
    assert open_cup(cup, window, 1024).evaluate(HEIGHTS)[0] < 40


def test_the_number_that_decides_is_whole_on_every_phone(server, window):
    server.manage("load_demo")
    page = window("de-DE", viewport={"width": 430, "height": 844})
    for slug in ("scrabble-championship", "petanque-open"):
        page.goto(f"{server.url}/e/{slug}/")
        for width in (360, 375, 390, 412, 430):
            page.set_viewport_size({"width": width, "height": 844})
            rights = page.eval_on_selector_all(
                "#standings .points + .tie > :first-child",
                "values => values.map((v) => v.getBoundingClientRect().right)",
            )
            assert max(rights) <= width, (slug, width)
