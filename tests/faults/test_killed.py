"""`kill -9` in the middle of entries: what was acknowledged is there, once, and the table is the one it gives."""

import random
import signal
import time

import pytest

from tests.sizes import FULL

pytestmark = [pytest.mark.faults, pytest.mark.db]

KILLS = 100 if FULL else 3
SPECTATORS = 20


@pytest.mark.timeout(3600 if FULL else 120)
def test_nothing_acknowledged_is_lost_or_doubled_by_kills(hall):
    chance = random.Random(7)
    with hall.crowd(SPECTATORS) as crowd:
        with hall.arbiters() as arbiters:
            for _ in range(KILLS):
                arbiters.wait_for(chance.randint(1, 12))
                time.sleep(chance.uniform(0, 0.05))  # so that every moment of an entry has its turn
                hall.server.stop(signal.SIGKILL)
                hall.check_kept(list(arbiters.acknowledged))
                hall.server.start()
            arbiters.wait_for(1)
        hall.check(arbiters)
        crowd.wait(hall.stamp())
    assert arbiters.refusals["gone"] >= KILLS  # the kills did hit the arbiters
    print(f"{KILLS} kills, {len(arbiters.acknowledged)} entries acknowledged, {dict(arbiters.refusals)}")
