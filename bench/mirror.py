"""From an entry on the laptop to the last spectator of the server that shows the event: `python -m bench.mirror`.

The same entries are measured twice: with all spectators on the laptop, and with all of them on a second server that
shows the event. The second may take one second longer. Everything shares one machine, so the times are upper bounds.
"""

import argparse
import contextlib
import json
import sys
import tempfile
import time

from bench._load import entering, measure, raise_file_limit
from bench._small import sized
from bench.live import EVENT, LIMITS, STATE
from tests.servers.arbiters import Desk
from tests.servers.live_events import NEW_COOKIES
from tests.servers.mirrored import Pair
from tests.servers.server import SERVE, Server

LONGER = 1.0  # seconds that the way over the second server may take
SHARES = ("p50", "p95", "p99", "max")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spectators", type=int, default=sized(2000, 10), metavar="N")
    parser.add_argument("--entries", type=int, default=sized(30, 3))
    asked = parser.parse_args()
    raise_file_limit(asked.spectators)
    with two_servers() as (laptop, net):
        here = measure_spectators(laptop, laptop, asked)
        pair = Pair(laptop, net, EVENT)
        pair.begin()
        pair.wait_until_equal()
        pair.wait_for_state("up to date")
        there = measure_spectators(laptop, net, asked)
        pair.wait_until_equal()
    print(f"ms to the last of {asked.spectators:,} spectators, {asked.entries} entries: {' '.join(SHARES)}")
    for name, last in (("laptop", here), ("public server", there)):
        print(f"{name:<14} " + " ".join(f"{last[share] * 1000:6.0f}" for share in SHARES))
    longer = max(there[share] - here[share] for share in SHARES)
    print(
        f"{'PASS' if longer <= LONGER else 'FAIL'}: at most {longer * 1000:.0f} ms longer, {LONGER * 1000:.0f} allowed"
    )
    sys.exit(longer > LONGER)


@contextlib.contextmanager
def two_servers():
    """Run a server with the demo events, and an empty one."""
    with contextlib.ExitStack() as stack:
        servers = []
        for demo in ("yes", "no"):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="crosstable-bench-"))
            servers.append(Server(folder, "", SERVE, **(LIMITS | {"CROSSTABLE_DEMO": demo})))
            stack.callback(servers[-1].stop)
            servers[-1].start()
        yield servers


def measure_spectators(laptop, shown, asked):
    """Enter results on the laptop, and return how long the last spectator of a server waits for each."""
    state = json.loads(laptop.python(STATE))
    there = json.loads(shown.python(STATE))
    session = laptop.python(NEW_COOKIES.replace('"root"', f'"bench-{time.time_ns()}"')).strip()
    desk = Desk([laptop.port], session, f"/e/{EVENT}/desk/{state['round']}/")
    path = f"/live/{EVENT}/standings/?v={there['epoch']}-{there['version']}"
    stamps = state | {"epoch": there["epoch"], "version": there["version"]}
    processes = [server.process for server in {laptop, shown}]
    return measure(processes, [shown.port], path, asked.spectators, entering(desk, stamps, asked.entries), True)["last"]


if __name__ == "__main__":
    main()
