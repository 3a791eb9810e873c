"""The day of an event as docs/manual tells it, played in the browser from nothing to the final."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NAMES = """Adler, Alma|Brandt, Bela|Conrad, Cora|Dietz, Dora|Ebert, Emil|Falk, Fritz|Gerber, Gesa|Holm, Hanna|Iser, Ida
Jahn, Jutta|Kern, Karl|Lang, Lotte|Maas, Moritz|Noll, Nora|Oster, Otto|Pohl, Paula|Quast, Quirin|Rau, Rosa|Sand, Sven"""
LIST = "Name;Rating\n" + "\n".join(
    f"{name};{2300 - 20 * n}" for n, name in enumerate(NAMES.replace("\n", "|").split("|"))
)


@pytest.fixture
def page(server, window):
    server.python("from tournaments.access import accounts; accounts.create_first_admin()")
    page = window(viewport={"width": 1280, "height": 1000})
    page.goto(re.sub(r"^https?://[^/]+", server.url, server.manage("signin_link", "admin").strip()))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "/signin/" not in url)
    return page


def go(page, group, name):
    """Follow the line at the top: a part of the day, then a page of it."""
    tab = page.locator(".tabs.staff summary", has_text=group)
    if not tab.locator("xpath=..").evaluate("each => each.open"):
        tab.click()
    page.locator(".tabs.staff").get_by_role("link", name=name, exact=True).click()


def draw_and_publish(page, number):
    go(page, "Round", "Pairings")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator(f"#draft-{number}")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator("#published")).to_be_visible()


def enter_round(page, keys, left=0):
    go(page, "Results", "Desk")
    expect(page.locator("#desk tr[aria-current]")).to_be_focused()  # the keys act from here on
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator("#open b")).to_have_text(str(left))


@pytest.mark.timeout(300)
def test_four_rounds_with_everything_that_goes_wrong(server, page):
    set_up(server, page)
    first_round_with_a_wrong_colour(page)
    late_entry(page)
    second_round_with_an_adjourned_game(page)
    absences_by_ticks(page)
    third_round_with_a_correction_of_the_second(page)
    last_round_and_the_final(server, page)


def set_up(server, page):
    page.goto(server.url)
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name of the event").fill("Autumn Open")
    page.get_by_role("button", name="Next: rounds").click()
    page.get_by_label("Number of rounds", exact=True).fill("4")
    page.get_by_role("button", name="Next: players").click()
    page.locator("textarea").fill(LIST)
    page.locator("form:has(textarea) button.main").click()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", name="19 players")).to_be_visible()
    page.get_by_role("link", name="Add a player").click()
    page.get_by_label("Name", exact=True).fill("Tietz, Tom")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("link", name="Setup").click()
    page.get_by_role("button", name="Publish the event").click()


def first_round_with_a_wrong_colour(page):
    draw_and_publish(page, 1)
    enter_round(page, "15015101", left=2)
    white, black = (page.locator(f"#d1 .who >> nth={side}").inner_text() for side in (0, 1))
    go(page, "Round", "Pairings")
    expect(page.locator("#drafts")).to_contain_text("Round 1 is not finished. Results are missing: 2.")
    expect(page.get_by_role("button", name="Draw", exact=True)).to_have_count(0)
    page.locator("summary", has_text="Change a published round").click()
    page.get_by_label("Exchange", exact=True).select_option(label=white)
    page.get_by_label("with", exact=True).select_option(label=black)
    page.get_by_role("button", name="Show what would change").click()
    page.locator("#swap-reason").fill("sat the wrong way round")
    page.get_by_role("button", name="Change the round").click()
    enter_round(page, "15")
    expect(page.locator("#d1 .who").first).to_have_text(black)
    expect(page.locator("#d1 .saved")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#echo")).to_contain_text("Undone: round 1, board 10")
    page.keyboard.press("0")
    expect(page.locator("#next")).to_contain_text("All results are in.")
    page.locator("#next").get_by_role("link", name="Close round 1").click()
    page.get_by_role("button", name="Close round 1").click()


def late_entry(page):
    go(page, "Prepare", "Players")
    page.get_by_role("link", name="Late entry").click()
    page.get_by_label("Name", exact=True).fill("Uhl, Ute")
    page.get_by_label("Rating").first.fill("2250")
    page.get_by_role("button", name="Add", exact=True).click()


def second_round_with_an_adjourned_game(page):
    draw_and_publish(page, 2)
    enter_round(page, "1507101510", left=1)
    expect(page.locator("#d4 .open")).to_contain_text("adjourned")


def absences_by_ticks(page):
    """Two people ask for a bye, both take it back: one form for all of them, by keyboard."""
    go(page, "Round", "Pairings")
    form = page.locator("form[action$='/pairings/absence/']")
    for kind, noted in (("half-point bye", 2), ("present again", 0)):
        for typed, name in (("adl", "Adler, Alma"), ("brandt b", "Brandt, Bela")):
            form.get_by_role("searchbox").fill(typed)
            form.get_by_role("searchbox").press("Enter")
            expect(form.locator("fieldset").first.get_by_role("checkbox", checked=False)).to_have_count(1)
            form.get_by_role("checkbox", name=name).press("Space")
        form.get_by_label("Counts as").select_option(label=kind)
        form.get_by_role("button", name="Note the absence").press("Enter")
        expect(page.locator(".asked li")).to_have_count(noted)


def third_round_with_a_correction_of_the_second(page):
    draw_and_publish(page, 3)
    enter_round(page, "1010101010")
    page.get_by_role("link", name=re.compile("Round 2")).first.click()
    page.locator("#d4 button[value='10']").click()
    confirm(page.locator("#d4 .conflict"), "as if this adjourned game were drawn", "Replace it with mine")
    page.locator("#d2 button:not([aria-pressed=true])").first.click()
    confirm(page.locator("#d2 .conflict"), "This round is over. Nothing was overwritten.", "Replace it with mine")
    page.get_by_role("link", name=re.compile("Round 1")).first.click()
    page.locator("#d2 button[value='01']").click()
    confirm(page.locator("#d2 .conflict"), "into the rating report alone", "Correct the rating report")


def confirm(box, why, button):
    """Say why one insists."""
    expect(box).to_contain_text(why)
    box.get_by_label("Reason").fill("both signed it")
    box.get_by_role("button", name=button).click()
    expect(box).to_be_hidden()


def last_round_and_the_final(server, page):
    draw_and_publish(page, 4)
    enter_round(page, "0101010101")
    expect(page.locator("#next")).to_contain_text("All results are in.")
    page.locator("#next").get_by_role("link", name="Declare the event final").click()
    page.get_by_role("button", name="Declare the event final").click()
    expect(page.locator(".nextstep")).to_contain_text("This event is final.")
    page.get_by_role("link", name="Print the prize list and certificates").click()
    expect(page.locator(".papers")).to_contain_text("Certificates")
    go(page, "Finish", "Documents")
    page.goto(f"{server.url}/e/autumn-open/")
    expect(page.locator(".state")).to_contain_text("final")
    expect(page.locator("#standings tbody[id]")).to_have_count(21)
