"""Limit how many requests work at once, how many wait, and how much of both one address takes."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

PATIENCE = 5.0  # seconds in the queue
QUEUE = 128  # places in the queue of a lane: after a round a whole hall comes at once, mostly for what is ready
HALF_LIFE = 10.0  # seconds until half of what a network has cost is forgotten
MOST_NETWORKS = 4096


class Busy(Exception):
    """The lane and its queue are full, or the wait was too long."""


class Work:
    """How many seconds the requests of each network have lately worked: whatever they asked for, measured."""

    def __init__(self) -> None:
        self.seconds_of: dict[str, tuple[float, float]] = {}  # what it was at which time, the oldest first

    def read(self, client: str) -> float:
        """Return the seconds of a network, those long ago for less."""
        seconds, at = self.seconds_of.get(client, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE) if seconds else 0.0

    def add(self, client: str, seconds: float) -> None:
        """Count a request that has worked; the networks that have asked for nothing for the longest time go."""
        whole = self.read(client) + seconds
        self.seconds_of.pop(client, None)
        self.seconds_of[client] = whole, time.monotonic()
        if len(self.seconds_of) > MOST_NETWORKS:
            del self.seconds_of[next(iter(self.seconds_of))]


class Waiter(NamedTuple):
    client: str
    turn: asyncio.Future[None]


class Lane:
    """A number of places and a short queue. Nobody takes more than `share` of both.

    With `work`, the next place goes to whoever waits and has lately cost the least, otherwise to whoever came first.
    """

    def __init__(self, places: int, queue: int | None = None, work: Work | None = None) -> None:
        self.free, self.queue, self.work = places, QUEUE if queue is None else queue, work
        self.waiters: list[Waiter] = []
        self.share = max(1, (places + self.queue) * 3 // 4)
        self.requests_of: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """Return how many wait."""
        return len(self.waiters)

    @asynccontextmanager
    async def place(self, client: str = "") -> AsyncIterator[None]:
        """Hold one place for the block. Raise Busy. An unknown client, "", is not limited by its share."""
        if client and self.requests_of[client] >= self.share:
            raise Busy
        self.requests_of[client] += 1
        try:
            await self._find_place(client)
            try:
                yield
            finally:
                self._hand_on()
        finally:
            self.requests_of[client] -= 1
            if not self.requests_of[client]:
                del self.requests_of[client]

    async def _find_place(self, client: str) -> None:
        if self.free:
            self.free -= 1
            return
        if self.waiting >= self.queue:
            raise Busy
        waiter = Waiter(client, asyncio.get_running_loop().create_future())
        self.waiters.append(waiter)
        try:
            async with asyncio.timeout(PATIENCE):
                await waiter.turn
        except BaseException as late:
            if waiter in self.waiters:
                self.waiters.remove(waiter)
            else:  # the place came at the same moment
                self._hand_on()
            if isinstance(late, TimeoutError):
                raise Busy from late
            raise

    def _hand_on(self) -> None:
        """Give a place to the next one in the queue."""
        still_here = [each for each in self.waiters if not each.turn.done()]  # who gives up may not have left yet
        if not still_here:
            self.free += 1
            return
        work = self.work
        following = min(still_here, key=lambda each: work.read(each.client)) if work else still_here[0]
        self.waiters.remove(following)
        following.turn.set_result(None)
