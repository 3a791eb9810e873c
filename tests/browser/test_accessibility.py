"""No page for everybody breaks a rule of WCAG 2.2 AA that axe can check, in both languages and both colour schemes."""

from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.live_events import ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]

PATHS = [
    "/",
    "/e/cup/",
    "/e/cup/?follow=4,1",
    "/e/cup/?after=1",
    "/e/cup/round/1/",
    "/e/cup/round/1/?by=name",
    "/e/cup/crosstable/",
    "/e/cup/screen/",
    "/e/cup/player/4/",
    "/e/cup/player/4/why/SB/",
    "/e/cup/compare/4/1/",
    "/rules/",
    "/signin/",
    "/e/nowhere/",
]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
SECOND_ROUND = """
enter(2, "01")
event = Event.objects.get(slug="cup")
players = {player.number: player for player in event.players.all()}
second = Round.objects.create(event=event, number=2)
Game.objects.create(round=second, board=1, white=players[1], black=players[3])
Game.objects.create(round=second, white=players[2], result="U")
"""


@pytest.fixture
def cup(server):
    """An event with a finished game, open ones and a bye."""
    server.python(NEW_EVENT)
    server.python("from tournaments.models import Round\n" + ENTER + SECOND_ROUND)
    return server


def test_no_page_breaks_a_rule(cup, window):
    broken = []
    for language, scheme in product(("en", "de"), ("light", "dark")):
        page = window(language, color_scheme=scheme, reduced_motion="reduce")
        for path in PATHS:
            page.goto(cup.url + path)
            if page.locator("#live").count():
                page.wait_for_selector("#connection[data-state=live]")
            found = Axe().run(page, options=RULES).response["violations"]
            broken += [(language, scheme, path, each["id"], each["nodes"][0]["html"][:200]) for each in found]
    assert broken == []
