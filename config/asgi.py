"""Put the parts of the site behind one ASGI door: streams, static files, health, and Django behind its limits.

Any ASGI server may serve `config.asgi:application`. Django refuses `lifespan`, so it is answered here.
"""

import asyncio
import gc
import os
import signal
import threading

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# What follows reads models and settings, which are ready from here on.
from config.admission import Admission  # noqa: E402
from config.handler import Handler  # noqa: E402
from config.operation import Operation  # noqa: E402
from config.proxies import Proxies  # noqa: E402
from config.static import StaticFiles  # noqa: E402
from config.watched import Watched  # noqa: E402
from tournaments.live.stream import streams  # noqa: E402
from tournaments.worker import worker  # noqa: E402

pages = Admission(Handler())
static_files = StaticFiles()
operation = Operation()


async def parts(scope, receive, send):
    """Choose by the path; `root_path` is set where a proxy serves the site below a folder."""
    if scope["type"] == "lifespan":
        return await lifespan(receive, send)
    path = scope.get("path", "").removeprefix(scope.get("root_path", ""))
    if path.startswith("/live/"):
        return await streams(scope, receive, send)
    if path.startswith("/static/"):
        return await static_files(scope, receive, send)
    if path.startswith(("/health/", "/metrics/")):
        return await operation(scope, receive, send)
    return await pages(scope, receive, send)


application = Proxies(Watched(parts))


async def lifespan(receive, send):
    """Start feed, heartbeat and jobs with the server, and stop them with it."""
    while (await receive())["type"] == "lifespan.startup":
        close_streams_on_signal()
        await streams.start()
        await worker.start()
        quieten_collector()
        await send({"type": "lifespan.startup.complete"})
    await worker.stop()
    await streams.stop()
    await send({"type": "lifespan.shutdown.complete"})


def quieten_collector():
    """Let the garbage collector look more rarely: it walks over thousands of open streams and finds nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 20)


def close_streams_on_signal():
    """End the streams as soon as the server is told to stop: it ends the lifespan only after the last open answer."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        servers = signal.getsignal(number)
        if callable(servers):
            signal.signal(number, ending(servers, loop))


def ending(servers, loop):
    """Wrap the server's own signal handler."""

    def handle(number, stack):
        loop.call_soon_threadsafe(streams.close_all)
        servers(number, stack)

    return handle
