"""Notice that some event moved on, whichever process wrote it, and report the newest stamps.

A feed is told which events are watched and calls `report({event id: stamp})` in the event loop, at its start and after
every change; an event that is gone has the stamp None, and one that was not asked for is missing. It sends no data on:
the newest state is read again each time, so nothing is lost while a feed is blind. Both feeds heal themselves.
"""

import asyncio
import json
import logging
import random
import sqlite3
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress

import psycopg

from tournaments.live.broker import stamp
from tournaments.operation.announcements import listeners

log = logging.getLogger(__name__)

CHANNEL = "crosstable"
IN_SQLITE = "SELECT id, epoch, version FROM tournaments_event WHERE id IN (SELECT value FROM json_each(?))"
IN_POSTGRES = "SELECT id, epoch, version FROM tournaments_event WHERE id = ANY(%s)"
LOOK_EVERY = 0.2
QUIET = 20
SHORTEST_PAUSE, LONGEST_PAUSE = 0.5, 10.0

Watched = Callable[[], Collection[int]]
Newest = dict[int, str | None]
Report = Callable[[Newest], None]


def feed_for(database: dict, watched: Watched, report: Report) -> "Feed":
    """Choose the feed of one of Django's database descriptions."""
    kind = PostgresFeed if "postgresql" in database["ENGINE"] else SqliteFeed
    return kind(database, watched, report)


class Feed:
    """One task that watches the database until it is cancelled, and comes back after every failure.

    Each kind of database has its own `follow`, which watches until the connection fails.
    """

    def __init__(self, database: dict, watched: Watched, report: Report):
        self.database = database
        self.watched = watched
        self.report = report
        self.pause = SHORTEST_PAUSE
        self.bell = asyncio.Event()

    async def run(self) -> None:
        self.loop = asyncio.get_running_loop()
        listeners.add(self)
        try:
            while True:
                try:
                    await self.follow()
                except (psycopg.Error, sqlite3.Error, OSError) as failure:
                    log.warning("The live feed lost the database (%s); it tries again.", type(failure).__name__)
                except Exception:  # whatever it was, without the feed every page of this process would stand still
                    log.exception("The live feed failed; it tries again.")
                await asyncio.sleep(self.pause * random.uniform(0.7, 1.3))  # noqa: S311 - spreads load, guards nothing
                self.pause = min(self.pause * 2, LONGEST_PAUSE)
        finally:
            listeners.discard(self)

    def wake(self) -> None:
        try:
            self.loop.call_soon_threadsafe(self.bell.set)
        except RuntimeError:
            listeners.discard(self)  # its loop has ended


class SqliteFeed(Feed):
    """Poll `PRAGMA data_version`, which changes with every commit of another connection or process."""

    async def follow(self) -> None:
        connection = sqlite3.connect(self.database["NAME"], isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA query_only = ON")
            before = None
            while True:
                self.bell.clear()
                (now,) = connection.execute("PRAGMA data_version").fetchone()
                if now != before:
                    self.report(self.read(connection))
                    before, self.pause = now, SHORTEST_PAUSE
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.bell.wait(), LOOK_EVERY)
        finally:
            connection.close()

    def read(self, connection: sqlite3.Connection) -> Newest:
        watched = list(self.watched())
        return newest(watched, connection.execute(IN_SQLITE, [json.dumps(watched)]))


class PostgresFeed(Feed):
    """Hold one LISTEN connection; a writing transaction sends NOTIFY, which arrives at its commit."""

    async def follow(self) -> None:
        async with await psycopg.AsyncConnection.connect(autocommit=True, **self.address()) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            while True:
                self.report(await self.read(connection))
                self.pause = SHORTEST_PAUSE
                # Reading inside the generator would wait for itself; it is run to its end first.
                _ = [note async for note in connection.notifies(timeout=QUIET, stop_after=1)]

    def address(self) -> dict:
        """Translate Django's description; the pool is Django's own matter, and a pooler cannot carry LISTEN."""
        parts = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
        options = {name: value for name, value in self.database.get("OPTIONS", {}).items() if name != "pool"}
        named = {"application_name": "crosstable-live"}  # so that an operator finds it among the connections
        return named | options | {name: self.database[key] for name, key in parts.items() if self.database.get(key)}

    async def read(self, connection: psycopg.AsyncConnection) -> Newest:
        watched = list(self.watched())  # while the answer is awaited, others may come to be watched
        return newest(watched, await (await connection.execute(IN_POSTGRES, [watched])).fetchall())


def newest(watched: Iterable[int], rows: Iterable[tuple[int, str, int]]) -> Newest:
    """Return the stamp of every watched event, None for one that the rows lack."""
    return dict.fromkeys(watched) | {event: stamp(epoch, version) for event, epoch, version in rows}
