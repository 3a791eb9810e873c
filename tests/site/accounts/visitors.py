"""A site in small behind its limits, and those who visit it: spectators, the staff, and forged sessions."""

import asyncio

from config.http.admission import Admission
from tournaments.access.lane_pass import create_pass

STAFF = [(b"cookie", f"django_language=de; sessionid=abc; lane={create_pass('abc', 4102444800)}".encode())]
FORGED = [(b"cookie", b"sessionid=made-up")]
NARROW = {"entries": 1, "costly": 1, "programs": 1, "tokens": 1, "unverified": 1, "sign-in": 1}


class Site:
    """An application whose requests stay inside until it is opened; it counts them."""

    def __init__(self, public, staff, **more):
        self.inside = self.most = 0
        self.open = asyncio.Event()
        self.admission = Admission(self.app, NARROW | {"public": public, "staff": staff} | more)

    async def app(self, scope, receive, send):
        self.inside += 1
        self.most = max(self.most, self.inside)
        await self.open.wait()
        self.inside -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})

    async def visit(self, headers=(), send=None, client=None, **more):
        """Return the status of one request's answer."""
        sent = []

        async def keep(message):
            sent.append(message)

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        scope = {"type": "http", "headers": list(headers), "client": client, **more}
        await self.admission(scope, receive, send or keep)
        return sent[0]["status"] if sent else None

    def visits(self, count, headers=()):
        return [asyncio.create_task(self.visit(headers)) for _ in range(count)]


async def settle():
    """Let every task run until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)
