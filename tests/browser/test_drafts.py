"""A draft in a browser with JavaScript: players are swapped by dragging, and an engine shows how far it is."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SWISS = """
from pairing.plan import stages
from tests.site.championship import draw, make_championship, play, publish
from tournaments.access import accounts
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
accounts.create_first_admin()
event = make_championship(8, discipline="{discipline}")
set_plan(event, [stages.Stage("{system}", 1, 5)], COMMAND)
draw(event)
publish(event)
play(event, 1)
"""


@pytest.fixture
def open_page(window):
    """A function that opens the page of pairings as the site's first account."""

    def open_page(server, **options):
        page = window(**options)
        page.goto(re.sub(r"^https?://[^/]+", server.url, server.manage("signin_link", "admin").strip()))
        page.locator("main form button").first.click()
        page.wait_for_url(lambda url: "/signin/" not in url)
        page.goto(f"{server.url}/e/championship/pairings/")
        return page

    return open_page


def test_two_players_change_places_by_dragging(server, open_page):
    server.python(SWISS.format(discipline="scrabble", system="new-swiss"))
    page = open_page(server, viewport={"width": 1280, "height": 1000})
    page.get_by_role("button", name="Draw", exact=True).click()
    chairs = page.locator("#draft-2 .chair")
    names = chairs.all_inner_texts()
    chairs.nth(0).locator("label").drag_to(chairs.nth(3).locator("label"))
    expect(page.locator("#draft-2 .compared tbody tr")).to_have_count(2)
    swapped = [names[3], names[1], names[2], names[0], *names[4:]]
    expect(chairs).to_have_text([name.strip() for name in swapped])
    expect(page.locator("#draft-2 .moved")).to_have_count(2)
    expect(page.locator("#draft-2")).to_contain_text("Changed by hand.")


def test_the_work_of_an_engine_shows_and_ends_in_a_draft(new_server, open_page, tmp_path):
    engine, pairs = tmp_path / "engine", tmp_path / "pairs"
    engine.write_text(f'#!/bin/sh\nwhile [ ! -e {pairs} ]; do sleep 0.1; done\ncp {pairs} "$4"\n')
    engine.chmod(0o700)
    server = new_server(BBP_PATH=str(engine)).start()
    server.python(SWISS.format(discipline="chess", system="dutch"))
    server.python("from tournaments.models import Stage; Stage.objects.update(settings={'engine': 'bbpPairings'})")
    page, plain = open_page(server), open_page(server, java_script_enabled=False)
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_role("heading", name="Round 2 is being paired")).to_be_visible()
    expect(page.locator("#drawing-state")).to_contain_text(re.compile(r"bbpPairings has been working for [1-9]\d* s\."))
    plain.reload()
    expect(plain.locator("#drawing-state")).to_contain_text("bbpPairings has been working")
    page.get_by_role("button", name="Cancel the pairing").click()
    expect(page.get_by_role("heading", name="Round 2 is being paired")).to_have_count(0)
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator("#drawing-state")).to_be_visible()
    pairs.write_text("4\n5 6\n1 8\n2 3\n7 4\n")
    expect(page.locator("#draft-2 tbody tr")).to_have_count(4)
    expect(page.locator("#draft-2")).to_contain_text("Paired by bbpPairings; not FIDE-endorsed.")
    expect(plain.locator("#draft-2 tbody tr")).to_have_count(4)


def test_the_form_of_forbidden_pairings_shows_the_fields_of_the_chosen_rule(server, open_page):
    server.python(SWISS.format(discipline="chess", system="dutch"))
    server.python("from tournaments.models import Player; Player.objects.update(club='SK Ahorntal', federation='GER')")
    page = open_page(server)
    page.goto(f"{server.url}/e/championship/pairings/bans/")
    for rule in ("list", "club", "federation"):
        page.get_by_label("Kept apart").select_option(rule)
        expect(page.locator(".bound:visible")).to_have_count(1)
        expect(page.locator(f".for-{rule}")).to_be_visible()
