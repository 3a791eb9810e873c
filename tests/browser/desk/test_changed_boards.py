"""An open desk follows the boards of its round: one goes, one comes, and each stands in its place."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import stored
from tests.servers.server import wait_for

pytestmark = pytest.mark.browser

OTHERS = """
from django.db.models import F
from tournaments.models import Event, Game
event = Event.objects.get(slug="cup")
games = Game.objects.filter(round__event=event)
{}
Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
"""
AWAY = 'games.filter(board=3).update(board=None, black=None, result="U", version=2)'
BACK = 'games.filter(board=None).update(board=3, black=event.players.get(number=6), result="", version=3)'
BOARDS = "() => [...document.querySelectorAll('#rows tbody')].slice(0, 4).map((row) => row.id).join(' ')"


def test_boards_come_and_go_at_an_open_desk(hall, arbiter):
    desk = arbiter("anna")
    hall.python(OTHERS.format(AWAY))
    expect(desk.locator("#d3")).to_have_count(0)
    expect(desk.locator("#byes")).to_contain_text("Player 05")
    expect(desk.locator("#open")).to_contain_text("39 of 39 open")
    hall.python(OTHERS.format(BACK))
    expect(desk.locator("#d3")).to_contain_text("Player 05")
    expect(desk.locator("#byes")).not_to_contain_text("Player 05")
    assert desk.evaluate(BOARDS) == "d1 d2 d3 d4"
    desk.keyboard.press("/")
    desk.keyboard.type("3 1")
    desk.keyboard.press("Enter")
    wait_for(lambda: stored(hall)[2][0] == "10", "the result")
