"""Receive the whole body of a request before it takes a place, so that a slow sender holds nobody up.

A small body waits in memory, a larger one on disk. Only a few large ones are received at once.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import IO

from tournaments.access.asgi import Message, Receive

SMALL = 2**16
CHUNK = 2**16
PATIENCE = 300.0  # seconds for the whole body


class BodyTooLate(Exception):
    """The body did not arrive in time."""


class BodyTooLarge(Exception):
    """A body without a stated length has grown too large."""


class DiskFull(Exception):
    """The disk has no room for the body."""


@asynccontextmanager
async def time_limit() -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError as late:
        raise BodyTooLate from late


@asynccontextmanager
async def whole_body(
    receive: Receive, largest: int, upload: AbstractAsyncContextManager[None]
) -> AsyncIterator[Receive]:
    """Wait for the body and yield a `receive` that replays it; a large one holds the place `upload` while it arrives.

    Raise BodyTooLate, DiskFull, or BodyTooLarge where it exceeds `largest` bytes.
    """
    async with time_limit():
        messages = [await receive()]
        size = len(messages[-1].get("body", b""))
        while messages[-1].get("more_body") and size < SMALL:
            messages.append(await receive())
            size += len(messages[-1].get("body", b""))
    if not messages[-1].get("more_body"):
        yield replay(iter(messages), receive)
        return
    file = temporary_file()
    try:
        async with upload:
            disconnect = await receive_into(file, messages, receive, largest)
        file.seek(0)
    except OSError as full:
        with suppress(OSError):  # closing writes what is left, too
            file.close()
        raise DiskFull from full
    with file:
        yield replay(read_messages(file, disconnect), receive)


def temporary_file() -> IO[bytes]:
    try:
        return tempfile.TemporaryFile()
    except OSError as full:
        raise DiskFull from full


async def receive_into(file: IO[bytes], messages: list[Message], receive: Receive, largest: int) -> Message | None:
    """Write the received messages and all further ones to the file. Raise BodyTooLarge.

    Return the message of a client that has disconnected, otherwise None.
    """
    async with time_limit():
        size, message = sum(len(each.get("body", b"")) for each in messages), messages[-1]
        for each in messages:
            file.write(each.get("body", b""))
        while message.get("more_body"):
            message = await receive()
            if message["type"] == "http.disconnect":
                return message
            size += len(message.get("body", b""))
            if size > largest:
                raise BodyTooLarge
            file.write(message.get("body", b""))
    return None


def read_messages(file: IO[bytes], disconnect: Message | None) -> Iterator[Message]:
    """Yield a body on disk as messages."""
    while chunk := file.read(CHUNK):
        yield {"type": "http.request", "body": chunk, "more_body": True}
    yield disconnect or {"type": "http.request", "body": b"", "more_body": False}


def replay(messages: Iterator[Message], receive: Receive) -> Receive:
    """Return a `receive` that hands out the messages, then whatever the client sends next."""

    async def receive_next() -> Message:
        message = next(messages, None)
        return await receive() if message is None else message

    return receive_next
