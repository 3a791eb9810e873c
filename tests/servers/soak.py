"""Hours in minutes, at two servers, and nothing grows: `python -m tests.servers.soak --minutes 20`.

Spectators stay, others come and go, arbiters correct results without end. A look every ten seconds notes what the
servers hold. The verdict compares the last third with the middle one: memory within a twentieth, and no more threads,
open files, clients or connections to the database. Exit status 1 where anything grew.
"""

import argparse
import contextlib
import sys
import tempfile
import time
from statistics import median
from typing import NamedTuple

from bench._load import raise_file_limit
from tests.faults.hall import Hall
from tests.servers import postgres, tools
from tests.servers.server import SERVE, Server

LOOK_EVERY = 10
VISITORS = 50  # who come and go between two looks
PAUSE = 1.0  # of each arbiter between two entries
LIMITS = {"LIVE_STREAMS": "100000"}
SLACK = {"memory": 1.05, "threads": 1.0, "files": 1.0, "clients": 1.0, "connections": 1.0}
LOOSE = {"memory": 4096, "threads": 2, "files": 10, "clients": 4, "connections": 2}  # what comes and goes at a look


class Look(NamedTuple):
    """What all servers hold together: kilobytes, threads, open files, clients, connections to PostgreSQL."""

    memory: int
    threads: int
    files: int
    clients: int
    connections: int


def look(hall, servers):
    connections = 0
    if hall.server.environment.get("DATABASE_URL", "").startswith("postgres"):
        ((connections,),) = hall.rows("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
    return Look(
        sum(server.memory() for server in servers),
        sum(server.threads() for server in servers),
        sum(server.files() for server in servers),
        sum(server.clients() for server in servers),
        connections,
    )


def grown(earlier, later):
    """Return a sentence for each thing of which the later looks show more than the earlier ones."""
    growth = []
    for name in Look._fields:
        before, after = (median(getattr(each, name) for each in looks) for looks in (earlier, later))
        if after > before * SLACK[name] + LOOSE[name]:
            growth.append(f"{name} grew from {before:.0f} to {after:.0f}")
    return growth


def per_entry(looks, counts):
    """Return how many kilobytes of memory each entry left behind, from the middle third of the looks to the last."""
    third = len(looks) // 3
    spans = slice(third, 2 * third), slice(2 * third, None)
    (before, after), (few, many) = (
        [median(values[span]) for span in spans] for values in ([look.memory for look in looks], counts)
    )
    return (after - before) / max(many - few, 1)


def come_and_go(hall, servers):
    """Let visitors connect and leave again."""
    with hall.crowd(VISITORS, *servers) as visitors:
        visitors.connected()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--spectators", type=int, default=2000)
    parser.add_argument("--sqlite", action="store_true", help="one server on SQLite instead of two on PostgreSQL")
    asked = parser.parse_args()
    raise_file_limit(asked.spectators)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="crosstable-soak-"))
        on_postgres = not asked.sqlite and tools.find("postgres")
        url = stack.enter_context(postgres.cluster()) if on_postgres else ""
        servers = [Server(folder, url, SERVE, **LIMITS) for _ in range(2 if on_postgres else 1)]
        for server in servers:
            stack.callback(server.stop)
            server.start()
        sys.exit(run(Hall(servers[0]), servers, asked.spectators, asked.minutes))


def run(hall, servers, count, minutes):
    """Watch the servers for so long, print what they hold, and return the exit status."""
    print("minute  entries  memory KB  threads  files  clients  connections", flush=True)
    looks, counts, begin = [], [], time.monotonic()
    with hall.crowd(count, *servers) as crowd, hall.arbiters(*servers, pause=PAUSE) as arbiters:
        crowd.connected(120)
        while time.monotonic() < begin + minutes * 60:
            come_and_go(hall, servers)
            time.sleep(LOOK_EVERY)
            looks.append(look(hall, servers))
            passed = (time.monotonic() - begin) / 60
            counts.append(len(arbiters.acknowledged))
            print(f"{passed:6.1f} {counts[-1]:8} {looks[-1].memory:10} {looks[-1].threads:8}", end="")
            print(f" {looks[-1].files:6} {looks[-1].clients:8} {looks[-1].connections:12}", flush=True)
        arbiters.stopped.set()
        for thread in arbiters.threads:
            thread.join()
        hall.check(arbiters)
        crowd.wait(hall.stamp(), 60)
    third = len(looks) // 3
    faults = grown(looks[third : 2 * third], looks[2 * third :])
    print(f"{len(arbiters.acknowledged)} entries, {count} spectators, every one current at the end.")
    print(f"Each entry of the last third left {per_entry(looks, counts):+.2f} KB with {len(servers)} servers.")
    print("Nothing grew." if not faults else "GROWN: " + "; ".join(faults))
    return int(bool(faults))


if __name__ == "__main__":
    main()
