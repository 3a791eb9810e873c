"""Extend uvicorn's protocol so that a finished chunk can be written to a running answer at once.

Sending one message through ASGI costs a coroutine, a dictionary and the building of a chunk for each receiver. A frame
goes to thousands of receivers as the same bytes; here it costs little more than the system's write.
"""

import asyncio
import socket
from functools import partial
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tournaments.live.stream import PUSH

LARGEST_HEAD = 2**19  # bytes; each piece of an endless head or trailer would be joined to all before it
MOST_WAITING = 2**14  # bytes for a stream that its client has not taken, here and in the system: it may take none


class Protocol(HttpToolsProtocol):
    """Offer every request the ASGI extension `PUSH`, a function `(chunk) -> bool`, and hang up on endless heads.

    The rest of a body that arrives after its answer has no more time than a head.
    """

    head_size = 0  # bytes since the last request or chunk began that belong to no body
    head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self.start_head_timer()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.head_size += len(data)
        if self.head_size > LARGEST_HEAD:
            self.transport.abort()
        elif self.head_timer is None and self.cycle is not None and self.cycle.response_complete:
            self.start_head_timer()  # uvicorn's own timer ends with the first byte of the rest

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head_size = 0
        self.start_head_timer()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.stop_head_timer()
        if self.cycle is not None and self.cycle.scope is self.scope:
            extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
            extensions[PUSH] = partial(push, self.cycle)
            if self.scope["path"].startswith("/live/"):
                bound_buffers(self.transport)

    def on_chunk_header(self) -> None:
        self.head_size = 0

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self.head_size -= len(body)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_head_timer()
        super().connection_lost(exc)

    def start_head_timer(self) -> None:
        """Hang up unless the whole head of a request arrives in time."""
        self.stop_head_timer()
        self.head_timer = self.loop.call_later(settings.LIVE_WRITE_TIMEOUT, self.transport.close)

    def stop_head_timer(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None


def bound_buffers(transport: asyncio.Transport) -> None:
    """Let a stream wait early for its client: thousands may be open, and the system would keep megabytes for each."""
    transport.set_write_buffer_limits(high=MOST_WAITING)
    connection = transport.get_extra_info("socket")
    if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_WAITING)


def push(cycle: RequestResponseCycle, chunk: bytes) -> bool:
    """Write a chunk of an answer whose head has been sent; return False where it would have to wait or can't be sent.

    Chunks keep their order, since the transport keeps it and is used only while it accepts more.
    """
    if cycle.flow.write_paused or cycle.disconnected or cycle.response_complete or not cycle.chunked_encoding:
        return False
    cycle.transport.write(chunk)
    return True
