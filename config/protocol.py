"""uvicorn's protocol with one door more: a running answer can be written to at once, by whoever holds a finished chunk.

To send one message by ASGI costs a coroutine, a dictionary and the building of a chunk for each receiver. A frame goes
to thousands, as the same bytes; handed on here it costs what the system's write does, and little else.
"""

from functools import partial

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tournaments.live.stream import PUSH

LARGEST_HEAD = 2**19  # bytes; a head or trailer that never ends would be put together anew with each piece


class Protocol(HttpToolsProtocol):
    """Offer the ASGI extension `PUSH`, a function `(chunk) -> bool`, to every request, and hang up on endless heads.

    What still comes of a body after its answer has no more time than a head has.
    """

    beside = 0  # bytes since the last request or chunk began that are no body
    patience = None  # the timer of a head that is not there yet

    def connection_made(self, transport):
        super().connection_made(transport)
        self.await_request()

    def data_received(self, data):
        super().data_received(data)
        self.beside += len(data)
        if self.beside > LARGEST_HEAD:
            self.transport.abort()
        elif self.patience is None and self.cycle is not None and self.cycle.response_complete:
            self.await_request()  # uvicorn's own timer ends with the first byte of the rest

    def on_message_begin(self):
        super().on_message_begin()
        self.beside = 0
        self.await_request()

    def on_headers_complete(self):
        super().on_headers_complete()
        self.stop_waiting()
        if self.cycle is not None and self.cycle.scope is self.scope:
            self.scope.setdefault("extensions", {})[PUSH] = partial(push, self.cycle)

    def on_chunk_header(self):
        self.beside = 0

    def on_body(self, body):
        super().on_body(body)
        self.beside -= len(body)

    def connection_lost(self, exc):
        self.stop_waiting()
        super().connection_lost(exc)

    def await_request(self):
        """Hang up soon, unless the whole head of a request comes before."""
        self.stop_waiting()
        self.patience = self.loop.call_later(settings.LIVE_WRITE_TIMEOUT, self.transport.close)

    def stop_waiting(self):
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None


def push(cycle, chunk):
    """Write a chunk of an answer whose head is out; False where that has to be waited for, or can't be done so.

    What was sent before goes first: the transport keeps the order, and is asked only while it takes more.
    """
    if cycle.flow.write_paused or cycle.disconnected or cycle.response_complete or not cycle.chunked_encoding:
        return False
    cycle.transport.write(chunk)
    return True
