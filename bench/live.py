"""From an arbiter's entry to the last spectator: `python -m bench.live --spectators 5000 --no-peer`.

One arbiter corrects results of an open tournament with 200 players. The benchmark measures the time from the POST
until the last spectator has the whole frame, over all entries; the processor time of the servers for each entry; and
their memory for each spectator. In the same run a bare asyncio server pushes the same bytes to as many clients: the
cost of the network, the kernel and the clients alone. django-eventstream, installed into `var/peer`, is measured too.
Clients and servers share one machine, so all times are upper bounds, and their ratio says more.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time

from bench._load import MORE, entering, measure, posting, program, raise_file_limit
from bench._small import DATABASES, IS_SMALL, USUAL_DATABASES, sized
from tests.servers import postgres
from tests.servers.arbiters import Desk
from tests.servers.crowd import STAMP, unpacked
from tests.servers.live_events import NEW_COOKIES
from tests.servers.server import ROOT, SERVE, Server
from tournaments.live.broker import pack

EVENT = "ahorntal-open"
PEER = ROOT / "var" / "peer"
SPECTATORS = sized([500, 2000, 5000, 10000], [10])
PEERS_SPECTATORS = sized(2000, 10)
LIMITS = {"LIVE_STREAMS": "250000", "CROSSTABLE_DEMO": "yes"}
STATE = f"""
import json
from tournaments.models import Event
from tournaments.queries.rounds.games import read_boards
from tournaments.access.reader import staff_reader
from tournaments.queries.event.progress import read_progress
event = Event.objects.get(slug="{EVENT}")
number = read_progress(staff_reader(event)).round
boards = [(game.board, game.result, game.version) for game in read_boards(event, number)]
print(json.dumps({{"epoch": event.epoch, "version": event.version, "round": number, "boards": boards}}))
"""
OWN_WORK = f"""
import time
from statistics import median
from uuid import uuid4
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.live.broker import ViewKey
from tournaments.live.render import read, step
from tournaments.models import Event
from tournaments.queries.rounds.games import read_boards
from tournaments.access.reader import staff_reader
from tournaments.queries.event.progress import read_progress
event = Event.objects.get(slug="{EVENT}")
number = read_progress(staff_reader(event)).round
key = ViewKey(event.pk, "standings", "en")
before, seconds = read(key), []
for game in read_boards(event, number)[:12]:
    entry = Entry("01" if game.result == "10" else "10", None, None, game.version, uuid4(), "bench")
    enter_result(event, number, game.board, entry, COMMAND)
    start = time.perf_counter()
    after = read(key)
    step(before, after)
    seconds.append(time.perf_counter() - start)
    before = after
print(median(seconds))
"""
HEADING = """
                      | ms to the last spectator  | bare server | p99 less own | CPU ms a frame     | KB for a  | bytes
database   spectators |  p50    p95    p99    max |  p50    p99 | work / bare  | all   push    bare | spectator |"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spectators", type=int, nargs="+", default=SPECTATORS, metavar="N")
    parser.add_argument("--databases", nargs="+", default=USUAL_DATABASES, choices=DATABASES)
    parser.add_argument("--entries", type=int, default=sized(30, 3))
    parser.add_argument("--plain", action="store_true", help="spectators do not accept compressed streams")
    peer = f"django-eventstream, with {PEERS_SPECTATORS} spectators"
    parser.add_argument("--peer", action=argparse.BooleanOptionalAction, default=not IS_SMALL, help=peer)
    asked = parser.parse_args()
    raise_file_limit(max(asked.spectators))
    print(HEADING)
    rows = []
    for database in asked.databases:
        with site(database) as servers:
            own_work = float(servers[0].python(OWN_WORK))
            for count in asked.spectators:
                rows.append(measure_site(database, servers, count, asked.entries, not asked.plain, own_work))
    if asked.peer:
        rows += measure_peer(asked.entries)
    file = ROOT / "var" / sized("bench-live.json", "bench-live-small.json")
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(rows, indent=1))
    print(f"All figures in seconds: {file.relative_to(ROOT)}")


@contextlib.contextmanager
def site(database, **environment):
    """Run one server on SQLite, or two on a PostgreSQL of their own, with the demo events; yield them."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="crosstable-bench-"))
        url = stack.enter_context(postgres.cluster()) if database == "postgresql" else ""
        servers = [Server(folder, url, SERVE, **LIMITS, **environment) for _ in range(2 if url else 1)]
        for server in servers:
            stack.callback(server.stop)
            server.start()
        yield servers


def measure_site(database, servers, count, entries, packed, own_work):
    """Measure the servers, then the bare server with the same frames; print and return one row."""
    state = json.loads(servers[0].python(STATE))
    session = servers[0].python(NEW_COOKIES.replace('"root"', f'"bench-{time.time_ns()}"')).strip()
    desk = Desk([servers[0].port], session, f"/e/{EVENT}/desk/{state['round']}/")
    path = f"/live/{EVENT}/standings/?v={state['epoch']}-{state['version']}"
    processes, ports = [server.process for server in servers], [server.port for server in servers]
    row = measure(processes, ports, path, count, entering(desk, state, entries), packed)
    row["bare"] = measure_bare(row.pop("messages"), count, packed)
    row |= {"database": database, "processes": len(servers), "packed": packed, "own_work": own_work}
    show(row)
    return row


def measure_bare(messages, count, packed):
    """Measure the bare server with the same bytes, after some empty messages."""
    bodies = [(STAMP.findall(unpacked(message, packed))[-1].decode(), chunks(message)) for message in messages]
    with program("-m", "bench._push") as (process, port):
        begin = b"id: begin-0\ndata:\n\n"
        begun = [(f"begin-{turn}", begin.replace(b"0", b"%d" % turn)) for turn in range(MORE)]
        begun = [(stamp, pack(body) if packed else body) for stamp, body in begun]
        publishing = posting(port, "/", [*begun, *bodies])
        row = measure([process], [port], "/live/", count, publishing, packed)
    del row["messages"]
    return row


def chunks(message):
    """Return the bytes inside HTTP's chunks."""
    body = b""
    while message:
        size, _, message = message.partition(b"\r\n")
        body, message = body + message[: int(size, 16)], message[int(size, 16) + 2 :]
    return body


def measure_peer(entries):
    """Measure Crosstable and django-eventstream, uncompressed, with equally many spectators and bytes."""
    python = PEER / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEER)], check=True)
        install = [str(python), "-m", "pip", "install", "-q", "django-eventstream", "uvicorn", "uvloop", "httptools"]
        if subprocess.run(install, check=False).returncode:
            print("django-eventstream could not be installed: it is not measured.")
            return []
    with site("sqlite") as servers:
        own_work = float(servers[0].python(OWN_WORK))
        ours = measure_site("sqlite", servers, PEERS_SPECTATORS, entries, False, own_work)
    texts = [(f"peer-{turn}", f"id: peer-{turn}\n{'x' * int(ours['bytes'])}\n".encode()) for turn in range(entries + 2)]
    uvicorn = (
        "-m",
        "uvicorn",
        "bench._eventstream:application",
        "--log-level",
        "error",
        "--timeout-keep-alive",
        "600",
        "--port",
    )
    with program(*uvicorn, python=str(python)) as (process, port):
        theirs = measure([process], [port], "/live/", PEERS_SPECTATORS, posting(port, "/publish/", texts), False)
    del theirs["messages"]
    theirs["database"] = "django-eventstream"
    last = theirs["last"]
    print(
        f"django-eventstream, uncompressed, {PEERS_SPECTATORS:,} spectators: p50 {last['p50'] * 1000:.0f} ms,"
        f" p99 {last['p99'] * 1000:.0f} ms, CPU {theirs['busy'] * 1000:.0f} ms a frame"
        f" ({theirs['busy'] / ours['busy']:.1f} times all of ours with entry and ranking,"
        f" {theirs['push'] / ours['push']:.1f} times our push), {theirs['memory']:.1f} KB for a spectator"
    )
    return [ours, theirs]


def show(row):
    """Print one line of the table."""
    last, bare = row["last"], row["bare"]["last"]
    ratio = (last["p99"] - row["own_work"]) / bare["p99"]
    times = " ".join(f"{last[name] * 1000:6.0f}" for name in ("p50", "p95", "p99", "max"))
    columns = [
        f"{row['database']:<10} {row['spectators']:>10,} |{times[1:]}",
        f"{bare['p50'] * 1000:5.0f} {bare['p99'] * 1000:6.0f}",
        f"{ratio:12.1f}",
        f"{row['busy'] * 1000:4.0f} {row['push'] * 1000:6.0f} {row['bare']['busy'] * 1000:7.1f}",
        f"{row['memory']:9.1f}",
        f"{row['bytes']:7.0f}   (own work {row['own_work'] * 1000:.0f} ms)",
    ]
    print(" | ".join(columns), flush=True)


if __name__ == "__main__":
    main()
