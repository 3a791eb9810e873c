"""Readers who never read: the server's memory stays bounded, the others are not delayed, and those are dropped."""

import socket
import sys
from pathlib import Path

import pytest

from tests.faults.hall import Hall
from tests.servers.changed_settings import change
from tests.servers.listening import Stream
from tests.servers.live_events import NEW_HALL
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


GREEDY = 1900 if FULL else 60
OF_ONE = 75  # kilobytes that a reader of the largest view may cost, as docs/scale.md says


def lazy_reader(server):
    """Open a stream, take next to nothing into the buffers on the way, and read no byte."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    reader.connect(("127.0.0.1", server.port))
    reader.sendall(b"GET /live/hall/standings/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return reader


def settled_memory(server):
    """Return the server's memory once it has stayed the same for a second: then all has been written that can be."""
    sizes = []

    def is_settled():
        sizes.append(server.memory())
        return len(sizes) > 20 and len(set(sizes[-20:])) == 1

    wait_for(is_settled, "an end of the writing", 60)
    return sizes[-1]


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
            lazy = [lazy_reader(hall.server) for _ in range(LAZY)]
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


@pytest.mark.timeout(900 if FULL else 120)
def test_a_large_view_that_nobody_reads_is_kept_once_and_not_for_each(new_server):
    """Without gzip, which every browser takes and whoever means harm leaves out."""
    server = new_server(SERVE, **change(LIVE_WRITE_TIMEOUT=90)).start()
    server.python(f"BOARDS = 500\n{NEW_HALL}")
    with Stream(server, "/live/hall/standings/") as stream:
        whole = len(stream.next().data) / 1000
        before = settled_memory(server)
        greedy = [lazy_reader(server) for _ in range(GREEDY)]
        wait_for(lambda: server.clients() == 1 + GREEDY, "the readers")
        grown = settled_memory(server) - before + sent_and_not_taken(server)
    print(f"{GREEDY} readers of {whole:.0f} kB that never read: {grown:.0f} kB more memory, the system's included")
    assert whole > 4 * OF_ONE, "the view is too small to tell"
    assert grown < OF_ONE * GREEDY + BOUND / 4
    for reader in greedy:
        reader.close()


def sent_and_not_taken(server):
    """Return the kilobytes that the system keeps for the server's clients (Linux)."""
    lines = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    own = (queues for _, here, _, _, queues, *_ in lines if here.endswith(f":{server.port:04X}"))
    return sum(int(queues.partition(":")[0], 16) for queues in own) / 1000
