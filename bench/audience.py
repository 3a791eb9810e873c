"""An audience that polls through a cache: `python -m bench.audience --rates 500 1000 2000 5000`.

nginx with docs/deploy/cache.conf.template stands in for a content network. As many small clients as the rate says ask
once a second, as pages do, while an arbiter corrects a result every two seconds in an event of 200 players. The
benchmark counts what reaches the servers, and measures how long after the POST each page has the new state. A few real
pages in Chromium watch beside them. Before that 200 real pages watch by themselves, each the whole page with its own
scripts in a tab of its own, which keeps nothing of what it has fetched. These draw nothing, for to lay out 200 tables
takes more than one machine has; a phone lays out one. A result comes every four seconds. Each page notes when it has
put which state in its place. Pages that have not opened after four minutes, or lack the last state ten seconds after
its entry, are a missed goal. Clients, cache, servers and browser share one machine: all times are upper bounds. The
goals: the servers get at most two requests a second on average, and real pages are at most three seconds behind. All
takes some eight minutes for each database.
"""

import argparse
import contextlib
import json
import tempfile
import threading
import time
from itertools import batched
from math import inf
from statistics import mean

from playwright.sync_api import sync_playwright

from bench._goals import judge
from bench._load import PATIENCE, busy_of, entering, memory_of, percentiles, raise_file_limit
from bench._small import DATABASES, USUAL_DATABASES, sized
from bench.live import EVENT, STATE, site
from tests.faults.test_shared_cache import requests
from tests.servers import tools
from tests.servers.arbiters import Desk
from tests.servers.caches import Cache
from tests.servers.live_events import NEW_SESSION
from tests.servers.pollers import Pollers

RATES = sized([500, 1000, 2000, 5000], [20])
PAUSE, PAUSE_ALONE = sized((2, 4), (0.5, 1))  # seconds between two entries, with small clients and with real pages
BROWSERS, ALONE = sized((3, 200), (1, 2))
AT_SERVERS, BEHIND = 2, 3  # requests and seconds: the goals
# Tabs of one window share a process, and none sleeps because another one is in front.
SHARED = ["--process-per-site", "--disable-background-timer-throttling", "--disable-renderer-backgrounding"]
KEY = f"from tournaments.models import Event; print(Event.objects.get(slug='{EVENT}').shared_key)"
TOGETHER, OF_ONE_PROCESS = 10, 50  # pages that open together, and that share a process
OPENING, LAST = 240, 10  # seconds for all pages to open, and for the last state to arrive
# What the page shows and since when: the version in the address of the state or step that it has asked for last.
NOTE_STATES = """
globalThis.states = [];
const ask = globalThis.fetch;
let version = 0;
globalThis.fetch = (address, how) => {
  version = Number(/(steps|snapshot)[/].*-([0-9]+)[/]$/.exec(String(address))?.[2] ?? version);
  return ask(address, how);
};
document.addEventListener("crosstable:rows", () => states.push([version, Date.now() / 1000]));
"""
DRAW_NOTHING = """
const nothing = new CSSStyleSheet();
nothing.replaceSync(":root { display: none !important; }");
document.adoptedStyleSheets = [nothing];
"""
HEADING = """
                        |   at the servers   |  seconds behind, all pages   |  % of a core   | bytes a page | MB of
database     requests/s | a second    most   |  p50    p95    p99    max    | cache  servers | and minute   | servers"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rates", type=int, nargs="+", default=RATES, metavar="N")
    parser.add_argument("--databases", nargs="+", default=USUAL_DATABASES, choices=DATABASES)
    parser.add_argument("--entries", type=int, default=sized(15, 2))
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
    posted = []
    with browsers(count, cache, are_drawn=False) as pages:
        if not pages:
            return
        with counting(servers) as counts:
            for publish in list(entering(desk, state, entries))[:entries]:
                posted_at = time.time()
                posted.append((version_of(publish()), posted_at))
                time.sleep(max(0, posted_at + PAUSE_ALONE - time.time()))
            time.sleep(LAST)
        delays = read_delays(pages, posted)
    line = " ".join(f"{name} {seconds:.1f} s" for name, seconds in percentiles(delays).items())
    print(f"{database}, {len(pages)} real pages are behind: {line}")
    judge(f"{database}, open", len(pages), "real pages", least=count)
    judge(f"{database}, the last of the real pages", max(delays), "s behind", most=BEHIND)
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
                shown.append((version_of(stamp), posted_at))
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
    if pages:
        time.sleep(LAST)
        behind = read_delays(pages, shown)
        print(f"    {len(pages)} real pages: at most {max(behind):.1f} s behind, on average {mean(behind):.1f}")


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
def browsers(count, cache, are_drawn=True):
    """Open real pages at the cache, as many as open in time; none where there is no browser."""
    if not count or tools.missing("chromium"):
        yield []
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.find("chromium"), args=["--no-sandbox", *SHARED])
        pages, end = [], time.monotonic() + OPENING
        for numbers in batched(range(count), TOGETHER):
            if time.monotonic() > end:
                break
            if len(pages) % OF_ONE_PROCESS == 0:
                window = browser.new_context(locale="en-GB", service_workers="block")
                window.add_init_script(NOTE_STATES if are_drawn else NOTE_STATES + DRAW_NOTHING)
            opening = [open_page(window, f"{cache.url}/e/{EVENT}/?lang=en") for _ in numbers]
            for page in opening:
                page.wait_for_selector("#connection[data-state=live]", timeout=1000 * PATIENCE, state="attached")
            pages += opening
        yield pages
        browser.close()


def open_page(window, address):
    """Begin to open a page in a tab that keeps nothing."""
    page = window.new_page()
    window.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(address, wait_until="commit")
    return page


def version_of(stamp):
    return int(stamp.rpartition("-")[2])


def read_delays(pages, posted):
    """Return for each page and entry, a pair of version and time, after how many seconds the page showed it."""
    shown = [page.evaluate("states") for page in pages]
    return [
        next((at for state, at in states if state >= version), inf) - posted_at
        for states in shown
        for version, posted_at in posted
    ]


if __name__ == "__main__":
    main()
