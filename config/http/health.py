"""Answer load balancers and Prometheus, in front of Django's limits, so that a flood of visitors hides nothing.

/health/         this process answers                              for whoever restarts it
/health/ready/   it can serve visitors: its database answers       for the load balancer
/metrics/        its numbers, for this machine or with METRICS_TOKEN only
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.db.migrations.executor import MigrationExecutor
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from config.http.asgi_messages import NO_STORE, has_header, header, path_of, respond
from config.http.refusals import PLAIN
from tiebreaks.refusal import Refusal
from tournaments.access.asgi import Receive, Scope, Send
from tournaments.live.stream import streams
from tournaments.operation import backups
from tournaments.operation.database_trouble import has_no_room, is_damaged
from tournaments.operation.folders import command_line

PATIENCE = 5
NOT_READY = {
    "stopping": "This server is stopping.\n",
    "database": "The database does not answer.\n",
    "full": "The server's disk is full: free some space, results can't be stored.\n",
    "migrations": f"The tables of the database are not those of this release: run {command_line('migrate')}.\n",
}
READERS_OF_METRICS = "The metrics are for this machine, or for clients with the METRICS_TOKEN.\n"


class Health:
    """An ASGI application. Simultaneous requests for readiness share one check of the database."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")
        self.running_check: asyncio.Future[str] | None = None
        self.is_migrated = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, is_head = path_of(scope), scope["method"] == "HEAD"
        if scope["method"] not in ("GET", "HEAD"):
            return await answer(send, 405, "GET\n")
        if path == "/health/":
            return await answer(send, 200, "ok", is_head=is_head)
        if path == "/health/ready/":
            obstacle = await self.find_obstacle()
            said = NOT_READY.get(obstacle, obstacle) or "ready"
            return await answer(send, 503 if obstacle else 200, said, is_head=is_head)
        if path == "/metrics/" and may_read_metrics(scope):
            text = await asyncio.to_thread(generate_latest)
            return await answer(send, 200, text.decode(), CONTENT_TYPE_LATEST, is_head=is_head)
        if path == "/metrics/":
            return await answer(send, 403, READERS_OF_METRICS, is_head=is_head)
        return await answer(send, 404, "", is_head=is_head)

    async def find_obstacle(self) -> str:
        """Name what keeps this process from serving visitors, "" for nothing; of a damaged file the whole sentence."""
        if streams.closing:
            return "stopping"
        if self.running_check is None:
            self.running_check = asyncio.get_running_loop().run_in_executor(self.thread, self.check_database)
            self.running_check.add_done_callback(self.forget_check)
        try:
            return await asyncio.wait_for(asyncio.shield(self.running_check), PATIENCE)
        except TimeoutError:
            return "database"

    def forget_check(self, _: asyncio.Future[str]) -> None:
        self.running_check = None

    def check_database(self) -> str:
        close_old_connections()
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT COUNT(*) FROM django_migrations")
            if not self.is_migrated:
                executor = MigrationExecutor(connection)
                backups.refuse_other_release(set(executor.loader.applied_migrations))
                self.is_migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
            if not self.is_migrated:
                return "migrations"
            return "full" if has_no_room() else ""
        except Refusal:
            return "migrations"
        except DatabaseError as failure:
            return f"The database file is damaged. {backups.advise_restore()}\n" if is_damaged(failure) else "database"
        finally:
            connection.close()


def may_read_metrics(scope: Scope) -> bool:
    """Allow this machine, unless a proxy on it asks for somebody else; all others need the token."""
    if settings.METRICS_TOKEN:
        given = header(scope, b"authorization").removeprefix("Bearer ")
        return compare_digest(given.encode("latin-1"), settings.METRICS_TOKEN.encode())
    try:
        is_local = ip_address((scope.get("client") or ("",))[0]).is_loopback
    except ValueError:
        return False
    return is_local and not any(has_header(scope, name) for name in (b"x-forwarded-for", b"forwarded", b"x-real-ip"))


async def answer(send: Send, status: int, text: str, content_type: str = PLAIN, *, is_head: bool = False) -> None:
    await respond(send, status, [(b"content-type", content_type.encode()), NO_STORE], b"" if is_head else text.encode())
