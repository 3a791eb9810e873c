"""What one result costs an open page: `python -m bench.updates`, on a real server with 200 and 500 players.

The bytes of each update of the standings over a whole round, compressed as in the stream, with a frame for each result.
The goal with 500 players: half of them take at most 2 KB, 95 % at most 4 KB.

The processor time of the page's main thread (DevTools, TaskDuration in thread ticks, which other programs on the
machine disturb least) for its own load, and for each of some results with all marks and motion, without what the page
does in the same time while nothing happens. What the load leaves to the garbage collector, which comes whenever it
likes in the next minute, is collected before and counted nowhere. The goal: an update of the standings costs at most an
eighth of the load in the same run, one of the cross table at most a quarter. Each goal says whether it is kept; nothing
is asserted.
"""

import json
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench._goals import judge
from bench._small import sized
from bench.pages import ROUNDS, serving
from tests.servers import tools
from tests.servers.server import Server

SIZES = sized((200, 500), (30,))
MOST_KILOBYTES = (2, 4)
PAGES = {"standings": ("/e/cup/", 8), "cross table": ("/e/cup/crosstable/", 4)}  # and how many updates make a load
LOADS, UPDATES, WINDOW = sized((3, 5, 17_000), (1, 1, 1000))  # milliseconds: until the last mark is gone
ENTER = """
from uuid import uuid4
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game
event = Event.objects.get(slug="cup")
game = Game.objects.get(round__event=event, round__number={round}, board={board})
result = "01" if game.result == "10" else "10"
enter_result(event, {round}, {board}, Entry(result, None, None, game.version, uuid4(), "bench"), COMMAND)
"""

# All results of a round in a random order, each with a frame of its own.
BYTES = f"""
import json
from random import Random
from uuid import uuid4
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.live import render
from tournaments.live.broker import ViewKey, pack
from tournaments.models import Event, Game
from tournaments.operation.bounded_cache import clear_caches
event = Event.objects.get(slug="cup")
games = list(Game.objects.filter(round__event=event, round__number={ROUNDS}, black__isnull=False).order_by("board"))
Game.objects.filter(pk__in=[game.pk for game in games]).update(result="")
clear_caches()
key, sizes = ViewKey(event.pk, "standings", "en"), []
before = render.read(key)
for game in Random(1).sample(games, len(games)):
    enter_result(event, {ROUNDS}, game.board, Entry(game.result, None, None, game.version, uuid4(), "bench"), COMMAND)
    after = render.read(key)
    sizes.append(len(pack(render.step(before, after))))
    before = after
print(json.dumps(sorted(sizes)))
"""


def main() -> None:
    print("players  updates  half of them KB  95 % KB  largest KB")
    for players in SIZES:
        with serving(players) as server:
            sizes = json.loads(server.python(BYTES))
            marks = (len(sizes) // 2, len(sizes) * 95 // 100, -1)
            print(f"{players:>7} {len(sizes):>8}", *(f"{sizes[at] / 1000:>11.1f}" for at in marks))
        if players == max(SIZES):
            for share, at, most in zip(("half", "95 %"), marks, MOST_KILOBYTES, strict=False):
                judge(f"{share} of the updates of {players}", sizes[at] / 1000, "KB", most=most)
    if reason := tools.missing("chromium"):
        print(f"no figures of a browser: {reason}")
        return
    print("players  page         load ms  idle ms  update ms  goal ms  of the load")
    for players in SIZES:
        with serving(players) as server:
            measure(server, players)


def measure(server: Server, players: int) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.find("chromium"), args=["--no-sandbox"])
        for name, (path, share) in PAGES.items():
            load, idle, update = figures(browser, server, path)
            times = f"{load:>8.0f} {idle:>8.0f} {update:>10.0f} {load / share:>8.0f}"
            print(f"{players:>7}  {name:<11} {times} {update / load:>11.0%}")
            judge(f"an update of the {name} of {players}, of its load", 100 * update / load, "%", most=100 / share)
        browser.close()


def figures(browser: Browser, server: Server, path: str) -> tuple[float, float, float]:
    """Return the milliseconds that the main thread works for the load of a page, in an idle window, for one result."""
    *earlier, (page, devtools, last) = [load(browser, server, path) for _ in range(LOADS)]
    for other, *_ in earlier:
        other.close()
    devtools.send("HeapProfiler.collectGarbage")
    idle = during(page, devtools, "")
    updates = [during(page, devtools, ENTER.format(round=ROUNDS, board=10 + n), server) for n in range(UPDATES)]
    page.close()
    return median([last, *(each for _, _, each in earlier)]), idle, max(0.0, median(updates) - idle)


def load(browser: Browser, server: Server, path: str) -> tuple[Page, CDPSession, float]:
    """Open a page in a browser that has never seen it; return it and how long its main thread worked."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = busy(devtools)
    page.goto(server.url + path)
    page.wait_for_selector("#connection[data-state=live]")
    page.wait_for_timeout(1500)
    return page, devtools, busy(devtools) - before


def during(page: Page, devtools: CDPSession, command: str, server: Server | None = None) -> float:
    """Return how long the main thread works in a window of time that may begin with a result."""
    before = busy(devtools)
    if server:
        server.python(command)
    page.wait_for_timeout(WINDOW)
    return busy(devtools) - before


def busy(devtools: CDPSession) -> float:
    metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
    return 1000 * metrics["TaskDuration"]


if __name__ == "__main__":
    main()
