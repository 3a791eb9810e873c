"""A laptop and a server on the net with different databases, and with clocks that differ by minutes."""

import pytest

from tests.faults.test_clock import LIBRARY
from tests.servers import postgres, tools
from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.mirrored import Pair
from tests.servers.server import wait_for
from tests.site.exchange.mirrors.test_carried_reports import print_slips, report, stored

pytestmark = [pytest.mark.faults, pytest.mark.db, pytest.mark.timeout(300)]

WAYS = {"from SQLite to PostgreSQL": (False, True), "from PostgreSQL to SQLite": (True, False)}


@pytest.fixture(scope="module")
def cluster():
    if missing := tools.missing("postgres"):
        pytest.skip(missing)
    with postgres.cluster() as url:
        yield url


def play(pair):
    """Enter and report results, and wait until both servers show the same."""
    pair.laptop.python(NEW_EVENT)
    pair.begin()
    pair.wait_until_equal()
    codes = print_slips(pair)
    pair.laptop.python(f"{ENTER}enter(1, '10')")
    assert [report(pair, codes[1][0], side, "01") for side in "wb"] == [302, 302]
    wait_for(lambda: stored(pair)["games"] == [["10", False], ["01", True]], "the reports to come")
    pair.wait_until_equal()
    pair.wait_for_state("up to date")


@pytest.mark.parametrize("way", WAYS)
def test_either_database_shows_what_the_other_keeps(new_server, cluster, way):
    with postgres.new_database(cluster) as url:
        laptop, net = (new_server(**({"DATABASE_URL": url} if on_postgresql else {})) for on_postgresql in WAYS[way])
        (laptop if WAYS[way][0] else net).manage("migrate", "--verbosity=0")
        play(Pair(laptop.start(), net.start()))
        laptop.stop()
        net.stop()
        laptop.close_consoles()
        net.close_consoles()


@pytest.mark.skipif(bool(tools.missing("faketime")), reason=tools.missing("faketime"))
@pytest.mark.parametrize("shift", ["-7m", "+7m"])
def test_clocks_that_differ_by_minutes_change_nothing(new_server, shift):
    late = {"FAKETIME": shift, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "LD_PRELOAD": LIBRARY}
    play(Pair(new_server(**late).start(), new_server().start()))
