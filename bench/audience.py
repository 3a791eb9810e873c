"""An audience that polls through a cache: `python -m bench.audience --rates 500 1000 2000 5000`.

nginx with docs/deploy/cache.conf.template stands in for a content network. As many small clients as the rate says ask
once a second, as pages do, while an arbiter corrects a result every two seconds in an event of 200 players. The
benchmark counts what reaches the servers, and measures how long after the POST each page has the new state. A few real
pages in Chromium watch beside them. Before that 200 real pages watch by themselves, each the whole page with its own
scripts in a tab of its own: one process of Chromium holds them all, and keeps nothing of what it has fetched.
Clients, cache, servers and browser share one machine: all times are upper bounds. The goals: the servers get at most
two requests a second on average, and real pages are at most three seconds behind.
"""

import argparse
import contextlib
import json
import tempfile
import threading
import time
from statistics import mean, median

from playwright.sync_api import sync_playwright

from bench._goals import judge
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
BROWSERS, ALONE = 3, 200
AT_SERVERS, BEHIND = 2, 3  # requests and seconds: the goals
# Tabs of one site share a process, and none sleeps because another one is in front.
SHARED = ["--process-per-site", "--disable-background-timer-throttling", "--disable-renderer-backgrounding"]
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
    parser.add_argument("--browsers", type=int, default=BROWSERS, help="real pages beside the small clients")
    parser.add_argument("--pages", type=int, default=ALONE, help="real pages by themselves")
    asked = parser.parse_args()
    raise_file_limit(2 * max(asked.rates))
    for database in asked.databases:
        with contextlib.ExitStack() as stack:
            servers = stack.enter_context(site(database, LIVE_POLL_SECONDS="1"))
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="crosstable-cache-"))
            cache = stack.enter_context(Cache(folder, servers).running())
            measure_pages(database, servers, cache, asked.pages, asked.entries)
            pages = stack.enter_context(browsers(asked.browsers, cache))
            print(HEADING)
            for rate in asked.rates:
                measure(database, servers, cache, pages, rate, asked.entries)


def sit_down(servers):
    """Return the state of the event, and a new arbiter's desk."""
    state = json.loads(servers[0].python(STATE))
    session = servers[0].python(NEW_SESSION.replace('"root"', f'"bench-{time.time_ns()}"')).strip()
    return state, Desk([servers[0].port], session, f"/e/{EVENT}/desk/{state['round']}/")


def measure_pages(database, servers, cache, count, entries):
    """Let real pages alone watch while results are entered; print how far behind they are."""
    state, desk = sit_down(servers)
    shown = []
    with browsers(count, cache) as pages, counting(servers) as counts:
        for publish in list(entering(desk, state, entries))[:entries] if pages else ():
            posted_at = time.time()
            publish()
            shown.append([first_change(page, posted_at) for page in pages])
            time.sleep(max(0, posted_at + PAUSE - time.time()))
    if not shown:
        return
    delays = sorted(delay for each in shown for delay in each)
    print(f"{database}, {count} real pages: half of them {median(delays):.1f} s behind, at most {delays[-1]:.1f} s")
    judge(f"{database}, the last of {count} real pages", delays[-1], "s behind", most=BEHIND)
    judge(f"{database}, at the servers", mean(counts), "requests a second", most=AT_SERVERS)


def measure(database, servers, cache, pages, rate, entries):
    """Let `rate` clients ask once a second while results are entered; print one line."""
    state, desk = sit_down(servers)
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
    judge(f"{database}, {rate} pages, at the servers", sum(counts) / seconds, "requests a second", most=AT_SERVERS)
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
        browser = playwright.chromium.launch(executable_path=tools.find("chromium"), args=["--no-sandbox", *SHARED])
        context, pages = browser.new_context(locale="en-GB"), []
        context.add_init_script(NOTE_ROWS)
        for _ in range(count):
            page = context.new_page()
            context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
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
