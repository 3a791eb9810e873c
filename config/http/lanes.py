"""Limit how many requests work at once, how many wait, and how much of both one address takes."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PATIENCE = 5.0  # seconds in the queue
QUEUE = 128  # places in the queue of a lane: after a round a whole hall comes at once, mostly for what is ready


class Busy(Exception):
    """The lane and its queue are full, or the wait was too long."""


class Lane:
    """A number of places and a short queue. Nobody takes more than `share` of both."""

    def __init__(self, places: int, queue: int | None = None) -> None:
        self.places = asyncio.Semaphore(places)
        self.waiting, self.queue = 0, QUEUE if queue is None else queue
        self.share = max(1, (places + self.queue) * 3 // 4)
        self.requests_of: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, client: str = "") -> AsyncIterator[None]:
        """Hold one place for the block. Raise Busy. An unknown client, "", is not limited by its share."""
        if client and self.requests_of[client] >= self.share:
            raise Busy
        self.requests_of[client] += 1
        try:
            async with self._queued_place():
                yield
        finally:
            self.requests_of[client] -= 1
            if not self.requests_of[client]:
                del self.requests_of[client]

    @asynccontextmanager
    async def _queued_place(self) -> AsyncIterator[None]:
        if self.waiting >= self.queue:
            raise Busy
        self.waiting += 1
        try:
            async with asyncio.timeout(PATIENCE):
                await self.places.acquire()
        except TimeoutError as late:
            raise Busy from late
        finally:
            self.waiting -= 1
        try:
            yield
        finally:
            self.places.release()
