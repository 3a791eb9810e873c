"""Serve /static/ from memory, in front of Django: the collected files and the compressed forms next to them.

Files with a hash in their name are cached for ever. WhiteNoise iterates synchronously under ASGI, and a laptop has no
nginx; the files of this site are few.
"""

import asyncio
import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from django.conf import settings

from config.http.asgi_messages import Headers, header, path_of, respond
from config.http.content_codings import IDENTITY, SUFFIXES, choose_coding
from config.http.content_types import guess_content_type
from tournaments.access.asgi import Receive, Scope, Send

HASHED = re.compile(r"\.[0-9a-f]{12}\.[a-z0-9]+$")
NO_SNIFFING = (b"x-content-type-options", b"nosniff")
PLAIN = (b"content-type", b"text/plain; charset=utf-8")


@dataclass(frozen=True)
class Representation:
    """The bytes of a file in one content coding, with all their headers except the length."""

    etag: str
    headers: list[tuple[bytes, bytes]]
    body: bytes


class StaticFile:
    """A static file, read with its first request and kept in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.representations: dict[str, Representation] = {}

    async def representation(self, accept_encoding: str) -> Representation:
        """Return the form of the file that the client prefers."""
        if not self.representations:
            self.representations = await asyncio.to_thread(self.read)
        return self.representations[choose_coding(accept_encoding, self.representations)]

    def read(self) -> dict[str, Representation]:
        """Return the file in each content coding that it has on disk."""
        bodies = {IDENTITY: self.path.read_bytes()}
        for coding, suffix in SUFFIXES.items():
            compressed = self.path.with_name(self.path.name + suffix)
            if compressed.exists():
                bodies[coding] = compressed.read_bytes()
        digest = hashlib.sha256(bodies[IDENTITY]).hexdigest()[:24]
        return {coding: self.represent(coding, body, digest, len(bodies) > 1) for coding, body in bodies.items()}

    def represent(self, coding: str, body: bytes, digest: str, has_variants: bool) -> Representation:
        etag = f'"{digest}"' if coding == IDENTITY else f'"{digest}-{coding}"'
        lines = {"content-type": self.content_type, "cache-control": self.cache_control, "etag": etag}
        if has_variants:
            lines["vary"] = "Accept-Encoding"
        if coding != IDENTITY:
            lines["content-encoding"] = coding
        return Representation(etag, [(name.encode(), value.encode()) for name, value in lines.items()], body)

    @property
    def content_type(self) -> str:
        name = guess_content_type(self.path.name) or "application/octet-stream"
        return f"{name}; charset=utf-8" if name.startswith("text/") else name

    @property
    def cache_control(self) -> str:
        return "public, max-age=31536000, immutable" if HASHED.search(self.path.name) else "no-cache"


class StaticFiles:
    """An ASGI application. It serves only names found in the folder, so no path leads out of it."""

    def __init__(self, folder: Path | None = None, prefix: str = "") -> None:
        self.folder: Path = folder or settings.STATIC_ROOT
        self.prefix: str = prefix or settings.STATIC_URL

    @cached_property
    def files(self) -> dict[str, StaticFile]:
        """Return the files by name, listed with the first request: collectstatic has run before the server starts."""
        paths = {path for path in self.folder.rglob("*") if path.is_file()}
        forms = {path for path in paths if path.suffix in SUFFIXES.values() and path.with_suffix("") in paths}
        return {path.relative_to(self.folder).as_posix(): StaticFile(path) for path in paths - forms}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            return await answer(send, 405, [(b"allow", b"GET, HEAD")])
        file = self.files.get(path_of(scope).removeprefix(self.prefix))
        if file is None:
            return await answer(send, 404, [PLAIN], b"Not found\n")
        coded = await file.representation(header(scope, b"accept-encoding"))
        if is_unchanged(coded.etag, header(scope, b"if-none-match")):
            return await respond(send, 304, [*coded.headers, NO_SNIFFING])
        await answer(send, 200, coded.headers, coded.body, is_head=scope["method"] == "HEAD")


def is_unchanged(etag: str, if_none_match: str) -> bool:
    """Compare weakly (RFC 9110, section 13.1.2): a proxy may have weakened the tag."""
    return any(tag.strip().removeprefix("W/") in (etag, "*") for tag in if_none_match.split(","))


async def answer(send: Send, status: int, headers: Headers, body: bytes = b"", *, is_head: bool = False) -> None:
    """Send one whole answer; the answer to HEAD has the length but no body."""
    length = (b"content-length", str(len(body)).encode())
    await respond(send, status, [*headers, NO_SNIFFING, length], b"" if is_head else body)
