"""Twenty arbiters enter 2,000 results of a 500-player event at once, on SQLite and PostgreSQL: `python -m bench.entry`.

Each arbiter is a browser's desk on one connection: it sends an entry, gets the whole answer with row, confirmation and
new totals, and sends the next one. When the server answers "busy", the entry is sent again with the same UUID, and
every tenth entry is sent twice, as over a network that lost the answer. On a machine that is too busy for that the
arbiters stop after two minutes. Times are printed; the counts are asserted: none lost, none doubled, and at the end
the spectators see what a fresh process computes. At last one arbiter enters alone, inside a process that does nothing
else; that is given in processor time, which other programs of the machine change least. The goals: 60 results a second
with a p99 below one second, and an entry of at most 16 queries and 12 ms.
"""

import http.client
import json
import re
import tempfile
import threading
import time
import urllib.error
from html import unescape
from statistics import quantiles
from urllib.parse import urlencode
from uuid import uuid4

from bench._goals import judge
from bench._load import busy_of
from bench._small import sized
from tests.servers import postgres, tools
from tests.servers.crowd import Crowd
from tests.servers.server import Server, wait_for

ARBITERS, BOARDS, ROUNDS, SPECTATORS = sized((20, 250, 8, 100), (3, 12, 2, 5))
RESULTS = ("10", "==", "01")
ENTRIES = BOARDS * ROUNDS
WARM, TIMED = sized((20, 200), (2, 5))  # entries of the one arbiter alone
LONGEST = 120  # seconds
RETRY_AFTER = 0.2
KEY = "k" * 32  # the CSRF cookie that a browser would have

EVENT = f"""
import random
import time
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from tournaments.access.lane_pass import create_pass
from tournaments.models import Event, Game, Membership, Player, Round
chance = random.Random(1)
event = Event.objects.create(
    slug="hall", name="Hall", lots_seed=1, epoch="h", changed_at=timezone.now(), planned_rounds={ROUNDS},
    tiebreaks="PTS,BH/C1,BH,SB",
)
Player.objects.bulk_create(Player(event=event, number=n, name=f"Player {{n:03}}") for n in range(1, {2 * BOARDS + 1}))
players = list(event.players.all())
for number in range(1, {ROUNDS + 1}):
    chance.shuffle(players)
    this = Round.objects.create(event=event, number=number)
    pairs = zip(players[::2], players[1::2])
    Game.objects.bulk_create(Game(round=this, board=b, white=w, black=k) for b, (w, k) in enumerate(pairs, 1))
for number in range({ARBITERS}):
    user = get_user_model().objects.create(username=f"arbiter{{number:02}}")
    Membership.objects.create(event=event, user=user, role="arbiter")
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.save()
    print(f"{{session.session_key}};lane={{create_pass(session.session_key, int(time.time()) + 3600)}}")
"""
STORED = """
import json
from tournaments.access.reader import staff_reader
from tournaments.models import Event, Game, LogEntry
from tournaments.pages.standings.columns import write_criterion_value
from tournaments.queries.standings.standings import read_standings
event = Event.objects.get(slug="hall")
games = Game.objects.filter(round__event=event).values_list("round__number", "board", "result", "version")
log = LogEntry.objects.filter(event=event, action="enter")
ranked = read_standings(staff_reader(event))
table = [[row.rank, row.number, *map(write_criterion_value, ranked.order, row.values)] for row in ranked.rows]
print(json.dumps({
    "games": {f"{number}.{board}": [result, version] for number, board, result, version in games},
    "entries": log.count(), "uuids": log.values("uuid").distinct().count(),
    "people": log.values("actor").distinct().count(),
    "version": event.version, "table": table,
}))
"""
# A further round, so that nothing before it is touched. On PostgreSQL the notification is one more statement.
ALONE = f"""
import json
import time
from statistics import median
from uuid import uuid4
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from tournaments.models import Event, Game, Round
event = Event.objects.get(slug="hall")
players = list(event.players.all())
this = Round.objects.create(event=event, number={ROUNDS + 1})
pairs = zip(players[::2], players[1::2])
Game.objects.bulk_create(Game(round=this, board=b, white=w, black=k) for b, (w, k) in enumerate(pairs, 1))
client = Client(headers={{"host": "127.0.0.1"}})
client.force_login(get_user_model().objects.get(username="arbiter00"), "django.contrib.auth.backends.ModelBackend")
def enter(board):
    typed = {{"result": "10", "version": 0, "uuid": uuid4()}}
    path = f"/e/hall/desk/{{this.number}}/{{board}}/"
    begun = time.process_time()
    assert client.post(path, typed, headers={{"HX-Request": "true"}}).status_code == 200
    return time.process_time() - begun
for board in range(1, {WARM + 1}):
    enter(board)
with CaptureQueriesContext(connection) as asked:
    enter({WARM + 1})
queries = [each["sql"] for each in asked if "pg_notify" not in each["sql"]]
print(json.dumps({{"queries": len(queries), "ms": 1000 * median(map(enter, range({WARM + 2}, {WARM + 2 + TIMED})))}}))
"""
PER_SECOND, P99, QUERIES, MILLISECONDS = 60, 1, 16, 12  # the goals


def main():
    print(f"{ARBITERS} arbiters, {ENTRIES} results, {2 * BOARDS} players, {SPECTATORS} spectators")
    measure("SQLite", "")
    if not tools.find("postgres"):
        print("PostgreSQL: not installed (on Debian: apt-get install postgresql)")
        return
    with postgres.cluster() as url:
        measure("PostgreSQL", url)


def measure(name, database):
    """Run the whole event on one database, print the times and assert the counts."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, database)
        server.manage("migrate", "--verbosity=0")
        server.manage("collectstatic", "--noinput", "--verbosity=0")
        sessions = server.python(EVENT).split()
        server.start()
        try:
            assert len(table_of(server.get("/e/hall/"))) == 2 * BOARDS
            with Crowd([server.port], "/live/hall/standings/?v=h-1", SPECTATORS) as crowd:
                wait_for(lambda: crowd.state().open == SPECTATORS, "the spectators")
                desks = [Desk(server.port, session, turn) for turn, session in enumerate(sessions)]
                busy = busy_of([server.process.pid])
                seconds = run(desks)
                busy = busy_of([server.process.pid]) - busy
                stored = json.loads(server.python(STORED))
                crowd.wait(f"h-{stored['version']}")
            report(name, seconds, desks, busy)
            check(stored, desks, table_of(server.get("/e/hall/")))
            print(f"{'':10} none lost, none doubled, the spectators' table is right", flush=True)
            alone = json.loads(server.python(ALONE))
            judge(f"{name}, one entry alone", alone["ms"], "ms of processor time", most=MILLISECONDS)
            judge(f"{name}, one entry alone", alone["queries"], "queries", most=QUERIES)
        except urllib.error.HTTPError:
            print(server.log[-2000:])
            raise
        finally:
            server.stop()


def run(desks):
    """Start all desks together; return the seconds until the last one is done."""
    start = time.perf_counter()
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join()
    return time.perf_counter() - start


class Desk(threading.Thread):
    """One arbiter with every twentieth board of each round."""

    def __init__(self, port, session, turn):
        super().__init__()
        self.end = time.perf_counter() + LONGEST
        self.turn, self.connection = turn, http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={KEY}",
            "X-CSRFToken": KEY,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self.sent, self.times, self.retries, self.mistakes = {}, [], 0, []

    def run(self):
        for number in range(1, ROUNDS + 1):
            for board in range(1 + self.turn, BOARDS + 1, ARBITERS):
                result = RESULTS[(number + board) % 3]
                start = time.perf_counter()
                if start > self.end:
                    return
                self.send_until_saved(number, board, result)
                self.times.append(time.perf_counter() - start)

    def send_until_saved(self, number, board, result):
        """Send an entry until it is acknowledged, and every tenth one once more."""
        fields = urlencode({"result": result, "version": 0, "uuid": uuid4()})
        while (status := self.post(number, board, fields)) == http.HTTPStatus.SERVICE_UNAVAILABLE:
            self.retries += 1
            time.sleep(RETRY_AFTER)
        if status == http.HTTPStatus.OK:
            self.sent[f"{number}.{board}"] = result
        else:
            self.mistakes.append((status, number, board))
        if len(self.sent) % 10 == 0:
            self.post(number, board, fields)

    def post(self, number, board, fields):
        self.connection.request("POST", f"/e/hall/desk/{number}/{board}/", fields, self.headers)
        answer = self.connection.getresponse()
        answer.read()
        return answer.status


def table_of(page):
    """Return the rows of the page: place, number of the player, values."""
    rows = re.findall(r'<tbody id="p(\d+)".*?</tbody>', page, re.DOTALL)
    texts = re.findall(r'<tbody id="p\d+"(.*?)</tbody>', page, re.DOTALL)
    found = []
    for number, text in zip(rows, texts, strict=True):
        place = re.search(r'class="place[^>]*>(?:\s|<[^>]*>)*(\d+)', text)[1]
        values = re.findall(r'why/[^"]*"[^>]*>([^<]*)<', text)
        found.append([int(place), int(number), *(unescape(value).strip() for value in values)])
    return found


def check(stored, desks, shown):
    """Assert that nothing is lost or doubled, and that the spectators see the current table."""
    sent = {place: result for desk in desks for place, result in desk.sent.items()}
    assert [desk.mistakes for desk in desks if desk.mistakes] == []
    played = {place: each for place, each in stored["games"].items() if each != ["", 0]}
    assert played == {place: [result, 1] for place, result in sent.items()}
    assert (stored["entries"], stored["uuids"], stored["people"]) == (len(sent), len(sent), ARBITERS)
    assert stored["version"] == 1 + len(sent)
    assert len(shown) == 2 * BOARDS
    assert shown == stored["table"]


def report(name, seconds, desks, busy):
    times = sorted(second for desk in desks for second in desk.times)
    cuts = quantiles(times, n=100)
    retries = sum(desk.retries for desk in desks)
    print(
        f"{name:10} {len(times) / seconds:6.0f} results/s   p50 {cuts[49] * 1000:5.0f} ms   p99 {cuts[98] * 1000:5.0f}"
        f" ms   {1000 * busy / len(times):4.0f} ms of the server's processor each   retries {retries}",
        flush=True,
    )
    judge(f"{name}, all arbiters at once", len(times) / seconds, "results a second", least=PER_SECOND)
    judge(f"{name}, p99 of an entry", cuts[98], "s", most=P99)


if __name__ == "__main__":
    main()
