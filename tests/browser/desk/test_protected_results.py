"""No stored result is overwritten by surprise: two arbiters at once, and a helper after the event is final."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import stored
from tests.servers.server import wait_for

pytestmark = pytest.mark.browser

# The whole event is one round, and all but its first board are entered; a chief arbiter and a helper join.
LAST_BOARD = """
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.models import Event, Game, Membership
event = Event.objects.get(slug="cup")
Event.objects.filter(pk=event.pk).update(planned_rounds=1)
anna = User.objects.get(username="anna")
games = Game.objects.filter(round__event=event, board__gt=1)
games.update(result="10", entered_by=anna, entered_at=timezone.now(), version=1)
for name, role in (("chief", "chief_arbiter"), ("helga", "entry")):
    Membership.objects.create(event=event, user=User.objects.create(username=name), role=role)
"""


def test_the_second_of_two_arbiters_sees_both_values_though_the_page_is_live(hall, arbiter):
    anna, bert = arbiter("anna"), arbiter("bert")
    anna.keyboard.press("1")
    expect(bert.locator("#d1 .saved")).to_contain_text("anna")
    replace(bert, "1", "01")
    box = bert.locator("#d1 .conflict")
    expect(box).to_contain_text("Somebody else has entered this result. Nothing was overwritten.")
    expect(box.locator(".versus")).to_contain_text("anna")
    assert stored(hall)[0][0] == "10"
    bert.locator("#troubles button").click()
    bert.keyboard.press("Enter")  # no reason: what is stored stays
    expect(box).to_be_hidden()
    assert stored(hall)[0][0] == "10"
    replace(bert, "1", "01")
    box.get_by_label("Reason").fill("both signed 0-1")
    box.get_by_role("button", name="Replace it with mine").click()
    expect(anna.locator("#d1 .saved")).to_contain_text("bert")
    assert stored(hall)[0][0] == "01"
    replace(bert, "1", "==")  # his own now: a plain correction
    wait_for(lambda: stored(hall)[0][0] == "==", "the correction")


def test_a_helper_after_the_final(hall, arbiter, window):
    hall.python(LAST_BOARD)
    chief, helga = arbiter("chief"), arbiter("helga")
    helga.keyboard.press("1")
    expect(helga.locator("#next")).to_have_text("All results are in. Look at the table")
    step = chief.locator("#next")
    expect(step).to_contain_text("Close round 1")
    step.get_by_role("link", name="Declare the event final").click()
    chief.get_by_role("button", name="Declare the event final").click()
    expect(chief.locator(".nextstep")).to_contain_text("This event is final.")

    replace(helga, "2", "01")
    expect(helga.locator("#troubles")).to_contain_text("2")
    box = helga.locator("#d2 .conflict")
    expect(box).to_contain_text("This event is final: only the chief arbiter and the owner can still correct a result.")
    expect(box.locator(".versus")).to_contain_text("anna")
    expect(box.get_by_role("button")).to_have_count(0)
    box.get_by_role("link", name="Keep the stored result").click()
    expect(box).to_be_hidden()
    assert stored(hall)[1][0] == "10"
    helga.reload()
    expect(helga.locator(".overnote")).to_contain_text("This event is final")

    chief.goto(f"{hall.url}/e/cup/desk/")
    replace(chief, "2", "01")
    box = chief.locator("#d2 .conflict")
    expect(box).to_contain_text("This event is final. Nothing was overwritten.")
    box.get_by_label("Reason").press_sequentially("both said 0/1")  # keys of the desk are letters here
    box.get_by_role("button", name="Replace it with mine").click()
    expect(chief.locator("#d2 .saved")).to_contain_text("chief")
    public = window()
    public.goto(f"{hall.url}/e/cup/")
    expect(public.locator(".state")).to_contain_text("final")
    public.locator(".corrections summary").click()
    expect(public.locator(".corrections")).to_contain_text("round 1, board 2: 0-1 instead of 1-0")


def replace(page, board, result):
    """Press the button of a result at a board."""
    page.locator(f"#d{board} button[value='{result}']").click()
