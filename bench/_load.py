"""Connect spectators, publish, and measure the delays, and the processor time and memory of the servers."""

import contextlib
import http.client
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from uuid import uuid4

from tests.servers.arbiters import RESULTS, Sent
from tests.servers.crowd import Crowd
from tests.servers.server import ROOT, free_port, wait_for

FILES = 65536
PATIENCE = 120
FEW = 10
MORE = 7
BOARDS_OF_ONE = 8
PAUSE = 0.4  # between two entries, so that each has a frame of its own
TICK = os.sysconf("SC_CLK_TCK")


def raise_file_limit(spectators):
    """Raise the limit on open files for this process and everything it starts."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(most, FILES), max(most, FILES)))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most < spectators + 200:
        sys.exit(f"{spectators} spectators need as many open files; this system allows {most} (ulimit -Hn).")


def measure(processes, ports, path, count, publishing, packed):
    """Connect `count` spectators, publish, and return the figures.

    `publishing` yields functions that publish once and return the stamp that the spectators then have. The first `MORE`
    publications go to a few spectators only and measure the cost of the entry itself; they are not counted.
    """
    pids, publishing = [process.pid for process in processes], list(publishing)
    with Crowd(ports, path, FEW, packed=packed) as crowd:
        crowd.connected(PATIENCE)
        crowd.wait(publishing[0](), PATIENCE)
        alone = busy_of(pids)
        for publish in publishing[1 : MORE - 1]:
            time.sleep(PAUSE)
            crowd.wait(publish(), PATIENCE)
        alone = (busy_of(pids) - alone) / (MORE - 2)
    memory, busy = memory_of(pids), busy_of(pids)
    with Crowd(ports, path, count, packed=packed) as crowd:
        crowd.connected(PATIENCE)
        crowd.wait(publishing[MORE - 1](), PATIENCE)
        accepting, came = busy_of(pids) - busy, crowd.state().bytes
        messages, each, last, busy = [], [], [], busy_of(pids)
        for publish in publishing[MORE:]:
            time.sleep(PAUSE)
            start = time.monotonic()
            stamp = publish()
            crowd.wait(stamp, PATIENCE)
            times = [arrival - start for arrival in crowd.arrivals(stamp)]
            each.append(median(times))
            last.append(times[-1])
            messages.append(crowd.ask(what="message", stamp=stamp).encode("latin-1"))
        busy = (busy_of(pids) - busy) / len(last)
        return {
            "spectators": count,
            "entries": len(last),
            "last": percentiles(last),
            "median_spectator": median(each),
            "busy": busy,
            "push": max(busy - alone, 0.001),
            "busy_accepting": accepting,
            "memory": (memory_of(pids) - memory) / count,
            "bytes": (crowd.state().bytes - came) / len(last) / count,
            "messages": messages,
        }


def percentiles(seconds):
    """Return the usual percentiles of a list; each is one of its values."""
    ordered = sorted(seconds)
    return {f"p{share}": ordered[min(len(ordered) - 1, len(ordered) * share // 100)] for share in (50, 95, 99)} | {
        "max": ordered[-1]
    }


def busy_of(pids):
    """Return the processor seconds that processes have used."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICK


def memory_of(pids):
    """Return the resident memory of processes in kilobytes."""
    lines = (line for pid in pids for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def entering(desk, state, entries):
    """Yield entries at the desk, each of which enters the next open board, or corrects what this arbiter entered.

    An arbiter takes a few boards alone, so that a whole series of measurements finds open ones.
    """
    boards = [board for board in state["boards"] if not board[1]][:BOARDS_OF_ONE]
    for turn in range(entries + MORE):
        board = boards[turn % len(boards)]
        yield lambda board=board, turn=turn: enter(desk, board, f"{state['epoch']}-{state['version'] + turn + 1}")


def enter(desk, board, stamp):
    number, result, version = board
    wanted = RESULTS[(RESULTS.index(result) + 1) % len(RESULTS)] if result in RESULTS else RESULTS[0]
    sent = Sent(number, wanted, version, uuid4())
    status, text = desk.post(sent)
    if status is None:  # the open connection was idle for too long
        status, text = desk.post(sent)
    assert status == 302, (status, text[:500])
    board[1:] = wanted, version + 1
    return stamp


def posting(port, path, bodies):
    """Yield functions that publish by POST; `bodies` are pairs of a stamp and the bytes that carry it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    for stamp, body in bodies:
        yield lambda stamp=stamp, body=body: post(connection, path, body) and stamp


def post(connection, path, body):
    connection.request("POST", path, body)
    answer = connection.getresponse()
    assert answer.status == 200, answer.status
    return answer.read()


@contextlib.contextmanager
def program(*words, python=sys.executable, **environment):
    """Run a program whose last argument is the port it serves on; yield process and port."""
    port = free_port()
    process = subprocess.Popen([python, *words, str(port)], cwd=ROOT, env=os.environ | environment)
    try:
        wait_for(lambda: answers(port), f"{words} to answer")
        yield process, port
    finally:
        process.kill()
        process.wait()


def answers(port):
    with contextlib.suppress(OSError):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/health/")
        return connection.getresponse().status == 200
