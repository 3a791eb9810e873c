"""The soak in small: hundreds of entries, spectators who come and go, and the server holds no more than before."""

import sys

import pytest

from tests.servers.server import wait_for
from tests.servers.soak import Look, come_and_go, look, per_entry
from tests.sizes import FULL

pytestmark = [
    pytest.mark.faults,
    pytest.mark.db,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc"),
]

ENTRIES = 2000 if FULL else 60
ROUNDS = 3
MORE_MEMORY = 10_000  # kilobytes


def test_the_verdict_says_what_each_entry_left():
    memory, entries = [100, 300, 300, 400, 400, 420, 460, 460, 480], [0, 5, 9, 20, 20, 20, 50, 50, 50]
    assert per_entry([Look(each, 9, 9, 9, 9) for each in memory], entries) == (460 - 400) / 30


@pytest.mark.timeout(900 if FULL else 180)
def test_threads_files_and_connections_stay_as_they_are(hall):
    with hall.crowd(50) as crowd:
        crowd.connected()
        with hall.arbiters(pause=0.01) as arbiters:
            before = busy(hall, arbiters)
            for _ in range(ROUNDS):
                after = busy(hall, arbiters)
            crowd.connected()
        hall.check(arbiters)
        crowd.wait(hall.stamp())
    assert after.threads <= before.threads + 2
    assert after.memory <= before.memory + MORE_MEMORY


def busy(hall, arbiters):
    """Enter results while visitors come and go; return what the server holds when they have gone."""
    come_and_go(hall, [hall.server])
    arbiters.wait_for(ENTRIES)
    return settled(hall)


def settled(hall) -> Look:
    """Wait until the visitors' files and clients are given back: the crowd and the arbiters remain."""
    people = 50 + 4
    wait_for(lambda: look(hall, [hall.server]).clients <= people, "the visitors' connections to end")
    wait_for(lambda: look(hall, [hall.server]).files <= people + 60, "the visitors' files to be closed")
    wait_for(lambda: look(hall, [hall.server]).connections <= 32, "the connections to the database to be few")
    return look(hall, [hall.server])
