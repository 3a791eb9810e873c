"""Trust a fixed number of proxies to say who sends a request and whether it came over HTTPS.

Each proxy appends the address of its client to X-Forwarded-For. With one trusted proxy the last address counts, with
two the last but one; visitors may have written anything further left themselves.
"""

from ipaddress import ip_address
from typing import Any

from django.conf import settings

from config.http.asgi_messages import Application, header_values
from tournaments.access.asgi import Receive, Scope, Send

SCHEMES = ("http", "https")


class Proxies:
    """Wrap an ASGI application. Without trusted proxies the headers are ignored."""

    def __init__(self, app: Application, trusted: int | None = None) -> None:
        self.app = app
        self.trusted: int = settings.TRUSTED_PROXIES if trusted is None else trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.trusted and scope["type"] == "http":
            scope = visitor_scope(scope, self.trusted)
        return await self.app(scope, receive, send)


def visitor_scope(scope: Scope, trusted: int) -> Scope:
    """Return the scope with the visitor's own address and scheme, as the trusted proxies report them."""
    addresses, schemes = list_header(scope, b"x-forwarded-for"), list_header(scope, b"x-forwarded-proto")
    reported: dict[str, Any] = {}
    if len(addresses) >= trusted and (address := parse_address(addresses[-trusted])):
        reported["client"] = (address, 0)
    if schemes and schemes[-min(trusted, len(schemes))] in SCHEMES:
        reported["scheme"] = schemes[-min(trusted, len(schemes))]
    return {**scope, **reported}


def list_header(scope: Scope, name: bytes) -> list[str]:
    """Return the values of a header that separates them by commas, on one or several lines."""
    return [part.strip() for line in header_values(scope, name) for part in line.split(",")]


def parse_address(text: str) -> str | None:
    """Return an IP address in its usual spelling without port and brackets, None for anything else."""
    bare = text.removeprefix("[").partition("]")[0] if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ip_address(bare))
    except ValueError:
        return None
