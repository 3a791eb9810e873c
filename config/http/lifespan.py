"""Start the watcher of the database, the heartbeat and the jobs with the server, and stop them with it."""

import asyncio
import gc
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType

from tournaments.access.asgi import Receive, Send
from tournaments.live.stream import streams
from tournaments.worker import worker

# Seconds for which a thread that computes keeps the interpreter while others wait. An entry asks the database for a
# hundred things, and would wait after each one for whoever makes a large page meanwhile.
SWITCH_INTERVAL = 0.0001

type SignalHandler = Callable[[int, FrameType | None], object]


async def lifespan(receive: Receive, send: Send) -> None:
    """Answer the messages of the ASGI lifespan."""
    while (await receive())["type"] == "lifespan.startup":
        close_streams_on_signal()
        await streams.start()
        await worker.start()
        relax_garbage_collector()
        sys.setswitchinterval(SWITCH_INTERVAL)
        await send({"type": "lifespan.startup.complete"})
    await worker.stop()
    await streams.stop()
    await send({"type": "lifespan.shutdown.complete"})


def relax_garbage_collector() -> None:
    """Collect less often: a collection walks over thousands of open streams and finds nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 20)


def close_streams_on_signal() -> None:
    """End the streams as soon as the server must stop: it ends the lifespan only after the last open answer."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        handler = signal.getsignal(number)
        if callable(handler):
            signal.signal(number, close_streams_before(handler, loop))


def close_streams_before(handler: SignalHandler, loop: asyncio.AbstractEventLoop) -> SignalHandler:
    """Wrap the server's own signal handler."""

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(streams.close_all)
        handler(number, frame)

    return handle
