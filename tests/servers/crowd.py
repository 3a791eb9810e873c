"""A crowd of spectators in a process of its own, for benchmarks, faults and the soak.

    with Crowd([server.port], "/live/cup/standings/?v=e-1", 1000) as crowd:
        crowd.wait("e-2")                # until every spectator has that state, up to 30 s; else what they have instead
        crowd.arrivals("e-2")            # when each spectator had its whole frame, as time.monotonic()
        crowd.state()                    # State(open=1000, stamps={"e-2": 1000}, refused=0, bytes=…)

A spectator reads as a browser does: compressed, whole messages, and after a lost connection again with Last-Event-ID
after half a second to ten; where there are several servers, at the next one, as behind a balancer.
"""

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import time
import zlib
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import uvloop

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30
AT_ONCE = 100  # connections that are being opened
ENDS = (b"\n\n\r\n", b"\0\0\xff\xff\r\n")  # of a chunk with whole messages, as text and as a flushed deflate block
STAMP = re.compile(rb"id: ([\w-]+)\n")
GZIP_HEADER = 10


class State(NamedTuple):
    """What a crowd has: open streams, how many spectators have each stamp, refused connections, bytes that came."""

    open: int
    stamps: dict[str, int]
    refused: int
    bytes: int
    requests: int


class Crowd:
    """The handle of the process in which the spectators are."""

    module = "tests.servers.crowd"

    def __init__(self, ports, path, count, *, packed=True):
        self.count = count
        words = ["--ports", *map(str, ports), "--path", path, "--count", str(count)] + ["--packed"] * packed
        pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([sys.executable, "-m", self.module, *words], cwd=ROOT, text=True, **pipe)

    def ask(self, **question):
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def state(self):
        return State(**self.ask(what="state"))

    def connected(self, patience=PATIENCE):
        """Wait until every spectator has an open stream."""
        assert self.ask(what="connected", patience=patience), f"not all of {self.count} are connected: {self.state()}"

    def wait(self, stamp, patience=PATIENCE):
        """Wait until every spectator has the state `stamp`."""
        reached = self.ask(what="reached", stamp=stamp, patience=patience)
        assert reached, f"not all of {self.count} have {stamp}: {self.state()}"

    def arrivals(self, stamp):
        """Return when each spectator had the state `stamp` for the first time, in the order of time."""
        return sorted(self.ask(what="arrivals", stamp=stamp))

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


# What runs inside the process.


class Spectators:
    """All spectators with what they have; a bell rings whenever that changes."""

    def __init__(self, ports, path, packed):
        self.ports, self.path, self.packed = ports, path, packed
        self.has: dict[int, str] = {}
        self.times: dict[str, dict[int, float]] = {}
        self.open = self.refused = self.bytes = self.requests = 0
        self.known: dict[bytes, str] = {}
        self.gate = asyncio.Semaphore(AT_ONCE)

    async def watch(self, number):
        """Be one spectator: connect, read, come back."""
        loop = asyncio.get_running_loop()
        turn, failures = number, 0
        while True:
            reader = Reader(self, number)
            async with self.gate:
                with suppress(OSError):
                    port = self.ports[turn % len(self.ports)]
                    await loop.create_connection(lambda reader=reader: reader, "127.0.0.1", port)
                    await reader.answered
            if reader.accepted:
                failures = 0
                await reader.ended
            turn, failures = turn + 1, failures + 1
            pause = reader.retry if reader.retry is not None else min(0.5 * 2 ** (failures - 1), 10)
            await asyncio.sleep(pause * random.uniform(0.7, 1.3))

    def request(self, number):
        lines = [f"GET {self.path} HTTP/1.1", "Host: localhost", "Accept: text/event-stream"]
        if number in self.has:
            lines.append(f"Last-Event-ID: {self.has[number]}")
        if self.packed:
            lines.append("Accept-Encoding: gzip")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def read(self, number, message):
        """Take whole messages; the same bytes are unpacked once for all."""
        stamp = self.known.get(message)
        if stamp is None:
            if len(self.known) > 200:
                self.known.clear()
            stamp = self.known[message] = stamp_of(message, self.packed)
        if stamp and self.has.get(number) != stamp:
            self.has[number] = stamp
            self.times.setdefault(stamp, {}).setdefault(number, time.monotonic())

    def state(self):
        return State(self.open, Counter(self.has.values()), self.refused, self.bytes, self.requests)._asdict()


class Reader(asyncio.Protocol):
    """One connection of a spectator."""

    def __init__(self, spectators, number):
        loop = asyncio.get_running_loop()
        self.spectators, self.number = spectators, number
        self.pending, self.retry, self.accepted = b"", None, False
        self.answered, self.ended = loop.create_future(), loop.create_future()

    def connection_made(self, transport):
        self.transport = transport
        transport.write(self.spectators.request(self.number))

    def data_received(self, data):
        self.spectators.bytes += len(data)
        if not self.accepted:
            return self.begin(data)
        self.pending = self.pending + data if self.pending else data
        if self.pending.endswith(ENDS):
            message, self.pending = self.pending, b""
            self.spectators.read(self.number, message)

    def begin(self, data):
        self.pending += data
        head, blank_line, rest = self.pending.partition(b"\r\n\r\n")
        if not blank_line:
            return
        if b" 200 " not in head.split(b"\r\n")[0]:
            self.spectators.refused += 1
            return self.transport.close()
        self.accepted, self.pending = True, b""
        self.spectators.open += 1
        self.answered.set_result(None)
        if rest:
            self.data_received(rest)

    def connection_lost(self, error):
        self.spectators.open -= self.accepted
        if self.accepted and self.pending:  # the last chunk, which is followed by an empty one
            retry = re.search(rb"retry: (\d+)", unpacked(self.pending, self.spectators.packed))
            self.retry = int(retry[1]) / 1000 if retry else None
        for future in (self.answered, self.ended):
            if not future.done():
                future.set_result(None)


def stamp_of(message, packed):
    """Return the last stamp in whole chunks, "" where they hold none."""
    stamps = STAMP.findall(unpacked(message, packed))
    return stamps[-1].decode() if stamps else ""


def unpacked(message, packed):
    """Return the text of whole chunks."""
    body = b""
    while message:
        size, _, message = message.partition(b"\r\n")
        length = int(size, 16)
        body, message = body + message[:length], message[length + 2 :]
    if not packed:
        return body
    if body.startswith(b"\x1f\x8b"):
        body = body[GZIP_HEADER:]
    return zlib.decompressobj(-15).decompress(body)


async def until(state, patience):
    """Wait for a state; tell whether it came."""
    end = time.monotonic() + patience
    while not state():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.02)
    return True


async def answer(spectators, count, what, stamp="", patience=PATIENCE):
    if what == "connected":
        return await until(lambda: spectators.open == count, patience)
    if what == "reached":
        return await until(lambda: spectators.has and set(spectators.has.values()) == {stamp}, patience)
    if what == "arrivals":
        return list(spectators.times.pop(stamp, {}).values())
    if what == "message":
        return next((raw.decode("latin-1") for raw, own_stamp in spectators.known.items() if own_stamp == stamp), "")
    return spectators.state()


async def live(kind, ports, path, count, packed):
    """Be the crowd until the questions end."""
    spectators = kind(ports, path, packed)
    questions = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(questions), sys.stdin)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(spectators.watch(number)) for number in range(count)]
        while question := await questions.readline():
            print(json.dumps(await answer(spectators, count, **json.loads(question))), flush=True)
        for task in tasks:
            task.cancel()


def main(kind=Spectators):
    parser = argparse.ArgumentParser()
    parser.add_argument("--ports", type=int, nargs="+", required=True)
    parser.add_argument("--path", required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--packed", action="store_true")
    uvloop.run(live(kind, **vars(parser.parse_args())))


if __name__ == "__main__":
    main()
