"""A 2700 comes late, a rating is corrected after round 2, and after round 4 the numbers stay."""

import pytest
from playwright.sync_api import expect

from tests.servers.live_events import NEW_SESSION

pytestmark = pytest.mark.browser

TWENTY = """
from pairing.plan import usual_plans
from tests.site.championship import make_championship
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
event = make_championship(20, "open", "chess")
set_plan(event, usual_plans.swiss(5), COMMAND)
"""
DRAW = """
from tests.site.championship import draw
from tournaments.models import Event
print(draw(Event.objects.get(slug="open"))[0].boards[0])
"""
# Rounds that were played: one board each is enough for numbers.
PUBLISH = """
from tournaments.models import Event
event = Event.objects.get(slug="open")
one, other = event.players.all()[:2]
for number in range({first}, {last} + 1):
    event.rounds.create(number=number).games.create(board=1, white=one, black=other, result="10")
"""


def test_numbers_follow_the_ratings_until_round_4_is_paired(server, window):
    server.python(TWENTY)
    page = window()
    page.context.add_cookies([{"name": "sessionid", "value": server.python(NEW_SESSION).strip(), "url": server.url}])
    event = f"{server.url}/e/open"

    page.goto(f"{event}/players/add/")
    page.fill("[name=name]", "Beispiel, Anna")
    page.fill("[name=rating]", "2700")
    page.get_by_role("button", name="Add and go to the list").click()
    page.wait_for_url(f"{event}/players/")
    page.goto(f"{event}/rounds/")
    page.get_by_role("link", name="Beispiel, Anna (2700) has number 21; by rating it would be 1").click()
    first = page.locator("tbody tr").first
    expect(first).to_contain_text("by rating")
    expect(page.locator("tbody tr")).to_have_count(21)
    page.get_by_role("button", name="Assign these numbers").click()
    expect(page.locator("tbody tr").first).to_contain_text("Beispiel, Anna")
    expect(page.locator(".nextstep a", has_text="by rating")).to_have_count(0)
    assert "21" in server.python(DRAW)  # she plays on the first board, under the number that she always has
    page.goto(f"{event}/player/21/")
    expect(page.locator("article")).to_contain_text("No. 1")

    server.python(PUBLISH.format(first=1, last=2))
    page.goto(f"{event}/players/5/")
    page.fill("[name=rating]", "2600")
    page.click("form.settings button.main")
    page.wait_for_url(f"{event}/players/")
    page.get_by_role("link", name="Number by rating").click()
    expect(page.locator("tbody tr:not(.shifted)")).to_have_count(1)
    page.fill("#reason", "list of November")
    page.get_by_role("button", name="Assign these numbers").click()
    expect(page.locator("tbody tr").nth(1)).to_contain_text("Player 05")
    page.goto(f"{event}/print/wall-chart/")
    expect(page.locator("main")).to_contain_text("Player 05")
    page.goto(f"{event}/log/")
    expect(page.locator(".log tbody")).to_contain_text("list of November")

    server.python(PUBLISH.format(first=3, last=4))
    page.goto(f"{event}/players/")
    expect(page.get_by_role("link", name="Number by rating")).to_have_count(0)
    page.goto(f"{event}/players/number/")
    expect(page.locator("main")).to_contain_text("Round 4 has been paired")
    expect(page.get_by_role("button", name="Assign these numbers")).to_have_count(0)
