"""Answer what caches ask for of public views, in front of Django and from memory (tournaments/live/shared.py).

    GET /shared/<key>/<language>/<slug>/<view>/head/                  200, or 410 where the key is not that of the event
    GET /shared/<key>/<language>/<slug>/<view>/snapshot/<stamp>/      200, or 404 where this process lacks the state
    GET /shared/<key>/<language>/<slug>/<view>/steps/<from>/<to>/     200, or 404 likewise

No answer depends on a cookie. Caches keep a head for a second, since it changes, and all else for a minute, since it
never does. A 404 is not kept: another process may have what this one lacks.
"""

import asyncio
import gzip
import re

import brotli
from django.conf import settings
from django.db import OperationalError

from config.http.asgi_messages import NO_STORE, Headers, header, path_of, respond
from config.http.content_codings import IDENTITY, choose_coding
from config.http.refusals import RETRY
from config.http.static_files import NO_SNIFFING, PLAIN
from tournaments.access.asgi import Receive, Scope, Send
from tournaments.live.shared import Behind, Name, SharedView
from tournaments.live.states import VIEWS
from tournaments.live.stream import Streams
from tournaments.operation.bounded_cache import BoundedCache

STAMP = r"[\w-]{1,20}-\d{1,12}"
PATH = re.compile(
    rf"/shared/(?P<key>\w{{1,12}})/(?P<language>[a-z-]{{2,7}})/(?P<slug>[\w-]+)/(?P<view>{VIEWS})/"
    rf"(?P<what>head|snapshot|steps)/((?P<stamp>{STAMP})/)?((?P<to>{STAMP})/)?",
    re.ASCII,
)
STAMPS = {"head": 0, "snapshot": 1, "steps": 2}  # in the address
FOR_A_SECOND = (b"cache-control", b"public, max-age=0, s-maxage=1")
FOR_A_MINUTE = (b"cache-control", b"public, max-age=60")
VARY = (b"vary", b"Accept-Encoding")
SMALLEST = 200  # bytes, below which compression gains nothing
MOST_KEPT = 128  # answers
COMPRESS = {"br": lambda data: brotli.compress(data, quality=5), "gzip": lambda data: gzip.compress(data, 6, mtime=0)}


class SharedViews:
    """The ASGI application. An answer that many ask for at once is made once."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams
        self.answers: BoundedCache[tuple[str, str], asyncio.Task[tuple[Headers, bytes] | None]]
        self.answers = BoundedCache("answers to caches", MOST_KEPT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = PATH.fullmatch(path_of(scope))
        if not address or not is_whole(address):
            return await respond(send, 404, [NO_STORE])
        if scope["method"] not in ("GET", "HEAD"):
            return await respond(send, 405, [NO_STORE, (b"allow", b"GET, HEAD")])
        await self.streams.start()
        try:
            view = await self.streams.shared.find(address["key"], Name(*address.group("language", "slug", "view")))
            if address["what"] == "head":
                return await send_head(send, view)
            answer = await self.find_answer(address, view, header(scope, b"accept-encoding")) if view else None
        except (OperationalError, Behind):
            return await respond(send, 503, [NO_STORE, RETRY])
        if view is None or answer is None or not view.is_under(address["key"]):  # it may have been hidden meanwhile
            return await respond(send, 404, [NO_STORE])
        headers, body = answer
        await respond(send, 200, [*headers, length_of(body)], body)

    async def find_answer(
        self, address: re.Match[str], view: SharedView, accepted: str
    ) -> tuple[Headers, bytes] | None:
        """Return headers and body, from memory where they are."""
        coding = choose_coding(accepted)
        asked = address[0], coding
        task = self.answers.get(asked)
        if task is None:
            task = asyncio.create_task(self.make_answer(address, view, coding))
            self.answers.put(asked, task)
        try:
            answer = await asyncio.shield(task)
        except BaseException:
            self.answers.drop(asked)
            raise
        if answer is None:
            self.answers.drop(asked)  # it may come
        return answer

    async def make_answer(self, address: re.Match[str], view: SharedView, coding: str) -> tuple[Headers, bytes] | None:
        shared = self.streams.shared
        if address["what"] == "snapshot":
            body = await shared.read_snapshot(view, address["stamp"])
        else:
            body = await shared.read_step(view, address["stamp"], address["to"])
        if body is None:
            return None
        headers = [PLAIN, NO_SNIFFING, FOR_A_MINUTE, VARY]
        if len(body) < SMALLEST or coding == IDENTITY:
            return headers, body
        packed = await asyncio.to_thread(COMPRESS[coding], body)
        return [*headers, (b"content-encoding", coding.encode())], packed


def is_whole(address: re.Match[str]) -> bool:
    """Tell whether an address has a language of the site and as many stamps as it needs."""
    stamps = sum(address[name] is not None for name in ("stamp", "to"))
    return stamps == STAMPS[address["what"]] and address["language"] in dict(settings.LANGUAGES)


async def send_head(send: Send, view: SharedView | None) -> None:
    """Send the stamps of a view, or that it is gone for good; caches keep that too, since all its pages ask at once."""
    if view is None:
        return await respond(send, 410, [FOR_A_SECOND, length_of(b"")])
    body = " ".join(view.name_stamps()).encode()
    await respond(send, 200, [PLAIN, NO_SNIFFING, FOR_A_SECOND, length_of(body)], body)


def length_of(body: bytes) -> tuple[bytes, bytes]:
    return b"content-length", str(len(body)).encode()
