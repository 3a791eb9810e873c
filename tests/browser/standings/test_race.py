"""The places round by round in a real Chromium: the slider, the followed player, and a result that comes in."""

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]

SECOND = """
from tournaments.models import Round
enter(1, "10")
enter(2, "01")
event = Event.objects.get(slug="cup")
players = {player.number: player for player in event.players.all()}
second = Round.objects.create(event=event, number=2)
Game.objects.create(round=second, board=1, white=players[1], black=players[4], result="01")
Game.objects.create(round=second, board=2, white=players[2], black=players[3])
event.version += 1
event.save()
"""


@pytest.fixture
def cup(server):
    server.python(NEW_EVENT)
    server.python(ENTER + SECOND)
    return server


def names(page):
    """Return the places and names from the top down, as they are seen."""
    items = page.locator(".race .runners li").all()
    return [item.inner_text().replace("\n", " ") for item in sorted(items, key=lambda item: item.bounding_box()["y"])]


def test_the_slider_goes_back_and_the_table_with_it(cup, window):
    page = window(reduced_motion="reduce")
    page.goto(cup.url + "/e/cup/statistics/")
    expect(page.locator(".race output")).to_have_text("2")
    today = names(page)
    assert today[0] == "1 Dora"
    page.focus(".race input")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".race output")).to_have_text("1")
    assert sorted(names(page)) != sorted(today)
    assert {name[:2] for name in names(page)[:2]} == {"1 "}
    assert page.evaluate("getComputedStyle(document.querySelector('.race svg')).clipPath") != "none"
    page.keyboard.press("ArrowRight")
    expect(page.locator(".race output")).to_have_text("2")
    assert names(page) == today
    assert page.evaluate("getComputedStyle(document.querySelector('.race svg')).clipPath") == "none"


def test_who_is_followed_is_marked_and_a_name_lights_its_line_up(cup, window):
    page = window()
    page.goto(cup.url + "/e/cup/player/2/")
    page.click(".watch")
    page.goto(cup.url + "/e/cup/statistics/")
    expect(page.locator(".race .mine")).to_have_count(2)
    assert {each.get_attribute("data-player") for each in page.locator(".race .mine").all()} == {"2"}
    page.focus('.runners li[data-player="3"] a')
    assert {each.get_attribute("data-player") for each in page.locator(".race .lit").all()} == {"3"}


def test_a_result_keeps_the_slider_where_it_is(cup, window):
    page = window(reduced_motion="reduce")
    page.goto(cup.url + "/e/cup/statistics/")
    page.wait_for_selector("#connection[data-state=live]")
    page.focus(".race input")
    page.keyboard.press("ArrowLeft")
    before = names(page)
    three = page.locator('.runners li[data-player="3"]')
    last = three.get_attribute("data-places")
    cup.python(ENTER + "enter(2, '01', number=2)")
    expect(three).not_to_have_attribute("data-places", last)
    expect(page.locator(".race output")).to_have_text("1")
    expect(page.locator(".race input")).to_be_focused()
    assert sorted(names(page)) == sorted(before)


def test_twenty_rounds_have_room_on_a_phone(cup, window):
    """The rounds are added to the page: an event with twenty takes long to play."""
    page = window(viewport={"width": 390, "height": 844})
    page.goto(cup.url + "/e/cup/statistics/")
    page.evaluate("""() => {
        const heads = document.querySelector(".rounds-of");
        heads.replaceChildren(...Array.from({ length: 20 }, (_, round) => {
            const head = document.createElement("li");
            head.textContent = String(round + 1);
            return head;
        }));
    }""")
    heads, picture = page.locator(".rounds-of").bounding_box(), page.locator(".track svg").bounding_box()
    assert heads["width"] == picture["width"]
    seen = [head for head in page.locator(".rounds-of li").all() if head.is_visible()]
    assert [head.text_content() for head in seen] == ["1", "5", "10", "15", "20"]
    boxes = [head.bounding_box() for head in page.locator(".rounds-of li").all()]
    assert all(box["x"] + box["width"] <= picture["x"] + picture["width"] + 1 for box in boxes)
