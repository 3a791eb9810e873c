"""Number, time, count and log every request, outside of everything else that handles it."""

import logging
import re
import secrets
import time
from collections.abc import Awaitable

from django.conf import settings

from config.http.asgi_messages import Application, header_values, path_of
from config.http.log_lines import request_id, without_secrets
from tournaments.access.asgi import Message, Receive, Scope, Send
from tournaments.operation import metrics

log = logging.getLogger("crosstable.requests")

VALID_NUMBER = re.compile(r"[\w.-]{8,64}", re.ASCII)
KINDS = {"live": "stream", "shared": "shared", "static": "static", "health": "health", "metrics": "health"}


class RequestLog:
    """Wrap an ASGI application. Every answer carries the number of its request, which a trusted proxy may choose."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        number = number_from_proxy(scope) or secrets.token_hex(8)
        token = request_id.set(number)
        begin, status = time.perf_counter(), 500

        def send_numbered(message: Message) -> Awaitable[None]:  # not a coroutine: each frame of each stream comes here
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", []), (b"x-request-id", number.encode())]}
            return send(message)

        try:
            await self.app(scope, receive, send_numbered)
        finally:
            record(scope, status, time.perf_counter() - begin)
            request_id.reset(token)


def number_from_proxy(scope: Scope) -> str:
    """Return the number that a trusted proxy gave the request, "" for none or an invalid one."""
    if not settings.TRUSTED_PROXIES:
        return ""
    value = next(iter(header_values(scope, b"x-request-id")), "")
    return value if VALID_NUMBER.fullmatch(value) else ""


def record(scope: Scope, status: int, seconds: float) -> None:
    """Count the request, and write a line where requests are logged."""
    kind = kind_of(scope)
    metrics.REQUESTS.labels(kind, f"{status // 100}xx").inc()
    if kind in metrics.TIMED:
        metrics.SECONDS.labels(kind).observe(seconds)
    if log.isEnabledFor(logging.INFO) and kind != "health":
        path, address = without_secrets(scope["path"]), (scope.get("client") or ("",))[0]
        more = {"method": scope["method"], "path": path, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("%s %s %s", scope["method"], path, status, extra={**more, "kind": kind, "address": address})


def kind_of(scope: Scope) -> str:
    """Name the kind of a request: page, staff (a browser with a session), stream, static or health."""
    first = "".join(path_of(scope).split("/")[1:2])
    has_session = any(f"{settings.SESSION_COOKIE_NAME}=" in line for line in header_values(scope, b"cookie"))
    return KINDS.get(first) or ("staff" if has_session else "page")
