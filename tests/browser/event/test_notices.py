"""A notice reaches pages that are open, and goes from them when its time is over."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from tests.servers.server import wait_for

pytestmark = pytest.mark.browser

EVENT = """
from tests.site.factories import make_event
make_event("cup", time_zone="UTC")
"""
GIVE = """
from datetime import timedelta
from django.utils import timezone
from tournaments.actions.hall.notices import give_notice
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
give_notice(Event.objects.get(slug="cup"), "Round 3 starts at 15:00", timezone.now() + timedelta(minutes=20), COMMAND)
"""


def test_a_notice_comes_to_an_open_page(server, window):
    page = window()
    server.python(EVENT)
    page.goto(f"{server.url}/e/cup/")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    server.python(GIVE)
    expect(page.locator(".state .notice")).to_have_text("Round 3 starts at 15:00")


def is_gone_later(page, notice):
    """Let time pass, once more until the page has compared its clock with the server's."""
    page.clock.fast_forward(21 * 60_000)
    return notice.count() == 0


def test_an_open_page_drops_a_notice_whose_time_is_over(server, window):
    page = window()
    server.python(EVENT + GIVE)
    page.clock.install()
    for address in ("e/cup/", "e/cup/screen/", ""):
        page.goto(f"{server.url}/{address}")
        notice = page.locator(".notice:visible")
        expect(notice).to_have_text("Round 3 starts at 15:00")
        wait_for(lambda page=page, notice=notice: is_gone_later(page, notice), "the end of the notice")
        page.clock.set_system_time(datetime.now(UTC))
