"""Readers who never read: the server's memory stays bounded, the others are not delayed, and those are dropped."""

import socket
import sys

import pytest

from tests.faults.hall import Hall
from tests.servers.changed_settings import change
from tests.servers.server import SERVE, wait_for
from tests.sizes import FULL

pytestmark = [
    pytest.mark.faults,
    pytest.mark.db,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc"),
]

LAZY = 100 if FULL else 10
SPECTATORS = 500 if FULL else 50
ENTRIES = 2000 if FULL else 100
TIMEOUT = 30 if FULL else 3
BOUND = 20_000  # kilobytes; if each lazy reader's frames were kept for it, the full test would need ten times as much


def lazy_reader(hall):
    """Open a stream, take next to nothing into the buffers on the way, and read no byte."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    reader.connect(("127.0.0.1", hall.server.port))
    reader.sendall(b"GET /live/hall/standings/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return reader


@pytest.mark.timeout(900 if FULL else 120)
def test_readers_that_never_read_cost_little_and_are_dropped(new_server):
    hall = Hall(new_server(SERVE, **change(LIVE_WRITE_TIMEOUT=TIMEOUT)))
    hall.server.start()
    with hall.crowd(SPECTATORS) as crowd:
        crowd.connected()
        clients = hall.server.clients()
        with hall.arbiters() as arbiters:
            arbiters.wait_for(20)
            before = hall.server.memory()
            lazy = [lazy_reader(hall) for _ in range(LAZY)]
            wait_for(lambda: hall.server.clients() >= clients + LAZY, "the lazy readers")
            arbiters.wait_for(ENTRIES)
        crowd.wait(hall.stamp())  # while the lazy ones still block
        grown = hall.server.memory() - before
        hall.check(arbiters)
        wait_for(lambda: hall.server.clients() <= clients, "the end of the lazy readers' streams", 4 * TIMEOUT + 30)
        crowd.connected()  # and nobody else was dropped
    assert grown < BOUND
    print(f"{LAZY} readers that never read, {len(arbiters.acknowledged)} entries: {grown} kB more memory")
    for reader in lazy:
        reader.close()
