"""Read requests and send answers as ASGI messages, for everything that works in front of Django."""

from collections.abc import Awaitable, Callable, Iterable

from tournaments.access.asgi import Receive, Scope, Send

type Application = Callable[[Scope, Receive, Send], Awaitable[None]]
type Headers = Iterable[tuple[bytes, bytes]]

NO_STORE = (b"cache-control", b"no-store")


def path_of(scope: Scope) -> str:
    """Return the path below the folder that a proxy serves the site at."""
    path: str = scope.get("path", "")
    return path.removeprefix(scope.get("root_path", ""))


def header_values(scope: Scope, name: bytes) -> list[str]:
    """Return the values of all header lines with a lower-case name."""
    return [value.decode("latin-1") for found, value in scope["headers"] if found == name]


def header(scope: Scope, name: bytes) -> str:
    """Return a header, its lines joined by commas; "" where it is missing."""
    return ", ".join(header_values(scope, name))


def has_header(scope: Scope, name: bytes) -> bool:
    return any(found == name for found, _ in scope["headers"])


async def respond(send: Send, status: int, headers: Headers, body: bytes = b"") -> None:
    """Send one whole answer."""
    await send({"type": "http.response.start", "status": status, "headers": list(headers)})
    await send({"type": "http.response.body", "body": body})
