"""Limit how many requests work at once, how many wait, and how much of both one address takes."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PATIENCE = 5.0  # seconds in the queue
QUEUE = 8  # places in the queue for each working request


class Busy(Exception):
    """The lane and its queue are full, or the wait was too long."""


class Lane:
    """A number of places and a short queue. No address takes more than `share` of both."""

    def __init__(self, places: int) -> None:
        self.places = asyncio.Semaphore(places)
        self.waiting, self.queue = 0, places * QUEUE
        self.share = max(1, (places + self.queue) * 3 // 4)
        self.requests_of: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, address: str = "") -> AsyncIterator[None]:
        """Hold one place for the block. Raise Busy. An unknown address is not limited by its share."""
        if address and self.requests_of[address] >= self.share:
            raise Busy
        self.requests_of[address] += 1
        try:
            async with self._queued_place():
                yield
        finally:
            self.requests_of[address] -= 1
            if not self.requests_of[address]:
                del self.requests_of[address]

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
