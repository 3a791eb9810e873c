"""What was typed into one form of a page survives the saving of another, on each page that has several."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
NEW_OWNER = """
from django.contrib.auth.models import User
from tournaments.models import Event, Membership
user = User.objects.create_user("next")
Membership.objects.create(event=Event.objects.get(slug="cup"), user=user, role="owner")
"""


@pytest.fixture
def page(hall, arbiter):
    hall.python("from tournaments.models import Membership; Membership.objects.update(role='owner')")
    return arbiter("anna")


def test_prizes_stay_while_the_rule_is_saved(hall, page):
    page.goto(f"{hall.url}/e/cup/categories/")
    page.locator("#prizes-").fill("300 €\n200 €")
    page.locator("form.category [name=name]").fill("Under 12")
    page.locator("#sharing").select_option("hort")
    page.get_by_role("button", name="Save the rule").click()
    expect(page.locator("#sharing option[selected]")).to_have_attribute("value", "hort")
    expect(page.locator("#prizes-")).to_have_value("300 €\n200 €")
    page.locator("form:has(#prizes-) button").first.click()
    expect(page.locator("#prizes-")).to_have_text("300 €\n200 €")
    expect(page.locator("form.category [name=name]")).to_have_value("Under 12")
    page.goto(f"{hall.url}/e/cup/categories/")
    expect(page.locator("form.category [name=name]")).to_have_value("")


def test_a_player_keeps_what_was_typed_while_an_absence_is_noted(hall, page):
    page.goto(f"{hall.url}/e/cup/players/3/")
    page.locator("#id_club").fill("SK Ahorntal")
    page.locator("#expel-reason").fill("left the hall")
    page.locator("form:has(#absence-kind) [name=round]").first.check()
    page.get_by_role("button", name="Note the absence").click()
    expect(page.locator("form:has(#absence-kind) ul.quiet")).to_be_visible()
    expect(page.locator("#id_club")).to_have_value("SK Ahorntal")
    expect(page.locator("#expel-reason")).to_have_value("left the hall")
    expect(page.locator("#reason")).to_have_value("")


def test_the_page_of_pairings_keeps_what_was_typed(hall, page):
    left = [{"kind": "left", "round": 0}]  # so that nothing is asked
    hall.python(f"from tournaments.models import Event; Event.objects.update(departures={left})")
    page.goto(f"{hall.url}/e/cup/pairings/")
    for closed in page.locator("main details").all():
        closed.evaluate("each => each.open = true")
    page.locator("#back-reason").fill("the wrong list")
    page.locator("#plan-rounds").fill("7")
    page.locator("button[name=preset]").first.click()
    expect(page.locator("#plan")).to_contain_text("7")
    expect(page.locator("#back-reason")).to_have_value("the wrong list")
    expect(page.locator("#back-reason")).to_be_visible()


def test_a_tick_stays_with_its_player(hall, page):
    left = [{"kind": "left", "round": 0}]  # so that nothing is asked
    hall.python(f"from tournaments.models import Event; Event.objects.update(departures={left})")
    page.goto(f"{hall.url}/e/cup/pairings/")
    absent = page.locator("form:has(#absence-kind)")
    players = [box.get_attribute("value") for box in absent.locator("[name=player]").all()]
    absent.locator(f"[name=player][value='{players[2]}']").check()
    page.locator("#withdraw-player").select_option(players[0])
    page.locator("#withdraw-reason").fill("ill")
    page.locator("form:has(#withdraw-player) button").click()
    expect(absent.locator(f"[name=player][value='{players[0]}']")).to_have_count(0)
    assert [box.get_attribute("value") for box in absent.locator("[name=player]:checked").all()] == [players[2]]


def test_what_one_account_typed_is_not_given_to_the_next(hall, page):
    page.goto(f"{hall.url}/e/cup/categories/")
    page.locator("form.category [name=name]").fill("Under 12")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(lambda url: "categories" not in url)
    hall.python(NEW_OWNER)
    for name, waits in (("next", ""), ("anna", "Under 12")):
        page.context.clear_cookies()
        page.goto(re.sub(r"^https?://[^/]+", hall.url, hall.manage("signin_link", name).strip()))
        page.locator("main form button").first.click()
        page.wait_for_url(lambda url: "/signin/" not in url)
        page.goto(f"{hall.url}/e/cup/categories/")
        expect(page.locator("form.category [name=name]")).to_have_value(waits)
