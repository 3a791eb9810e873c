"""Answer /static/ from memory, in front of Django: the collected files, compressed once, cached for ever where hashed.

WhiteNoise iterates synchronously under ASGI and nginx is not at hand on a laptop; the files of this site are few.
"""

import asyncio
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from django.conf import settings

HASHED = re.compile(r"\.[0-9a-f]{12}\.[a-z0-9]+$")
COMPRESSIBLE = ("text/", "application/javascript", "application/json", "image/svg+xml")
SMALLEST_COMPRESSED = 500


@dataclass(frozen=True, eq=False)
class File:
    """One static file; its bytes are read with its first request and kept."""

    path: Path

    @cached_property
    def type(self):
        name = mimetypes.guess_type(self.path.name)[0] or "application/octet-stream"
        return f"{name}; charset=utf-8" if name.startswith("text/") else name

    @cached_property
    def body(self):
        return self.path.read_bytes()

    @cached_property
    def compressed(self):
        """Return the gzip form, or None where it does not pay."""
        if len(self.body) < SMALLEST_COMPRESSED or not self.type.startswith(COMPRESSIBLE):
            return None
        return gzip.compress(self.body, mtime=0)

    @cached_property
    def etag(self):
        return f'W/"{hashlib.sha256(self.body).hexdigest()[:24]}"'

    @cached_property
    def headers(self):
        fresh = "public, max-age=31536000, immutable" if HASHED.search(self.path.name) else "no-cache"
        return {"content-type": self.type, "cache-control": fresh, "etag": self.etag, "vary": "Accept-Encoding"}

    def load(self):
        """Read and compress once, in a thread: later requests find everything in memory."""
        return self.headers, self.compressed


class StaticFiles:
    """An ASGI application. Only names found in the folder are answered, so no path leads out of it."""

    def __init__(self, folder=None, prefix=None):
        self.folder = Path(folder or settings.STATIC_ROOT)
        self.prefix = prefix or settings.STATIC_URL

    @cached_property
    def files(self):
        """Return the files by name, listed with the first request: collectstatic has run before the server starts."""
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): File(path) for path in found}

    async def __call__(self, scope, receive, send):
        file = self.files.get(scope["path"].removeprefix(scope.get("root_path", "")).removeprefix(self.prefix))
        if scope["method"] not in ("GET", "HEAD"):
            return await answer(send, 405, {"allow": "GET, HEAD"})
        if file is None:
            return await answer(send, 404, {"content-type": "text/plain; charset=utf-8"}, b"Not found\n")
        headers, compressed = await asyncio.to_thread(file.load)
        asked = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if file.etag in asked.get(b"if-none-match", ""):
            return await answer(send, 304, headers)
        body = file.body
        if compressed and "gzip" in asked.get(b"accept-encoding", ""):
            headers, body = headers | {"content-encoding": "gzip"}, compressed
        return await answer(send, 200, headers, body, head=scope["method"] == "HEAD")


async def answer(send, status, headers, body=b"", head=False):
    """Send one whole response; the answer to HEAD keeps the length and leaves out the body."""
    headers = headers | {"x-content-type-options": "nosniff"}
    if status != 304:
        headers["content-length"] = str(len(body))
    lines = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": b"" if head else body})
