"""Publish the frames of public events to nchan, the push module of nginx, for audiences beyond our own streams.

One process does that (LIVE_NCHAN_URL); the pages of every process subscribe at nginx (LIVE_NCHAN_PATH). nchan knows no
versions: it sends the newest message to newcomers, and what they missed to those who return. So each message names the
states that it leads from and to, a beat names the present one, and a page that finds a gap reloads itself
(static/shared/live.js). A channel is named `<slug>/standings/<language>` or `<slug>/version`.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from http import HTTPStatus
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from django.conf import settings
from django.db import OperationalError, close_old_connections
from django.utils import timezone

from tournaments.domain.event.log_actions import Effect, actions_with
from tournaments.live.broker import Broker, Frame, Key, Listener
from tournaments.live.frames import Frames
from tournaments.live.states import Gone
from tournaments.models import Event, LogEntry

log = logging.getLogger(__name__)

LOOK_EVERY = 5
TRY_AGAIN = 1
TIMEOUT = 10
RUNNING = timedelta(days=1)  # since the last change
BEAT = "beat"


class Relay:
    """A listener for each channel, and a thread that posts."""

    def __init__(self, broker: Broker, frames: Frames) -> None:
        self.broker, self.frames = broker, frames
        self.channels: dict[str, asyncio.Task[None]] = {}
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-relay")

    async def run(self) -> None:
        """Follow the public events that are running, until cancelled."""
        try:
            while True:
                with suppress(OperationalError):  # the feed logs it
                    self.follow_only(dict(await self.work(wanted_channels)))
                await asyncio.sleep(LOOK_EVERY)
        finally:
            for task in self.channels.values():
                task.cancel()
            self.thread.shutdown(wait=False, cancel_futures=True)

    def follow_only(self, wanted: dict[str, Key]) -> None:
        for channel in list(self.channels):
            if channel not in wanted or self.channels[channel].done():
                self.channels.pop(channel).cancel()
        for channel in wanted.keys() - self.channels.keys():
            self.channels[channel] = asyncio.create_task(self.follow(channel, wanted[channel]))

    async def follow(self, channel: str, key: Key) -> None:
        """Publish what is new in one topic; what could not be published is published later."""
        listener = self.broker.join(key, None)
        try:
            await self.frames.open(listener.topic)
            while not listener.closed:
                try:
                    await self.publish_newer(channel, listener)
                except URLError as failure:
                    log.warning("nchan does not take messages (%s); they are sent again.", failure.reason)
                    await asyncio.sleep(TRY_AGAIN)
            if listener.topic.stamp is None:  # not for the public any more: readers and buffer go at once
                await self.work(delete, channel)
        except (OperationalError, Gone):
            pass  # the channel is followed again after the next look at the events
        finally:
            self.broker.leave(listener)

    async def publish_newer(self, channel: str, listener: Listener) -> None:
        listener.bell.clear()
        topic, frames = listener.topic, listener.topic.newer(listener.have)
        if frames is None or (listener.beat and not frames):
            assert topic.stamp is not None  # the topic was opened
            stamp = topic.stamp
            await self.work(post, channel, BEAT, stamp)
            listener.have, listener.beat = stamp, False
            return
        is_hiding: bool = await self.work(hides_something, topic.key.event, listener.have)
        if frames and is_hiding:
            await self.work(delete, channel)
            await self.work(post, channel, BEAT, frames[-1].stamp)
            listener.have = frames[-1].stamp
            return
        for frame in frames:
            await self.work(post, channel, *message(frame))
            listener.have = frame.stamp
        if not frames:
            await listener.bell.wait()

    async def work[*Arguments, Result](self, task: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self.thread, task, *arguments)


def wanted_channels() -> list[tuple[str, Key]]:
    close_old_connections()
    try:
        running = Event.objects.filter(is_public=True, changed_at__gte=timezone.now() - RUNNING)
        return [pair for event in running.values_list("pk", "slug") for pair in channels_of(*event)]
    finally:
        close_old_connections()


def hides_something(event: int, stamp: str | None) -> bool:
    """Tell whether something that was public has been hidden since a state: what nchan keeps may still show it."""
    close_old_connections()
    try:
        since = int((stamp or "-0").rpartition("-")[2])
        log = LogEntry.objects.filter(event=event, version__gt=since, action__in=actions_with(Effect.HIDES))
        return log.exists()
    finally:
        close_old_connections()


def channels_of(event: int, slug: str) -> Iterator[tuple[str, Key]]:
    yield f"{slug}/version", Key(event, "version", settings.LANGUAGE_CODE)
    for language, _name in settings.LANGUAGES:
        yield f"{slug}/standings/{language}", Key(event, "standings", language)


def message(frame: Frame) -> tuple[str, str]:
    """Return name and text of a frame's message."""
    lines = frame.data.decode().splitlines()
    name = "".join(line.removeprefix("event: ") for line in lines if line.startswith("event: "))
    text = "\n".join(line.removeprefix("data: ") for line in lines if line.startswith("data: "))
    return name, text


def post(channel: str, name: str, text: str) -> None:
    """Hand one message to nchan. Raise URLError where it does not take it."""
    headers = {"Content-Type": "text/plain"} | ({"X-EventSource-Event": name} if name else {})
    send(Request(settings.LIVE_NCHAN_URL + channel, text.encode(), headers))  # noqa: S310 - set by the operator


def delete(channel: str) -> None:
    """Let nchan forget a channel with all that it keeps, and disconnect its readers. Raise URLError."""
    try:
        send(Request(settings.LIVE_NCHAN_URL + channel, method="DELETE"))  # noqa: S310
    except HTTPError as answer:
        if answer.code != HTTPStatus.NOT_FOUND:  # nobody has used it
            raise


def send(request: Request) -> None:
    try:
        urlopen(request, timeout=TIMEOUT).close()  # noqa: S310
    except TimeoutError as late:
        raise URLError("it does not answer") from late
