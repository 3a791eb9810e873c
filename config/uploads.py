"""The body of a request, taken in before the request gets a place: whoever sends slowly holds up nobody.

A small body waits in memory. A larger one waits on disk, and only so many come in at once.
"""

import asyncio
import tempfile
from contextlib import asynccontextmanager, suppress

SMALL = 2**16
PIECE = 2**16
PATIENCE = 300  # seconds until a body has to be there


class BodyLate(Exception):
    """The body did not come in time."""


class BodyTooLarge(Exception):
    """A body without a stated length has grown too large."""


class NoRoom(Exception):
    """The disk has no room for the body."""


@asynccontextmanager
async def in_time():
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError as late:
        raise BodyLate from late


@asynccontextmanager
async def whole_body(receive, largest, upload):
    """Wait for a body and yield a `receive` that hands it out; `upload` holds a place for a large one while it comes.

    Raise BodyLate where it takes too long, BodyTooLarge where it grows larger than `largest`, NoRoom where the disk is
    full.
    """
    async with in_time():
        messages, size = [await receive()], 0
        while messages[-1].get("more_body") and (size := size + len(messages[-1].get("body", b""))) < SMALL:
            messages.append(await receive())
    if not messages[-1].get("more_body"):
        yield replayed(iter(messages), receive)
        return
    file = new_file()
    try:
        async with upload:
            gone = await take_in(file, messages, receive, largest)
        file.seek(0)
    except OSError as full:
        with suppress(OSError):  # to close it writes what is left, too
            file.close()
        raise NoRoom from full
    with file:
        yield replayed(pieces(file, gone), receive)


def new_file():
    try:
        return tempfile.TemporaryFile()
    except OSError as full:
        raise NoRoom from full


async def take_in(file, messages, receive, largest):
    """Write to the file what has come and what still comes. Return the message of a client that has gone, else None.

    Raise BodyTooLarge.
    """
    async with in_time():
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


def pieces(file, gone):
    """Yield a body on disk as messages."""
    while piece := file.read(PIECE):
        yield {"type": "http.request", "body": piece, "more_body": True}
    yield gone or {"type": "http.request", "body": b"", "more_body": False}


def replayed(messages, receive):
    """Return a `receive` that hands out the messages, and then what comes after them."""

    async def replay():
        message = next(messages, None)
        return await receive() if message is None else message

    return replay
