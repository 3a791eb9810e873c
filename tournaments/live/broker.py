"""Hand the newest frames to every listener of a topic. Pure asyncio: no framework, no input, no output.

A stamp names one state of an event: its epoch and version as text, `"k3f9-12"`. The broker never looks inside.
Listeners are level-triggered: each remembers only the stamp that it has, and when it is woken it takes everything
newer. There is no queue per listener, so a slow reader costs nothing. All of it runs in one event loop.

Nearly all listeners wait, have the state before, and can take a frame at once. They get it without being woken
(`Listener.take`), since waking a task costs several times as much as a write; the others are woken and take it then.
"""

import asyncio
import datetime
import zlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import batched
from typing import NamedTuple, Protocol

RING = 32
SLICE = 250  # listeners that are served before the event loop may serve somebody else, such as an arbiter

GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


def stamp(epoch: str, version: int) -> str:
    """Name one state of an event, as in stream ids and ETags."""
    return f"{epoch}-{version}"


def pack(data: bytes) -> bytes:
    """Deflate bytes into a block of its own, so that any sequence of blocks behind `GZIP_HEADER` is a gzip stream."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def chunk(data: bytes) -> bytes:
    """Return one chunk of an HTTP/1.1 answer."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class ViewKey(NamedTuple):
    """What a listener watches: `view` is "standings", "crosstable", "round-7" or "version".

    `inside` is for arbiters, `as_json` for programs, which see what everybody sees. `is_member` is for those who may
    see an event that is not public.
    """

    event: int
    view: str
    language: str
    inside: bool = False
    as_json: bool = False
    is_member: bool = False


class Ticket(NamedTuple):
    """The proof with which a visitor sees more than the public: a session's key, or the text of a display's token."""

    session: str = ""
    token: str = ""


@dataclass(frozen=True)
class Frame:
    """Finished bytes of the stream that lead from the state `base` to `stamp`; a snapshot has no base."""

    base: str | None
    stamp: str
    data: bytes

    @cached_property
    def packed(self) -> bytes:
        """The same bytes, deflated once for all listeners."""
        return pack(self.data)

    @cached_property
    def chunk(self) -> bytes:
        """The bytes as a chunk of an HTTP/1.1 answer (RFC 9112, section 7.1), written once for all listeners."""
        return chunk(self.data)

    @cached_property
    def packed_chunk(self) -> bytes:
        return chunk(self.packed)


class RenderedState(Protocol):
    """One state of an event as its renderer keeps it, to render the next one; `exact` if it is of one moment."""

    @property
    def stamp(self) -> str: ...

    @property
    def exact(self) -> bool: ...

    @property
    def changed_at(self) -> datetime.datetime: ...


class Bell:
    """An `asyncio.Event` for a single waiter, at half the cost: thousands are rung for each result."""

    __slots__ = ("rung", "waiter")

    def __init__(self) -> None:
        self.rung = False
        self.waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        self.rung = True
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    def clear(self) -> None:
        self.rung = False

    async def wait(self) -> None:
        if not self.rung:
            self.waiter = asyncio.get_running_loop().create_future()
            try:
                await self.waiter
            finally:
                self.waiter = None

    @property
    def is_awaited(self) -> bool:
        return self.waiter is not None and not self.rung


class StreamListener:
    """One open stream: the stamp that it has, and a bell.

    `push` writes a chunk to its client at once, or returns False; a stream has it only where its server offers that.
    `writing_since` says since when something waits to be written. `ticket` is that of a visitor whose rights may
    end.
    """

    def __init__(self, topic: "Topic", have: str | None, ticket: Ticket | None = None) -> None:
        self.topic = topic
        self.have = have
        self.ticket = ticket
        self.bell = Bell()
        self.beat = False
        self.closed = self.turned_away = self.stuck = self.packed = False
        self.task: asyncio.Task[object] | None = None
        self.push: Callable[[bytes], bool] | None = None
        self.writing_since: float | None = None

    def form(self, frame: Frame) -> bytes:
        """Return the bytes of a frame as this client reads them."""
        return frame.packed if self.packed else frame.data

    def take(self, frame: Frame) -> bool:
        """Write a frame from here; False if the stream's own task is at work, or has to catch up by itself."""
        if self.have != frame.base or not self.write(frame):
            return False
        self.have = frame.stamp
        return True

    def write(self, frame: Frame) -> bool:
        """Write the bytes of a frame at once, while the stream's own task sleeps; False if that is not possible."""
        if self.push is None or not self.bell.is_awaited:
            return False
        try:
            return self.push(frame.packed_chunk if self.packed else frame.chunk)
        except (OSError, RuntimeError):  # its connection just closed; its own task notices
            return False

    def drop(self) -> None:
        """End the stream at once: its client takes nothing."""
        self.stuck = True
        if self.task:
            self.task.cancel()

    def close(self) -> None:
        """Let the stream end at its next step."""
        self.closed = True
        self.bell.set()

    def turn_away(self) -> None:
        """Let the stream end, and its page show what its reader may still see."""
        self.turned_away = True
        self.close()


class Topic:
    """The present state of one key, the last frames that led to it, and who listens.

    `shown` is that state as its renderer keeps it; the broker only stores it.
    """

    def __init__(self, key: ViewKey) -> None:
        self.key = key
        self.stamp: str | None = None
        self.shown: RenderedState | None = None
        self.snapshot: Frame | None = None
        self.ring: deque[Frame] = deque(maxlen=RING)
        self.listeners: set[StreamListener] = set()
        self.lock = asyncio.Lock()  # held by whoever reads and renders for this topic

    def publish(self, stamp: str, shown: RenderedState | None, frame: Frame | None) -> None:
        """Store a newer state. Without a frame the chain breaks, and all listeners get the snapshot."""
        if frame is None or frame.base != self.stamp:
            self.ring.clear()
        if frame is not None:
            self.ring.append(frame)
        self.stamp, self.shown, self.snapshot = stamp, shown, None

    def end(self) -> None:
        """Forget the state and close the listeners: there is nothing to watch any more."""
        self.stamp = self.shown = self.snapshot = None
        self.ring.clear()
        for listener in self.listeners:
            listener.close()

    async def hand_out(self, frame: Frame | None) -> None:
        """Give all listeners the present state; `frame` leads to it."""
        async for listeners in unhurried(self.listeners):
            for listener in listeners:
                if frame is None or not listener.take(frame):
                    listener.bell.set()

    def newer(self, have: str | None) -> list[Frame] | None:
        """Return the frames that lead from `have` to the present state, or None when only a snapshot can."""
        if have == self.stamp:
            return []
        newest_first = []
        for frame in reversed(self.ring):
            newest_first.append(frame)
            if frame.base == have:
                return newest_first[::-1]
        return None


class Broker:
    """All topics that have listeners."""

    def __init__(self) -> None:
        self.topics: dict[ViewKey, Topic] = {}

    def topic(self, key: ViewKey) -> Topic:
        """Return the topic of a key; a caller must listen to it at once, or drop it."""
        return self.topics.setdefault(key, Topic(key))

    def join(self, key: ViewKey, have: str | None, ticket: Ticket | None = None) -> StreamListener:
        listener = StreamListener(self.topic(key), have, ticket)
        listener.topic.listeners.add(listener)
        return listener

    def leave(self, listener: StreamListener) -> None:
        topic = listener.topic
        topic.listeners.discard(listener)
        if not topic.listeners and self.topics.get(topic.key) is topic:
            del self.topics[topic.key]

    def listeners(self) -> list[StreamListener]:
        return [listener for topic in self.topics.values() for listener in topic.listeners]

    def of_event(self, event: int) -> list[Topic]:
        return [topic for topic in self.topics.values() if topic.key.event == event]

    def events(self) -> set[int]:
        return {key.event for key in self.topics}

    async def heartbeat(self, beat: Frame) -> None:
        """Show every client that its stream is alive."""
        async for listeners in unhurried(self.listeners()):
            for listener in listeners:
                if not listener.write(beat):
                    listener.beat = True
                    listener.bell.set()

    def drop_stuck(self, since: float) -> None:
        """Drop the streams that have been waiting for their client since a moment before `since`."""
        for listener in self.listeners():
            if listener.writing_since is not None and listener.writing_since < since:
                listener.drop()

    def close(self, listeners: Iterable[StreamListener] | None = None) -> None:
        for listener in self.listeners() if listeners is None else listeners:
            listener.close()


async def unhurried(listeners: Iterable[StreamListener]) -> AsyncIterator[tuple[StreamListener, ...]]:
    """Yield all listeners in slices, and let others have their turn after each."""
    for part in batched(tuple(listeners), SLICE):
        yield part
        await asyncio.sleep(0)
