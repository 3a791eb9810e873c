"""Number, time and count every request, at the outermost door."""

import logging
import re
import secrets
import time

from django.conf import settings

from config.logs import request_id, without_secrets
from tournaments.operation import metrics

log = logging.getLogger("crosstable.requests")

ACCEPTED = re.compile(rb"[\w.-]{8,64}")
KINDS = {"live": "stream", "static": "static", "health": "health", "metrics": "health"}


class Watched:
    """Wrap an ASGI application. A trusted proxy may have given the request its number; every answer carries it."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        number = given(scope) or secrets.token_hex(8)
        token = request_id.set(number)
        begin, status = time.perf_counter(), 500

        def numbered(message):  # no coroutine of its own: each frame of each stream passes here
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", []), (b"x-request-id", number.encode())]}
            return send(message)

        try:
            await self.app(scope, receive, numbered)
        finally:
            note(scope, status, time.perf_counter() - begin)
            request_id.reset(token)


def given(scope):
    """Return the number that a trusted proxy gave the request, "" for none or for one that is no such number."""
    if not settings.TRUSTED_PROXIES:
        return ""
    value = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    return value.decode() if ACCEPTED.fullmatch(value) else ""


def note(scope, status, seconds):
    """Count the request, and write a line where requests are logged."""
    kind = kind_of(scope)
    metrics.REQUESTS.labels(kind, f"{status // 100}xx").inc()
    if kind in metrics.TIMED:
        metrics.SECONDS.labels(kind).observe(seconds)
    if log.isEnabledFor(logging.INFO) and kind != "health":
        path, address = without_secrets(scope["path"]), (scope.get("client") or ("",))[0]
        more = {"method": scope["method"], "path": path, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("%s %s %s", scope["method"], path, status, extra={**more, "kind": kind, "address": address})


def kind_of(scope):
    """Name the kind of a request: page, staff (a browser with a session), stream, static or health."""
    first = scope["path"].removeprefix(scope.get("root_path", "")).split("/")[1:2]
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    is_staff = f"{settings.SESSION_COOKIE_NAME}=".encode() in cookies
    return KINDS.get("".join(first)) or ("staff" if is_staff else "page")
