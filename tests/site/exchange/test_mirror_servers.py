"""A laptop keeps an event, and a second real server shows it."""

import pytest

from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.mirrored import Pair
from tests.servers.server import wait_for

pytestmark = [pytest.mark.db, pytest.mark.timeout(240)]


@pytest.fixture
def pair(new_server):
    laptop, net = new_server().start(), new_server().start()
    laptop.python(NEW_EVENT)
    return Pair(laptop, net)


def enter(server, board, result):
    server.python(f"{ENTER}enter({board}, {result!r})")


def test_what_is_entered_on_the_laptop_is_shown_on_the_net(pair):
    pair.begin()
    pair.wait_until_equal()
    page = pair.net.get("/e/cup/")
    assert "Town hall" in page and "Cleo" in page
    enter(pair.laptop, 1, "10")
    pair.wait_until_equal()
    pair.wait_for_state("up to date")
    pair.net.stop()
    enter(pair.laptop, 2, "01")
    pair.wait_for_state("offline since")
    assert "1 result waiting" in pair.state()
    pair.net.start()
    pair.wait_until_equal()
    pair.end(take_down=True)
    wait_for(lambda: pair.standings(pair.net) is None, "the event to be taken down")
    wait_for(lambda: pair.state().startswith("None"), "the laptop to forget it")
