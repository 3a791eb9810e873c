"""Days of events, from the sign-in link of an empty site to the second round, in the fewest clicks and keys.

The people are pasted. Pages have no names here, so that the same hands play in each language.
"""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.event.test_setup import PHONE
from tests.servers.server import SERVE, Server

pytestmark = pytest.mark.browser

DESKTOP = {"viewport": {"width": 1366, "height": 900}}
DARK_PHONE = PHONE | {"color_scheme": "dark"}
DRAW, PUBLISH = "form[action$='/pairings/draw/'] button", ".release button.main"
IN_SIGHT = (DRAW, PUBLISH)


class Day(NamedTuple):
    """What is chosen for an event, who takes part, and how the result of a board is typed."""

    choices: tuple[str, ...]  # of the first page
    way: str
    people: str
    boards: int
    keys: tuple[str, ...]
    clicks: int  # the most that may lead to the published first round, and from its last result to the second one
    more: int


def paste(heads, people):
    return "\n".join("\t".join(map(str, row)) for row in (heads, *people))


TEAMS = ("Alder", "Birch", "Cedar", "Elder", "Linden", "Rowan")
OPEN = paste(("Name", "Rating", "Club"), ((f"Person {n}", 2300 - 20 * n, f"Club {n % 7}") for n in range(1, 31)))
LEAGUE = paste(
    ("Name", "Rating", "Team"), ((f"{team} {n}", 2000 - 50 * n, team) for team in TEAMS for n in range(1, 6))
)
WORDS = paste(("Name", "Rating"), ((f"Person {n}", 1900 - 20 * n) for n in range(1, 25)))
TRIPLETS = paste(("Name",), ((f"Triplet {n}",) for n in range(1, 17)))
DAYS = {
    "open": Day((), "", OPEN, 15, ("1",), 8, 2),
    "league": Day(("[name=of_teams]",), "label:has([value=round-robin])", LEAGUE, 12, ("1",), 10, 2),
    "words": Day(
        ("label:has([value=scrabble])",),
        "label:has([value=new-swiss])",
        WORDS,
        12,
        (*"400", "Enter", *"350", "Enter"),
        10,
        2,
    ),
    "concours": Day(
        ("label:has([value=petanque])",),
        "label:has([value=concours])",
        TRIPLETS,
        8,
        (*"13", "Enter", "5", "Enter"),
        10,
        2,
    ),
}
PLAYED = [
    ("open", "en-GB", DESKTOP),
    ("open", "fr-FR", DARK_PHONE),
    ("league", "de-DE", DESKTOP),
    ("words", "de-DE", DARK_PHONE),
    ("concours", "fr-FR", DESKTOP),
]


@pytest.fixture
def site(tmp_path):
    """A site as it is after the first start: without events, and with an admin who has no password."""
    server = Server(tmp_path, entry=SERVE).start()
    yield server
    server.stop()


class Hands:
    """Whoever clicks and types on a page; the clicks are counted."""

    def __init__(self, page):
        self.page, self.clicks = page, 0

    def click(self, button):
        """Click a button of a page that is not too wide; what is published is in sight at once."""
        found = self.page.locator(f"main {button}").first
        expect(found).to_be_visible()
        if button in IN_SIGHT:
            expect(found).to_be_in_viewport()
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), self.page.url
        found.click()
        self.clicks += 1

    def type_here(self, *texts):
        """Type into the field that has the focus, and into those after it."""
        for number, text in enumerate(texts):
            if number:
                self.page.keyboard.press("Tab")
            self.page.keyboard.insert_text(text)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("name", "locale", "screen"), PLAYED)
def test_few_clicks_lead_to_the_first_round_and_to_the_next(site, window, name, locale, screen):
    day, page = DAYS[name], window(locale, **screen)
    hands = Hands(page)
    page.goto(re.search(r"once, within 30 minutes\): (\S+)", site.log)[1])
    assert page.locator("html").get_attribute("lang") == locale[:2]
    hands.click("form button")
    page.wait_for_url("**/account/password/")
    hands.type_here("a long walk home", "a long walk home")
    hands.click("form button")
    page.wait_for_url("**/new/")
    hands.type_here("Winter Open")
    for choice in day.choices:
        hands.click(choice)
    hands.click("form button.main")
    page.wait_for_url("**/setup/rounds/")
    if day.way:
        hands.click(day.way)
    hands.click("form button.main")
    page.wait_for_url(re.compile("/(players|teams)/"))
    hands.type_here(day.people)
    hands.click("form:has(textarea) button.main")
    hands.click("form[action$='/store/'] button.main")
    hands.click(DRAW)
    hands.click(PUBLISH)
    expect(page.locator("#published")).to_be_visible()
    assert "Round 1" in site.get("/e/winter-open/round/1/"), "everybody sees it"
    assert hands.clicks <= day.clicks

    hands.click("#published a[href$='/desk/1/']")
    expect(page.locator("#desk tr[aria-current]")).to_be_visible()
    expect(page.locator("#desk tbody[data-board]")).to_have_count(day.boards)
    for _board in range(day.boards):
        hands.press(*day.keys)
    expect(page.locator("#open b")).to_have_text("0")
    hands.clicks = 0
    hands.click("#next form button")
    hands.click(PUBLISH)
    expect(page.locator("#published a[href$='/desk/2/']")).to_be_visible()
    assert hands.clicks <= day.more
