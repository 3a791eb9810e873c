"""Many pages that poll, as small clients in a process of their own: they ask as static/shared/poll.js does.

    with Pollers([cache.port], "/shared/KEY/en/cup/standings/", 1000) as pages:      # as Crowd in crowd.py
        pages.wait(stamp)

A page whose address was withdrawn has the state "gone". Each asks once a second or a little sooner.
"""

import asyncio
import random
import re
import time
from contextlib import suppress

from tests.servers.crowd import Crowd, Spectators, main

LENGTH = re.compile(rb"(?i)content-length: (\d+)")
GONE = "gone"


class Pollers(Crowd):
    module = "tests.servers.pollers"


class Pages(Spectators):
    """All pages, with what they have."""

    async def watch(self, number):
        """Be one page: ask for the head, and take the steps that it names or the whole."""
        await asyncio.sleep(random.random())
        connection = Connection(self, number)
        while self.has.get(number) != GONE:
            with suppress(OSError):
                await self.ask(connection, number)
            await asyncio.sleep(random.uniform(0.8, 1))

    async def ask(self, connection, number):
        status, body = await connection.get("head/")
        if status == 410:
            self.note(number, GONE)
        if status != 200:
            self.refused += status != 410
            return
        stamps, known = body.decode().split(), self.has.get(number)
        for stamp in stamps[stamps.index(known) + 1 :] if known in stamps else ():
            if (await connection.get(f"steps/{known}/{stamp}/"))[0] != 200:
                break
            known = stamp
        if known != stamps[-1] and (await connection.get(f"snapshot/{stamps[-1]}/"))[0] == 200:
            known = stamps[-1]
        self.open += number not in self.has
        self.note(number, known)

    def note(self, number, stamp):
        if stamp and self.has.get(number) != stamp:
            self.has[number] = stamp
            self.times.setdefault(stamp, {}).setdefault(number, time.monotonic())


class Connection(asyncio.Protocol):
    """One connection that stays open, with one request at a time."""

    def __init__(self, pages, number):
        self.pages, self.transport, self.answer, self.pending = pages, None, None, b""
        self.port = pages.ports[number % len(pages.ports)]
        codings = "Accept-Encoding: gzip, br\r\n" if pages.packed else ""
        self.lines = f" HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{codings}\r\n"

    async def get(self, path):
        """Return status and body."""
        loop = asyncio.get_running_loop()
        if self.transport is None:
            async with self.pages.gate:
                await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        self.pending, self.answer = b"", loop.create_future()
        self.pages.requests += 1
        self.transport.write(f"GET {self.pages.path}{path}{self.lines}".encode())
        return await self.answer

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.pages.bytes += len(data)
        self.pending += data
        head, blank_line, body = self.pending.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        is_whole = len(body) >= int(length[1]) if length else body.endswith(b"0\r\n\r\n")
        if blank_line and is_whole and not self.answer.done():
            self.answer.set_result((int(head.split()[1]), body))

    def connection_lost(self, error):
        self.transport = None
        if self.answer and not self.answer.done():
            self.answer.set_exception(ConnectionError())


if __name__ == "__main__":
    main(Pages)
