"""An audience that polls through a cache: `python -m bench.audience --rates 500 1000 2000 5000`.

nginx with docs/deploy/cache.conf.template stands in for a content network. As many small clients as the rate says ask
once a second, as pages do, while an arbiter corrects a result every two seconds in an event of 200 players. The
benchmark counts what reaches the servers, and measures how long after the POST each page has the new state. A few real
pages in Chromium watch beside them. Clients, cache, servers and browser share one machine: all times are upper bounds.
"""

import argparse
import contextlib
import json
import tempfile
import threading
import time

from playwright.sync_api import sync_playwright

from bench._load import PATIENCE, busy_of, entering, memory_of, percentiles, raise_file_limit
from bench.live import EVENT, STATE, site
from tests.faults.test_shared_cache import requests
from tests.servers import tools
from tests.servers.arbiters import Desk
from tests.servers.caches import Cache
from tests.servers.live_events import NEW_SESSION
from tests.servers.pollers import Pollers

RATES = [500, 1000, 2000, 5000]
PAUSE = 2  # seconds between two entries
BROWSERS = 3
KEY = f"from tournaments.models import Event; print(Event.objects.get(slug='{EVENT}').shared_key)"
NOTE_ROWS = """
globalThis.changes = [];
document.addEventListener("crosstable:rows", () => changes.push(Date.now()));
"""
HEADING = """
                        |   at the servers   |  seconds behind, all pages   |  % of a core   | bytes a page | MB of
database     requests/s | a second    most   |  p50    p95    p99    max    | cache  servers | and minute   | servers"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rates", type=int, nargs="+", default=RATES, metavar="N")
    parser.add_argument("--databases", nargs="+", default=["sqlite", "postgresql"], choices=["sqlite", "postgresql"])
    parser.add_argument("--entries", type=int, default=15)
    parser.add_argument("--browsers", type=int, default=BROWSERS)
    asked = parser.parse_args()
    raise_file_limit(2 * max(asked.rates))
    print(HEADING)
    for database in asked.databases:
        with contextlib.ExitStack() as stack:
            servers = stack.enter_context(site(database, LIVE_POLL_SECONDS="1"))
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="crosstable-cache-"))
            cache = stack.enter_context(Cache(folder, servers).running())
            pages = stack.enter_context(browsers(asked.browsers, cache))
            for rate in asked.rates:
                measure(database, servers, cache, pages, rate, asked.entries)


def measure(database, servers, cache, pages, rate, entries):
    """Let `rate` clients ask once a second while results are entered; print one line."""
    state = json.loads(servers[0].python(STATE))
    session = servers[0].python(NEW_SESSION.replace('"root"', f'"bench-{time.time_ns()}"')).strip()
    desk = Desk([servers[0].port], session, f"/e/{EVENT}/desk/{state['round']}/")
    own, cached = [server.process.pid for server in servers], cache.workers()
    delays, shown = [], []
    with Pollers([cache.port], f"/shared/{servers[0].python(KEY).strip()}/en/{EVENT}/standings/", rate) as crowd:
        crowd.connected(PATIENCE)
        before, busy, busy_cache = crowd.state(), busy_of(own), busy_of(cached)
        with counting(servers) as counts:
            start = time.monotonic()
            for publish in list(entering(desk, state, entries))[:entries]:
                posted, posted_at = time.monotonic(), time.time()
                stamp = publish()
                crowd.wait(stamp, PATIENCE)
                delays += [arrival - posted for arrival in crowd.arrivals(stamp)]
                shown += [first_change(page, posted_at) for page in pages]
                time.sleep(max(0, posted + PAUSE - time.monotonic()))
            seconds = time.monotonic() - start
        after, cores = crowd.state(), (busy_of(cached) - busy_cache, busy_of(own) - busy)
    line = percentiles(delays)
    columns = [
        f"{database:<12} {(after.requests - before.requests) / seconds:>10,.0f}",
        f"{sum(counts) / seconds:>8.2f} {max(counts):>7}  ",
        " ".join(f"{line[name]:>6.1f}" for name in ("p50", "p95", "p99", "max")) + "   ",
        f"{100 * cores[0] / seconds:>5.0f} {100 * cores[1] / seconds:>8.0f}",
        f"{(after.bytes - before.bytes) / rate / seconds * 60:>12,.0f}",
        f"{memory_of(own) / 1024:>6.0f}",
    ]
    print(" | ".join(columns), flush=True)
    if after.refused:
        print(f"    {after.refused} heads were refused")
    if shown:
        print(
            f"    {len(pages)} real pages: at most {max(shown):.1f} s behind, on average {sum(shown) / len(shown):.1f}"
        )


@contextlib.contextmanager
def counting(servers):
    """Count what reaches the servers below /shared/ in each second, while the block runs; yield the counts."""
    counts, done = [], threading.Event()

    def count():
        before, due = sum(requests(server, "shared") for server in servers), time.monotonic()
        while not done.is_set():
            due += 1
            time.sleep(max(0, due - time.monotonic()))
            now = sum(requests(server, "shared") for server in servers)
            counts.append(round(now - before))
            before = now

    thread = threading.Thread(target=count)
    thread.start()
    try:
        yield counts
    finally:
        done.set()
        thread.join()


@contextlib.contextmanager
def browsers(count, cache):
    """Open real pages at the cache; none where there is no browser."""
    if not count or tools.missing("chromium"):
        yield []
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.find("chromium"), args=["--no-sandbox"])
        pages = []
        for _ in range(count):
            page = browser.new_context(locale="en-GB").new_page()
            page.add_init_script(NOTE_ROWS)
            page.goto(f"{cache.url}/e/{EVENT}/?lang=en")
            page.wait_for_selector("#connection[data-state=live]")
            pages.append(page)
        yield pages
        browser.close()


def first_change(page, since):
    """Return how many seconds after a moment the page changed."""
    page.wait_for_function("since => changes.some((each) => each > since)", arg=since * 1000)
    return page.evaluate("since => changes.find((each) => each > since)", since * 1000) / 1000 - since


if __name__ == "__main__":
    main()
