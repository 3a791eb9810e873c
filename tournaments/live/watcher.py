"""Notice that some event moved on, whichever process wrote it, and report the newest stamps.

A watcher calls `report({event id: stamp})` for the watched events, in the event loop, at its start and after every
change; an event that was deleted has the stamp None. It passes no data on: the newest state is read again each time, so
nothing is lost while the database is away. Both watchers recover by themselves.
"""

import asyncio
import json
import logging
import random
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tournaments.live.broker import stamp
from tournaments.operation.waking import watchers

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)

CHANNEL = "crosstable"
IN_SQLITE = "SELECT id, epoch, version FROM tournaments_event WHERE id IN (SELECT value FROM json_each(?))"
IN_POSTGRES = "SELECT id, epoch, version FROM tournaments_event WHERE id = ANY(%s)"
LOOK_EVERY = 0.2
QUIET = 20
SHORTEST_PAUSE, LONGEST_PAUSE = 0.5, 3.0

type Database = Mapping[str, Any]  # one of Django's DATABASES
type Watched = Callable[[], Collection[int]]
type Newest = dict[int, str | None]
type Report = Callable[[Newest], None]


def watcher_for(database: Database, watched: Watched, report: Report) -> "Watcher":
    """Return the watcher for a database."""
    kind = PostgresWatcher if "postgresql" in database["ENGINE"] else SqliteWatcher
    return kind(database, watched, report)


class Watcher:
    """One task that watches the database until it is cancelled, and starts again after every failure."""

    failures: tuple[type[Exception], ...] = (sqlite3.Error, OSError)

    def __init__(self, database: Database, watched: Watched, report: Report) -> None:
        self.database = database
        self.watched = watched
        self.report = report
        self.pause = SHORTEST_PAUSE
        self.bell = asyncio.Event()

    async def run(self) -> None:
        self.loop = asyncio.get_running_loop()
        watchers.add(self)
        try:
            while True:
                try:
                    await self.follow()
                except self.failures as failure:
                    log.warning("The watcher lost the database (%s); it tries again.", type(failure).__name__)
                except Exception:  # whatever it was, without it every page of this process would stand still
                    log.exception("The watcher failed; it tries again.")
                await asyncio.sleep(self.pause * random.uniform(0.7, 1.3))  # noqa: S311 - spreads load, guards nothing
                self.pause = min(self.pause * 2, LONGEST_PAUSE)
        finally:
            watchers.discard(self)

    async def follow(self) -> None:
        """Watch the database until the connection fails."""
        raise NotImplementedError

    def wake(self) -> None:
        try:
            self.loop.call_soon_threadsafe(self.bell.set)
        except RuntimeError:
            watchers.discard(self)  # its loop has ended


class SqliteWatcher(Watcher):
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


class PostgresWatcher(Watcher):
    """Hold one LISTEN connection; a writing transaction sends NOTIFY, which arrives at its commit."""

    async def follow(self) -> None:
        import psycopg  # slow to load, and SQLite does not need it

        self.failures = (psycopg.Error, OSError)
        async with await psycopg.AsyncConnection.connect(autocommit=True, **self.address()) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            while True:
                self.report(await self.read(connection))
                self.pause = SHORTEST_PAUSE
                # Reading inside the generator would wait for itself; it is run to its end first.
                _ = [note async for note in connection.notifies(timeout=QUIET, stop_after=1)]

    def address(self) -> dict[str, Any]:
        """Return libpq's parameters; Django's pool is left out, and a pooler cannot carry LISTEN."""
        names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
        options = {name: value for name, value in self.database.get("OPTIONS", {}).items() if name != "pool"}
        label = {"application_name": "crosstable-live"}  # so that an operator finds it among the connections
        return label | options | {name: self.database[key] for name, key in names.items() if self.database.get(key)}

    async def read(self, connection: "psycopg.AsyncConnection[Any]") -> Newest:
        watched = list(self.watched())  # while the answer is awaited, others may come to be watched
        return newest(watched, await (await connection.execute(IN_POSTGRES, [watched])).fetchall())


def newest(watched: Iterable[int], rows: Iterable[tuple[int, str, int]]) -> Newest:
    """Return the stamp of every watched event, None for one that the rows lack."""
    return dict.fromkeys(watched) | {event: stamp(epoch, version) for event, epoch, version in rows}
