"""A site in small behind its limits, and those who visit it: spectators, the staff, and forged sessions."""

import asyncio

from config.http.admission import Admission

STAFF = [(b"cookie", b"django_language=de; sessionid=abc")]
FORGED = [(b"cookie", b"sessionid=made-up")]


class Site:
    """An application whose requests stay inside until it is opened; it counts them."""

    def __init__(self, public, staff):
        self.inside = self.most = 0
        self.open = asyncio.Event()
        self.admission = Admission(self.app, {"public": public, "staff": staff, "unverified": 1, "sign-in": 1})

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
