"""A page that is open while a round comes out, and what it says of each result."""

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import BUMP, ENTER, NEW_EVENT

pytestmark = [pytest.mark.browser, pytest.mark.db]

# In one transaction and with its line in the log, as the product writes: what a page is told and what it finds agree.
PUBLISH = """
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Game, Player, Round
with writing(Event.objects.get(slug="cup")) as event:
    second = Round.objects.create(event=event, number=2)
    ada, ben, cleo, dora = event.players.order_by("number")
    Game.objects.create(round=second, board=1, white=dora, black=ada)
    Game.objects.create(round=second, board=2, white=ben, black=cleo)
    record(event, COMMAND, LogAction.PUBLISH, after={"rounds": [{"round": 2, "boards": [[4, 1], [2, 3]], "byes": []}]})
"""
TAKE_BACK = """
from tournaments.domain.event.log_actions import LogAction
with writing(Event.objects.get(slug="cup")) as event:
    event.rounds.get(number=2).delete()
    record(event, COMMAND, LogAction.TAKE_BACK, after={"round": 2, "drafts": []}, reason="A test")
"""
END = """
from django.utils import timezone
Event.objects.filter(slug="cup").update(final_at=timezone.now(), version=F("version") + 1)
"""


def test_a_page_learns_of_results_a_round_and_the_end(server, window):
    server.python(NEW_EVENT)
    page = window()
    page.goto(server.url + "/e/cup/?follow=4")
    page.wait_for_selector("#connection[data-state=live]", timeout=30_000)
    server.python(ENTER + "enter(2, '01')")
    page.wait_for_selector("#p4.fresh", timeout=30_000)
    assert page.locator("#p3.fresh").count() == 1
    assert page.locator("#p1.fresh, #p2.fresh").count() == 0, "nobody played there"
    expect(page.locator("#ticker > li:first-child")).to_contain_text("Board 2 Cleo 0–1 Dora")
    expect(page.locator("#aloud")).to_contain_text("Board 2: Cleo 0–1 Dora")
    page.click("#p1 .star")  # the followed players are stored
    server.python(BUMP + PUBLISH)
    expect(page.locator("#new-round")).to_contain_text("Round 2 is published", timeout=30_000)
    expect(page.locator("#new-round")).to_contain_text("Dora, Board 1, White, against Ada")
    expect(page.locator("#new-round a")).to_have_text("Find your board")
    assert page.get_attribute("#new-round a", "href") == "/e/cup/round/2/?by=name"
    expect(page.locator("#ticker [data-round]")).to_be_hidden()
    expect(page.locator(".tabs a[href$='/round/2/']")).to_have_text("Round 2")
    assert page.title().startswith("Round 2 is published")
    server.python(BUMP + TAKE_BACK)
    expect(page.locator("#new-round")).to_have_count(0, timeout=30_000)
    assert not page.title().startswith("Round 2")
    expect(page.locator(".tabs a[href$='/round/2/']")).to_have_count(0)
    server.python(BUMP + PUBLISH)
    expect(page.locator("#new-round")).to_contain_text("Round 2 is published", timeout=30_000)
    server.python(BUMP + END)
    expect(page.locator("#connection")).to_have_text("final", timeout=30_000)
