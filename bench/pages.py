"""How fast the public pages are: `python -m bench.pages`, on a real server with 50, 200 and 1,000 players.

For each page: raw and gzipped size, database queries, milliseconds after a new result (cold) and after a change of
settings, when everything is read again (whole), milliseconds and requests per second while nothing changes (cached) and
for a browser that already has the page (304), compared with a bare Django view that returns the same bytes in the same
run. Then the experience on a phone: Chromium at a quarter of this machine's speed on a slow mobile network, as in
Lighthouse, with how busy its main thread is and how much of the table is in sight. Times are printed and never
asserted. The goal: cold standings of 1,000 players in at most 120 ms.
"""

import contextlib
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from bench._goals import judge
from bench._small import sized
from tests.generated import generator
from tests.notation.trf_text import trf_text
from tests.servers import tools
from tests.servers.live_events import BUMP, ENTER
from tests.servers.server import UVICORN, Server, free_port, wait_for

SIZES = sized((50, 200, 1000), (30,))
ROUNDS = sized(9, 5)
MOST_COLD = 120  # milliseconds, for the standings of the largest event
PAGES = {
    "standings": "/e/cup/",
    "round": "/e/cup/round/5/",
    "cross table": "/e/cup/crosstable/",
    "player": "/e/cup/player/7/",
    "screen": "/e/cup/screen/",
}
COLD, CACHED, UNCHANGED = sized((3, 25, 100), (1, 2, 2))
QUERY_COUNTS = """
import json
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from tournaments.operation.bounded_cache import clear_caches
client, counts = Client(headers={{"host": "127.0.0.1"}}), {{}}
for path in {paths}:
    clear_caches()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    counts[path] = len(asked)
print(json.dumps(counts))
"""
# The other result, so that the table changes.
RESULT = f"""
known = Game.objects.get(round__event__slug="cup", round__number={ROUNDS}, board={{board}}).result
enter({{board}}, "01" if known == "10" else "10", {ROUNDS})
"""
WATCH = """
globalThis.seen = { lcp: 0, cls: 0, tasks: [], fcp: 0 };
const watch = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
watch("largest-contentful-paint", (each) => { seen.lcp = each.startTime; });
watch("layout-shift", (each) => { if (!each.hadRecentInput) seen.cls += each.value; });
watch("longtask", (each) => seen.tasks.push([each.startTime, each.duration]));
watch("paint", (each) => { if (each.name === "first-contentful-paint") seen.fcp = each.startTime; });
"""
# Where the first row of the table begins, and how many rows are wholly in sight.
IN_SIGHT = """() => {
  const rows = [...document.querySelectorAll(".sheet tbody > tr")].map((row) => row.getBoundingClientRect());
  return { first: rows[0]?.top ?? 0, rows: rows.filter(({ bottom }) => bottom <= innerHeight).length };
}"""
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_638_400 / 8, "uploadThroughput": 750_000 / 8}
SLOW_MACHINE = {"rate": 4}


def main():
    for players in SIZES:
        with serving(players) as server:
            measure(server, players)


# Pages of an event that was over long ago are not live.
TODAY = """
from django.utils import timezone
from tournaments.models import Event
Event.objects.update(ends_on=timezone.localdate())
"""


@contextlib.contextmanager
def serving(players: int) -> Iterator[Server]:
    """Serve one event of the given size."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), entry=UVICORN)
        server.manage("migrate", "--verbosity=0")
        server.manage("collectstatic", "--noinput", "--verbosity=0")
        file = Path(folder) / "cup.trf"
        file.write_text(trf_text(generator.swiss(seed=1, players=players, rounds=ROUNDS)), encoding="latin-1")
        server.manage("import_event", str(file), "--slug", "cup", "--public")
        server.python(TODAY)
        try:
            yield server.start()
        finally:
            server.stop()


def measure(server: Server, players: int) -> None:
    query_counts = json.loads(server.python(QUERY_COUNTS.format(paths=list(PAGES.values()))))
    print(f"\n{players} players, {ROUNDS} rounds")
    print(
        "page          raw KB  gzip KB  queries  cold ms  whole ms  cached ms    req/s  304 ms   304/s  bare ms  × bare"
    )
    for name, path in PAGES.items():
        body = get(server.port, path)[0]
        cold = median(first_after(server, path, ENTER + RESULT.format(board=5 + n)) for n in range(COLD))
        whole = median(first_after(server, path, BUMP + "bump()") for _ in range(COLD))
        cached = times(server.port, path, CACHED)
        tag = get(server.port, path)[1]
        same = times(server.port, path, UNCHANGED, {"If-None-Match": tag})
        packed = len(get(server.port, path, {"Accept-Encoding": "gzip"})[0])
        with bare(server.folder, body) as port:
            alone = times(port, path, CACHED)
        print(
            f"{name:<12} {len(body) / 1000:>7.1f} {packed / 1000:>8.1f} {query_counts[path]:>8}"
            f" {cold:>8.0f} {whole:>9.0f} {cached:>10.1f} {1000 / cached:>6.0f} {same:>7.1f} {1000 / same:>6.0f}"
            f" {alone:>8.1f} {cached / alone:>7.1f}"
        )
        if (players, name) == (max(SIZES), "standings"):
            judge(f"cold standings of {players}", cold, "ms", most=MOST_COLD)
    seen_by_a_phone(server)


def get(port: int, path: str, headers=None, connection=None) -> tuple[bytes, str, float]:
    """Fetch a page; return its body, its ETag, and the milliseconds until the last byte."""
    connection = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    begun = time.perf_counter()
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status in (200, 304), answer.status
    return body, answer.getheader("ETag", ""), 1000 * (time.perf_counter() - begun)


def first_after(server: Server, path: str, change: str) -> float:
    server.python(change)
    return get(server.port, path)[2]


def times(port: int, path: str, runs: int, headers=None) -> float:
    """Return the median milliseconds of requests one after the other on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    get(port, path, headers, connection)
    return median(get(port, path, headers, connection)[2] for _ in range(runs))


@contextlib.contextmanager
def bare(folder: Path, body: bytes):
    """Serve these bytes from a Django view that does nothing else; yield the port."""
    file, port = folder / "bare.html", free_port()
    file.write_bytes(body)
    command = [sys.executable, "-m", "uvicorn", "bench._bare:application", "--port", str(port), "--log-level", "error"]
    process = subprocess.Popen(command, env={**os.environ, "BARE": str(file)})
    try:
        wait_for(lambda: answers(port), "the bare view")
        yield port
    finally:
        process.terminate()
        process.wait()


def answers(port: int) -> bool:
    try:
        return bool(get(port, "/page")[0])
    except OSError:
        return False


def seen_by_a_phone(server: Server) -> None:
    """Print what Chromium paints and when, slowed down to a phone on a slow network."""
    if reason := tools.missing("chromium"):
        print(f"no figures of a browser: {reason}")
        return
    print(
        "on a phone     largest paint ms  layout shift  blocking ms  first paint ms  transferred KB"
        "  requests  main thread ms  first row px  rows in sight"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.find("chromium"), args=["--no-sandbox"])
        for name in ("standings", "round", "cross table"):
            print(f"{name:<14} {phone_figures(browser, server.url + PAGES[name])}")
        browser.close()


def phone_figures(browser, url: str) -> str:
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page, sizes = context.new_page(), []
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Performance.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", SLOW_MACHINE)
    devtools.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    page.add_init_script(WATCH)
    page.goto(url)
    page.wait_for_selector("#connection[data-state=live]")
    page.wait_for_timeout(1500)  # what is late still counts
    seen, sight = page.evaluate("seen"), page.evaluate(IN_SIGHT)
    metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
    busy = 1000 * metrics["TaskDuration"]
    blocking = sum(max(0, length - 50) for start, length in seen["tasks"] if start + length > seen["fcp"])
    context.close()
    kilobytes = sum(sizes) / 1000
    paint = f"{seen['lcp']:>16.0f} {seen['cls']:>13.3f} {blocking:>12.0f} {seen['fcp']:>15.0f} {kilobytes:>15.0f}"
    return f"{paint} {len(sizes):>9} {busy:>15.0f} {sight['first']:>13.0f} {sight['rows']:>14}"


if __name__ == "__main__":
    main()
