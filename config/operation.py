"""What load balancers and Prometheus ask: in front of Django's limits, so that a flood of visitors hides nothing.

/health/         this process answers                            for whoever restarts it
/health/ready/   it may be sent visitors: its database answers   for the balancer
/metrics/        its numbers, for this machine or with METRICS_TOKEN alone
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.db.migrations.executor import MigrationExecutor
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tournaments.live.stream import streams

PLAIN = "text/plain; charset=utf-8"
PATIENCE = 5
NOT_READY = {
    "stopping": "This server is stopping.\n",
    "database": "The database does not answer.\n",
    "migrations": "The tables of the database are not those of this release: run manage.py migrate.\n",
}
FOR_WHOM = "The metrics are for this machine, or for whoever has the METRICS_TOKEN.\n"


class Operation:
    """An ASGI application. All who ask for readiness at once share one look at the database."""

    def __init__(self):
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")
        self.look = None
        self.migrated = False

    async def __call__(self, scope, receive, send):
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if scope["method"] not in ("GET", "HEAD"):
            return await answer(send, 405, "GET\n", head=False)
        head = scope["method"] == "HEAD"
        if path == "/health/":
            return await answer(send, 200, "ok", head=head)
        if path == "/health/ready/":
            wrong = await self.obstacle()
            return await answer(send, 503 if wrong else 200, NOT_READY.get(wrong, "ready"), head=head)
        if path == "/metrics/" and may_read(scope):
            text = await asyncio.to_thread(generate_latest)
            return await answer(send, 200, text.decode(), CONTENT_TYPE_LATEST, head=head)
        if path == "/metrics/":
            return await answer(send, 403, FOR_WHOM, head=head)
        return await answer(send, 404, "", head=head)

    async def obstacle(self):
        """Name what keeps visitors away, "" for nothing."""
        if streams.closing:
            return "stopping"
        if self.look is None:
            self.look = asyncio.get_running_loop().run_in_executor(self.thread, self.look_at_database)
            self.look.add_done_callback(self.looked)
        try:
            return await asyncio.wait_for(asyncio.shield(self.look), PATIENCE)
        except TimeoutError:
            return "database"

    def looked(self, _):
        self.look = None

    def look_at_database(self):
        close_old_connections()
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            if not self.migrated:
                executor = MigrationExecutor(connection)
                self.migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
            return "" if self.migrated else "migrations"
        except DatabaseError:
            return "database"
        finally:
            connection.close()


def may_read(scope):
    """Let this machine read the metrics, unless a proxy asks for somebody else; others need the token."""
    headers = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        given = headers.get(b"authorization", b"").removeprefix(b"Bearer ")
        return compare_digest(given, settings.METRICS_TOKEN.encode())
    try:
        is_here = ip_address((scope.get("client") or ("",))[0]).is_loopback
    except ValueError:
        return False
    return is_here and not any(name in headers for name in (b"x-forwarded-for", b"forwarded", b"x-real-ip"))


async def answer(send, status, text, kind=PLAIN, *, head=False):
    headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else text.encode()})
