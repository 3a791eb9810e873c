"""A hall of twenty boards whose first round is being played, and what must be true of it after every fault."""

import json
import sqlite3
from collections import Counter
from contextlib import closing
from uuid import UUID

import psycopg

from tests.servers.arbiters import Arbiters
from tests.servers.crowd import Crowd
from tests.servers.live_events import FRESH_TABLE, NEW_COOKIES, NEW_HALL
from tests.servers.server import SERVE, Server

BOARDS = 20
WORTH = {"10": (1.0, 0.0), "==": (0.5, 0.5), "01": (0.0, 1.0)}


class Hall:
    """The event `hall` on a server, with a superuser's session for its arbiters."""

    def __init__(self, server):
        self.server = server
        server.python(f"BOARDS = {BOARDS}\n{NEW_HALL}")
        self.session = server.python(NEW_COOKIES).strip()

    def beside(self):
        """Return one more server on the same database, not yet started."""
        return Server(self.server.folder, self.server.environment.get("DATABASE_URL", ""), SERVE)

    def arbiters(self, *servers, **how):
        return Arbiters([server.port for server in servers or [self.server]], self.session, BOARDS, **how)

    def crowd(self, count, *servers, view="standings", **how):
        path = f"/live/hall/{view}/?v={self.stamp()}"
        return Crowd([server.port for server in servers or [self.server]], path, count, **how)

    def stamp(self):
        """Return the state that is committed."""
        ((version,),) = self.rows("SELECT version FROM tournaments_event WHERE slug = 'hall'")
        return f"h-{version}"

    def rows(self, question):
        """Ask the database past the application."""
        url = self.server.environment.get("DATABASE_URL", "")
        if url.startswith("postgres"):
            with psycopg.connect(url) as connection:
                return connection.execute(question).fetchall()
        file = url.removeprefix("sqlite://") or self.server.folder / "crosstable.sqlite3"
        with closing(sqlite3.connect(file, timeout=20)) as connection:
            return connection.execute(question).fetchall()

    def check_kept(self, acknowledged):
        """Every acknowledged entry is in the log, and none is there twice."""
        stored = Counter(
            UUID(str(uuid)) for (uuid,) in self.rows("SELECT uuid FROM tournaments_logentry WHERE uuid IS NOT NULL")
        )
        assert max(stored.values(), default=1) == 1
        lost = [sent for sent in acknowledged if sent.uuid not in stored]
        assert not lost, f"{len(lost)} of {len(acknowledged)} acknowledged entries are lost: {lost[:3]}"

    def check(self, arbiters):
        """After the arbiters went home: log, boards and table say what was acknowledged, and nothing else."""
        assert arbiters.mistakes == []
        acknowledged, last = arbiters.acknowledged, arbiters.last()
        self.check_kept(acknowledged)
        assert self.rows("SELECT count(*) FROM tournaments_logentry") == [(len(acknowledged),)]
        boards = {board: rest for board, *rest in self.rows("SELECT board, result, version FROM tournaments_game")}
        for board, sent in last.items():
            assert boards[board] == [sent.result, sent.version + 1], (board, sent)
        self.check_table(last, 1 + len(acknowledged))

    def check_table(self, last, version):
        """The page of the running server shows what a new process computes, and that follows from the entries."""
        fresh = json.loads(self.server.python(FRESH_TABLE))
        assert fresh["version"] == version
        assert {int(number): float(points) for number, points in fresh["points"].items()} == points(last)
        page = self.server.get("/e/hall/")
        assert f"v=h-{version}" in page
        assert [int(part.partition('"')[0]) for part in page.split('<tbody id="p')[1:]] == fresh["order"]
        assert rows_of(page) == rows_of(self.server.python(PAGE))


PAGE = "from django.test import Client; print(Client(HTTP_HOST='localhost').get('/e/hall/').content.decode())"


def rows_of(page):
    return [part.partition("</tbody>")[0] for part in page.split("<tbody ")[1:]]


def points(last):
    """Compute the points of all players from the last entry of each board alone."""
    worth = dict.fromkeys(range(1, 2 * BOARDS + 1), 0.0)
    for board, sent in last.items():
        worth[2 * board - 1], worth[2 * board] = WORTH[sent.result]
    return worth
