"""The event stream: a bare ASGI application in front of Django, because a Django view costs a thread per open stream.

    GET /live/<slug>/<view>/?v=<stamp>&lang=<language>

A projector carries its display token in `s`, which opens an event that is not public too. Programs ask for
`format=json`: they get the same frames as values, of public events, as everybody sees them, from any web page.

`v` is the stamp that the page was rendered at, so that the first connect catches up; a reconnect carries it in
Last-Event-ID. A client with an unknown, an older or a future stamp gets the whole view, then frames.
A heartbeat is a message named `beat`: a page has to notice silence, and htmx does not show it comments.
"""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs

from django.conf import settings
from django.db import OperationalError

from tournaments.access.asgi import Receive, Scope, Send
from tournaments.access.client_address import read_client_address
from tournaments.live.broker import GZIP_HEADER, Broker, Frame, StreamListener, Ticket, ViewKey, pack
from tournaments.live.frames import Frames
from tournaments.live.guard import Guard
from tournaments.live.shared import RequestedViews
from tournaments.live.states import PAGES_ALONE, VIEWS, Gone
from tournaments.live.visibility import Seen, Visibility, session_key
from tournaments.live.watcher import Newest, watcher_for
from tournaments.operation import metrics

HEARTBEAT_EVERY = 6  # seconds: a page that has heard nothing for two of them knows that its line is dead
BEAT = Frame(None, "", b": alive\nevent: beat\ndata: {}\n\n")  # JSON too, for the programs
PATH = re.compile(rf"/live/(?P<slug>[\w-]+)/(?P<view>{VIEWS})/")
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"Accept-Encoding"),
]
PIECE = 2**14  # bytes that are handed over at once
PUSH = "crosstable.push"  # an ASGI extension of config/http/protocol.py: write a chunk now, without waiting
READABLE = (b"access-control-allow-origin", b"*")
LEGIBLE = (READABLE, (b"access-control-expose-headers", b"Retry-After"))  # other origins read when to come again


type Query = dict[str, list[str]]


class Streams:
    """All open streams of this process with their broker, their watcher and one timer."""

    def __init__(self) -> None:
        self.broker = Broker()
        self.visibility = Visibility()
        self.guard = Guard(self.broker, self.visibility)
        self.frames = Frames(self.broker, self.guard.turn_away)
        self.shared = RequestedViews(self.broker, self.frames, self.visibility)
        self.open = self.served = 0
        self.open_of: Counter[str] = Counter()
        self.tasks: list[asyncio.Task[None]] = []
        self.closing = False

    async def start(self) -> None:
        """Start the watcher and the heartbeat, once: by lifespan, or by the first stream where a server has none."""
        if not self.tasks:
            watcher = watcher_for(settings.DATABASES["default"], self.broker.events, self.report)
            tasks = (watcher.run(), self.look_after(), self.guard.keep_watch())
            self.tasks = [asyncio.create_task(task) for task in tasks]

    async def stop(self) -> None:
        self.close_all()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.frames.stop()
        self.visibility.stop()

    def close_all(self) -> None:
        """End every stream; each client is told to come back after a moment of its own."""
        self.closing = True
        self.broker.close()

    def report(self, newest: Newest) -> None:
        """Take what the watcher has noticed: frames for what changed, and perhaps somebody's rights ended."""
        self.frames.report(newest)
        self.guard.check_soon()

    async def look_after(self) -> None:
        """Send heartbeats to all streams, and drop those whose client takes nothing.

        There is one timer for all: a time limit around each write costs more than the write.
        """
        while True:
            for _ in range(HEARTBEAT_EVERY):
                await asyncio.sleep(1)
                self.broker.drop_stuck(time.monotonic() - settings.LIVE_WRITE_TIMEOUT)
            await self.broker.heartbeat(BEAT)
            self.shared.forget_unused()
            self.guard.check_soon()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        path = PATH.fullmatch(scope["path"].removeprefix(scope.get("root_path", "")))
        if not path:
            await refuse(send, 404)
            return
        if scope["method"] != "GET":
            await refuse(send, 405, (b"allow", b"GET"))
            return
        address = read_client_address(scope)
        if self.full(address):
            metrics.STREAMS_REFUSED.inc()
            await refuse(send, 503, (b"retry-after", str(spread(10, 30)).encode()), *LEGIBLE)
            return
        with self.counted(address) as number:
            query = parse_qs(scope["query_string"].decode("latin-1"))
            try:
                seen = await self.find(headers_of(scope), path, query)
            except OperationalError:
                await refuse(send, 503, (b"retry-after", str(spread(2, 10)).encode()), *LEGIBLE)
                return
            if seen is None:
                await refuse(send, 404)
                return
            await self.start()
            key = ViewKey(seen.event, path["view"], language(query), seen.inside, wants_json(query), seen.is_member)
            listener = self.broker.join(key, known_stamp(scope, query), ticket_of(seen, headers_of(scope), query))
            try:
                await self.serve(listener, scope, receive, send, is_timed=number % metrics.SAMPLE == 1)
            finally:
                self.broker.leave(listener)

    async def find(self, headers: dict[str, str], path: re.Match[str], query: Query) -> Seen | None:
        """Return the event and who watches it; a program sees what everybody sees, even where somebody is signed in."""
        if wants_json(query):
            is_for_programs = path["view"] not in PAGES_ALONE
            return await self.visibility.find({}, path["slug"], path["view"]) if is_for_programs else None
        return await self.visibility.find(headers, path["slug"], path["view"], query.get("s", [""])[0])

    def full(self, address: str) -> bool:
        """Tell whether one more stream is too many. A whole hall may share one address."""
        crowded = self.open_of[address] >= settings.LIVE_STREAMS_OF_ONE_ADDRESS
        return self.closing or crowded or self.open >= settings.LIVE_STREAMS

    @contextmanager
    def counted(self, address: str) -> Iterator[int]:
        self.open += 1
        self.served += 1
        self.open_of[address] += 1
        try:
            yield self.served
        finally:
            self.open -= 1
            self.open_of[address] -= 1
            if not self.open_of[address]:
                del self.open_of[address]

    async def serve(
        self, listener: StreamListener, scope: Scope, receive: Receive, send: Send, *, is_timed: bool
    ) -> None:
        """Send the headers at once, then pump until the client goes, stops reading, or the server ends the stream."""
        listener.packed = packed = "gzip" in headers_of(scope).get("accept-encoding", "")
        headers = HEADERS + ([(b"content-encoding", b"gzip")] if packed else [])
        headers += [READABLE] if listener.topic.key.as_json else []
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        listener.task = asyncio.current_task()
        leaving = asyncio.create_task(close_when_gone(receive, listener))
        try:
            await write(listener, send, (GZIP_HEADER if packed else b"") + listener.form(BEAT))
            await self.frames.open(listener.topic)
            if not is_timed:
                listener.push = scope.get("extensions", {}).get(PUSH)
            await self.pump(listener, send, is_timed)
        except (OperationalError, Gone):
            pass  # the database is away, which the watcher logs, or the round; the page comes back and sees which
        except asyncio.CancelledError:
            if not listener.stuck:
                raise
            return  # the server drops the connection
        finally:
            leaving.cancel()
        retry = farewell("ended" if listener.turned_away else "restart")
        await send({"type": "http.response.body", "body": pack(retry) if packed else retry})

    async def pump(self, listener: StreamListener, send: Send, is_timed: bool) -> None:
        """Send the listener every new state until it is closed; mostly the broker does so without waking this task."""
        while True:
            listener.bell.clear()
            if listener.closed:
                return
            frames = listener.topic.newer(listener.have)
            if frames is None:
                frames = [await self.frames.snapshot(listener.topic)]
            if frames:
                await deliver(listener, send, frames, is_timed)
            elif listener.beat:
                await write(listener, send, listener.form(BEAT))
            else:
                await listener.bell.wait()
                continue
            listener.beat = False


async def deliver(listener: StreamListener, send: Send, frames: list[Frame], is_timed: bool) -> None:
    """Send frames, and note which state the listener has then."""
    shown = listener.topic.shown
    changed_at = shown.changed_at if shown and is_timed and frames[0].base else None
    await write(listener, send, b"".join(map(listener.form, frames)))
    listener.have = frames[-1].stamp
    if changed_at:
        metrics.observe_latency(changed_at)


async def write(listener: StreamListener, send: Send, body: bytes) -> None:
    """Send bytes in pieces; each waits while the client has not taken the earlier ones.

    What is not sent yet is the view's own bytes, once for all clients: each would else have a copy in its buffers.
    """
    for start in range(0, len(body), PIECE):
        listener.writing_since = time.monotonic()
        await send({"type": "http.response.body", "body": body[start : start + PIECE], "more_body": True})
    listener.writing_since = None


async def close_when_gone(receive: Receive, listener: StreamListener) -> None:
    """Close the listener when its client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()


async def refuse(send: Send, status: int, *more: tuple[bytes, bytes]) -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store"), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body"})


def farewell(event: str) -> bytes:
    """Tell a client to come back after half a second to three, so that all do not come at once.

    The event is "restart", or "ended" where the page shows more than its reader may see now.
    """
    return f"event: {event}\nretry: {spread(500, 3000)}\ndata: {{}}\n\n".encode()


def spread(least: int, most: int) -> int:
    return random.randint(least, most)  # noqa: S311 - spreads load, guards nothing


def ticket_of(seen: Seen, headers: dict[str, str], query: Query) -> Ticket | None:
    """Return the ticket by which a stream was opened, None for a public stream."""
    if wants_json(query):
        return None
    if token := query.get("s", [""])[0]:
        return Ticket(token=token)
    return Ticket(session_key(headers.get("cookie", ""))) if seen.inside or seen.is_member else None


def headers_of(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def known_stamp(scope: Scope, query: Query) -> str | None:
    return headers_of(scope).get("last-event-id") or query.get("v", [""])[0] or None


def wants_json(query: Query) -> bool:
    return query.get("format") == ["json"]


def language(query: Query) -> str:
    code = query.get("lang", [""])[0]
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


streams = Streams()
metrics.SPECTATORS.set_function(lambda: streams.open)
close_all = streams.close_all
