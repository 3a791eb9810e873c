"""Two application servers on one database, one of them killed: its spectators are back at the other, and current."""

import signal
import time

import pytest

from tests.faults.hall import Hall
from tests.servers.server import SERVE
from tests.sizes import FULL

pytestmark = [pytest.mark.faults, pytest.mark.db]

SPECTATORS = 2000 if FULL else 100  # half of them at the server that is killed


@pytest.mark.timeout(600 if FULL else 120)
def test_spectators_of_a_killed_server_come_back_to_the_other(new_server):
    hall = Hall(new_server(SERVE, LIVE_STREAMS="25000"))
    hall.server.start()
    killed = hall.beside().start()
    with hall.crowd(SPECTATORS, killed, hall.server) as crowd:
        crowd.connected()
        with hall.arbiters(hall.server, killed, pause=0.02) as arbiters:
            arbiters.wait_for(10)
            before = time.monotonic()
            killed.stop(signal.SIGKILL)
            arbiters.wait_for(10)  # those of the killed server too go on at the other one
            crowd.connected(120)
            back = time.monotonic() - before
        hall.check(arbiters)
        crowd.wait(hall.stamp(), 60)
    print(f"{SPECTATORS // 2} spectators at the killed one of two servers: all back after {back:.1f} s, and current")


def test_results_entered_at_two_servers_are_on_the_pages_of_both_also_when_one_is_restarted(hall):
    other = hall.beside().start()
    with hall.crowd(10, hall.server) as here, hall.crowd(10, other) as there:
        with hall.arbiters(hall.server, other, pause=0.02) as arbiters:
            arbiters.wait_for(10)
            other.restart()
            arbiters.wait_for(10)
        for crowd, server in [(here, hall.server), (there, other)]:
            crowd.wait(hall.stamp())
            assert f"v={hall.stamp()}" in server.get("/e/hall/")
        hall.check(arbiters)
    assert set(arbiters.refusals) <= {"503", "gone"}
    other.stop()
