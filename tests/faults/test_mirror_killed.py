"""`kill -9` of the laptop or of the server that shows its event, again and again: the tables end equal, no report is
lost, and none counts twice."""

import random
import signal

import pytest

from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.mirrored import Pair
from tests.servers.server import SERVE, wait_for
from tests.servers.weather import Weather
from tests.site.exchange.mirrors.test_carried_reports import print_slips, report, stored
from tests.sizes import FULL

pytestmark = [pytest.mark.faults, pytest.mark.db]

IN_A_STORM = 180  # the laptop tries every ten seconds, and a third of what it sends is lost
KILLS = 100 if FULL else 4  # half of them of either


@pytest.mark.timeout(3600 if FULL else 240)
def test_nothing_is_lost_or_doubled_by_kills_in_a_storm(new_server):
    laptop, net = new_server(SERVE).start(), new_server(SERVE).start()
    laptop.python(NEW_EVENT)
    pair, chance, said = Pair(laptop, net), random.Random(7), 0
    with Weather(net.port) as weather:
        pair.begin(url=weather.url)
        pair.wait_until_equal()
        codes = print_slips(pair)
        weather.storm()
        for turn in range(KILLS):
            laptop.python(f"{ENTER}enter(1, {('10', '01', '==')[turn % 3]!r})")
            if turn < 16:  # a side may change its word ten times
                assert report(pair, codes[1][0], "wb"[turn % 2], ("10", "01")[turn // 2 % 2]) == 302
                said += 1
            (laptop if turn % 2 else net).restart(signal.SIGKILL)
            if chance.random() < 0.3:
                pair.wait_until_equal(IN_A_STORM)
        weather.calm()
        wait_for(lambda: stored(pair)["reports"] == said, f"{said} reports: {stored(pair)}")
        pair.wait_until_equal()
        pair.wait_for_state("up to date")
    assert stored(pair)["reports"] == said
    assert stored(pair)["refused"] == 0
    print(f"{KILLS} kills, {said} reports, {len(weather.happened)} requests")
