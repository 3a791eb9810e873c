"""Brackets in a real Chromium: on phones, on wide windows, on projectors and on paper."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.db]

BRACKETS = """
from pairing.plan.stages import Stage
from tests.site.championship import draw, make_championship, publish
from tests.site.brackets.test_pools import enter
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
for count, slug, system, settings in (
    (64, "big", "knock-out", {}),
    (13, "concours", "knock-out", {"consolations": 2}),
    (8, "pools", "pools", {"way": "barrage"}),
):
    event = make_championship(count, slug=slug, discipline="petanque", is_public=True)
    set_plan(event, [Stage(system, 1, 1, settings)], COMMAND)
    draw(event)
    publish(event)
    enter(event, 1)
    draw(event)
    publish(event)
"""
BACKGROUNDS = "parts => parts.map((part) => getComputedStyle(part).backgroundColor)"
CUT = "names => names.filter((name) => name.scrollWidth > name.clientWidth).length"


@pytest.fixture
def brackets(server):
    server.python(BRACKETS)
    return server


@pytest.mark.parametrize("width", [390, 1024])
def test_a_bracket_opens_at_the_round_that_is_played(brackets, window, width):
    page = window(viewport={"width": width, "height": 900})
    page.goto(brackets.url + "/e/big/bracket/")
    expect(page.get_by_role("heading", name="Round of 32")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", name="Round of 64")).not_to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_a_wide_window_has_all_rounds_of_64_players_in_sight(brackets, window):
    page = window(viewport={"width": 1440, "height": 900})
    page.goto(brackets.url + "/e/big/")
    for name in ("Round of 64", "Quarter-final", "Final"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("event", ["big", "pools"])
def test_followed_players_are_lit_in_the_bracket_and_in_the_table_of_their_pool(brackets, window, width, event):
    page = window(viewport={"width": width, "height": 900})
    page.goto(f"{brackets.url}/e/{event}/?table=1")
    page.get_by_role("button", name="Follow Player 02").click()
    page.goto(f"{brackets.url}/e/{event}/bracket/")
    lit = page.locator("#bracket .mine")
    expect(lit.filter(has_text="Player 02")).to_have_count(3 if event == "pools" else 2)
    expect(lit.filter(has_not_text="Player 02")).to_have_count(0)
    for way in (".seat", *([".pool tbody tr"] if event == "pools" else [])):
        cells = page.locator(f"#bracket {way}.mine :first-child, #bracket {way}.mine").evaluate_all(BACKGROUNDS)
        others = page.locator(f"#bracket {way}:not(.mine)").first.evaluate_all(BACKGROUNDS)
        assert set(cells) - set(others), way


def test_a_large_bracket_has_room_for_its_names_on_screen_and_on_paper(brackets, window):
    page = window(viewport={"width": 1440, "height": 900})
    page.goto(brackets.url + "/e/big/bracket/")
    assert page.locator(".level").first.bounding_box()["width"] >= 192
    page.set_viewport_size({"width": 718, "height": 1040})  # A4 between its margins
    page.emulate_media(media="print")
    assert page.eval_on_selector_all(".duel .who", CUT) == 0
    expect(page.locator(".jumps")).to_be_hidden()


def test_seats_that_nobody_takes_are_as_high_as_matches_on_the_projector_which_opens_no_details(brackets, window):
    page = window(viewport={"width": 1920, "height": 1080})
    page.goto(brackets.url + "/e/concours/screen/?every=600&show=bracket")
    expect(page.locator("#page")).to_contain_text("Page 1 of ")
    first = page.locator("#slides .level:visible").first.locator("li")
    assert len({round(seat.bounding_box()["height"]) for seat in first.all()}) == 1, "nobody needs no more room"
    page.goto(brackets.url + "/e/big/screen/?every=600&show=standings")
    expect(page.locator("#page")).to_contain_text("Page 1 of ")
    expect(page.get_by_text("State of the matches").first).to_be_hidden()
