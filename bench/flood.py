"""How long an entry takes while one client floods the site: `python -m bench.flood`, on SQLite and PostgreSQL.

An event of 1,000 players is in its last round. Every public address is measured first, twice and with made-up
parameters, since whoever floods a site makes them up. Then one arbiter enters results: on an idle server, and beside 24
connections that ask without a pause for the most expensive address, for the most expensive ones in turn, for made-up
names, and with made-up sessions. Times are printed and never asserted; those of one run can be compared. The goal: 95 %
of the entries beside a flood take at most five times as long as those on an idle server.
"""

import argparse
import http.client
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from contextlib import contextmanager, suppress
from itertools import count, product
from statistics import quantiles
from urllib.parse import urlencode
from uuid import uuid4

from bench._goals import judge
from bench._small import DATABASES, USUAL_DATABASES, sized
from tests.generated import generator
from tests.notation.trf_text import trf_text
from tests.servers import postgres, tools
from tests.servers.live_events import NEW_COOKIES
from tests.servers.server import ROOT, SERVE, Server

PLAYERS, ROUNDS, CONNECTIONS, ENTRIES, PAUSE = sized((1000, 9, 24, 60, 0.05), (40, 7, 4, 2, 0))
MOST_TIMES_IDLE = 5
PAUSE_AFTER_FLOOD = sized(6, 1)  # seconds in which what waits is answered or given up
FEW = 6  # addresses that a mixed flood takes in turn
KEY = "k" * 32
MADE_UP = ("", "x={}", "find={}", "follow={}", "after=3&x={}")
OPEN_LAST_ROUND = f"""
from tournaments.models import Event, Game, Round
event = Event.objects.get(slug="cup")
event.planned_rounds = {ROUNDS}
event.save()
last = event.rounds.order_by("-number").first()
last.closed_at = None
last.save()
games = Game.objects.filter(round=last, white__isnull=False, black__isnull=False)
games.update(result="", version=0)
print(last.number, *games.order_by("board").values_list("board", flat=True))
"""
PATHS = """
import json
from django.urls import get_resolver
from django.urls.resolvers import URLPattern
from tournaments.api.urls import api
from tournaments.exports import lists
from tournaments.models import Event
event = Event.objects.get(slug="cup")
print(json.dumps({
    "routes": [str(each.pattern) for each in get_resolver("tournaments.urls").url_patterns],
    "api": [path for path, how in api.get_openapi_schema()["paths"].items() if "get" in how],
    "lists": [each.name for each in lists.lists_of(event)],
    "files": list(lists.FILES),
}))
"""


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("--players", type=int, default=PLAYERS)
    asked.add_argument("--paths", nargs="*")
    asked.add_argument("--databases", nargs="+", default=USUAL_DATABASES, choices=DATABASES)
    chosen = asked.parse_args()
    if "sqlite" in chosen.databases:
        measure("SQLite", "", chosen)
    if "postgresql" in chosen.databases:
        if not tools.find("postgres"):
            print("PostgreSQL: not installed (on Debian: apt-get install postgresql)")
            return
        with postgres.cluster() as url:
            measure("PostgreSQL", url, chosen)


def measure(name, database, chosen):
    """Measure one database: the addresses, the idle desk, the flooded desk."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, database, entry=SERVE)
        server.manage("migrate", "--verbosity=0")
        file = server.folder / "cup.trf"
        text = trf_text(generator.swiss(seed=1, players=chosen.players, rounds=ROUNDS))
        file.write_text(text, encoding="latin-1")
        server.manage("import_event", str(file), "--slug", "cup", "--public")
        number, *boards = map(int, server.python(OPEN_LAST_ROUND).split())
        session = server.python(NEW_COOKIES).strip()
        server.start()
        try:
            costs = chosen.paths or rank_addresses(server)
            desk = Desk(server.port, session, number, boards)
            desk.enter(ENTRIES // 4)
            idle, times = desk.enter(ENTRIES // 2), {}
            table = "/e/cup/"
            floods = {
                "the worst page": costs[:1],
                "the worst pages": costs[:FEW],
                "made-up names": [f"{table}?find={{}}"],
                "made-up sessions": [table, "--cookie", "sessionid=made-up-{}"],
            }
            for what, words in floods.items():
                with flood(server.port, words) as answers:
                    times[what] = desk.enter(ENTRIES), answers
                time.sleep(PAUSE_AFTER_FLOOD)
                idle += desk.enter(ENTRIES // 2)  # between the floods: the machine may have other work too
            report(name, "idle", idle, idle, {})
            for what, (seconds, answers) in times.items():
                report(name, f"beside {what}", seconds, idle, answers)
                times_idle = p50_p95(seconds)[1] / p50_p95(idle)[1]
                judge(f"{name}, p95 of an entry beside {what}", times_idle, "times idle", most=MOST_TIMES_IDLE)
        finally:
            server.stop()


def rank_addresses(server):
    """Return every public address with what may be made up in it, the most expensive first, and print the first."""
    known = json.loads(server.python(PATHS))
    costs = {}
    numbers, connection = count(1), http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for path in addresses(known):
        for more in MADE_UP:
            address = path + ("&" if "?" in path else "?") * bool(more) + more
            seconds = []
            for _ in range(2):
                begun = time.perf_counter()
                connection.request("GET", address.format(next(numbers)))
                answer = connection.getresponse()
                answer.read()
                seconds.append(time.perf_counter() - begun)
            if answer.status != http.HTTPStatus.OK:
                break
            costs[address] = max(seconds)  # each entry makes it new
    worst = {}
    for address in sorted(costs, key=costs.__getitem__):
        worst[address.partition("?")[0]] = address
    ranked = sorted(worst.values(), key=costs.__getitem__, reverse=True)
    for address in ranked[:FEW]:
        print(f"{'':10} {costs[address] * 1000:6.0f} ms  {address}", flush=True)
    return ranked


def addresses(known):
    """Yield the addresses of all routes, each converter filled with what this event has."""
    fillings = {
        "slug:slug": ["cup"], "str:name": known["lists"], "str:kind": [*known["files"], "csv", "xlsx"],
        "str:notation": ["BH"], "int:other": ["9"],
    }  # fmt: skip
    for route in known["routes"]:
        parts = [part.partition(">") for part in route.split("<")]
        choices = [fillings.get(name, ["7"]) for name, _, _ in parts[1:]]
        for values in product(*choices):
            rests = [rest for _, _, rest in parts[1:]]
            path = parts[0][0] + "".join(value + rest for value, rest in zip(values, rests, strict=True))
            yield f"/{path}"
    for path in known["api"]:
        need = "?places=500" if path.endswith("outlook") else "?terms=true" if path.endswith("standings") else ""
        yield path.format_map(defaultdict(lambda: 7, slug="cup", notation="BH", round=5, key="u16")) + need


class Desk:
    """One arbiter, who enters a result, looks at the answer, and enters the next one."""

    def __init__(self, port, session, number, boards):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.number, self.boards = number, iter(boards)
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={KEY}",
            "X-CSRFToken": KEY,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }

    def enter(self, count):
        """Enter so many results; return the seconds of each."""
        self.connection.close()  # the server has closed it if the last entry was long ago
        return [self.enter_one(next(self.boards)) for _ in range(count)]

    def enter_one(self, board):
        time.sleep(PAUSE)
        fields = urlencode({"result": "10", "version": 0, "uuid": uuid4()})
        begun = time.perf_counter()
        while True:
            self.connection.request("POST", f"/e/cup/desk/{self.number}/{board}/", fields, self.headers)
            answer = self.connection.getresponse()
            text = answer.read()
            if answer.status == http.HTTPStatus.OK:
                return time.perf_counter() - begun
            assert answer.status == http.HTTPStatus.SERVICE_UNAVAILABLE, (answer.status, text[-2000:])
            time.sleep(0.2)


@contextmanager
def flood(port, words):
    """Flood the server from a process of its own while the block lasts; yield the statuses, complete at its end."""
    command = [sys.executable, "-m", "bench.flood", "--flood", str(port), *words]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    answers = {}
    try:
        assert process.stdout.readline()
        yield answers
    finally:
        answers |= json.loads(process.communicate("\n")[0])


def ask_for_ever(port, *words):
    """Ask with every connection until a line comes from whoever started this, then print the statuses."""
    paths, cookie = (words[:-2], words[-1]) if "--cookie" in words else (words, "")
    answers, numbers, stopped = Counter(), count(1), threading.Event()

    def ask():
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
        while not stopped.is_set():
            turn = next(numbers)
            with suppress(OSError, http.client.HTTPException):
                headers = {"Cookie": cookie.format(turn)} if cookie else {}
                connection.request("GET", paths[turn % len(paths)].format(turn), headers=headers)
                answer = connection.getresponse()
                answer.read()
                answers[answer.status] += 1
                if answer.status == http.HTTPStatus.SERVICE_UNAVAILABLE:
                    time.sleep(0.02)
                continue
            connection.close()

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    time.sleep(2)
    print("flowing", flush=True)
    sys.stdin.readline()
    stopped.set()
    print(json.dumps(answers))


def report(name, what, seconds, idle, answers):
    middle, high = p50_p95(seconds)
    ratio = high / p50_p95(idle)[1]
    print(
        f"{name:10} {what:24} p50 {middle * 1000:5.0f} ms   p95 {high * 1000:5.0f} ms   {ratio:5.1f} times idle  ",
        " ".join(f"{status}: {times}" for status, times in sorted(answers.items())),
        flush=True,
    )


def p50_p95(seconds):
    cuts = quantiles(seconds, n=20)
    return cuts[9], cuts[18]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--flood"]:
        ask_for_ever(*sys.argv[2:])
    else:
        main()
