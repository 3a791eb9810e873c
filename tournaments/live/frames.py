"""Keep every topic at the newest state: read, compare and render once for all its listeners, in a worker thread."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from django.db import close_old_connections
from django.utils import translation

from tournaments.live import plain, render
from tournaments.live.broker import Broker, Frame, RenderedState, Topic, ViewKey
from tournaments.live.states import Gone
from tournaments.live.watcher import Newest
from tournaments.operation import metrics

log = logging.getLogger(__name__)

PAUSE = 0.25
REST = 3  # while entries come without a pause, frames take a quarter of the time
PAUSE_AFTER_FAILURE = 2


class FrameFormat[Shown: RenderedState](Protocol):
    """What reads and writes the states of a topic."""

    def read(self, key: ViewKey) -> Shown: ...

    def snapshot(self, shown: Shown) -> bytes: ...

    def step(self, before: Shown, after: Shown) -> bytes: ...


async def turn_nobody_away(topic: Topic) -> None:
    """Let every listener stay, where nobody's rights can end."""


class Frames:
    """Keep the topics of a broker at the newest state: one thread reads and renders, once for all listeners."""

    def __init__(self, broker: Broker, turn_away: Callable[[Topic], Awaitable[None]] = turn_nobody_away) -> None:
        """`turn_away` closes the listeners of a topic whose rights have ended, before anybody gets the next frame."""
        self.broker, self.turn_away, self.clock = broker, turn_away, time.monotonic
        self.newest: Newest = {}
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-frames")

    def report(self, newest: Newest) -> None:
        """Update the topics that are behind the newest stamps of the watcher, and close those of deleted events."""
        self.newest = newest
        for event, stamp in newest.items():
            if stamp is None:
                self.broker.close([each for topic in self.broker.of_event(event) for each in topic.listeners])
            else:
                self.set_to_work(event)

    def set_to_work(self, event: int) -> None:
        if event not in self.tasks and self.behind(event):
            self.tasks[event] = asyncio.create_task(self.catch_up(event))

    def behind(self, event: int) -> list[Topic]:
        newest = self.newest.get(event)
        return [topic for topic in self.broker.of_event(event) if newest and topic.stamp not in (None, newest)]

    async def catch_up(self, event: int) -> None:
        """Move the topics of an event on; writes during the pause go into one next frame."""
        try:
            while topics := self.behind(event):
                begun, failed = self.clock(), False
                for topic in topics:
                    try:
                        await self.move(topic)
                    except Gone:
                        topic.end()
                    except Exception:  # whatever broke a rendering, the next state may render again
                        log.exception("The frame of %s could not be rendered.", topic.key)
                        failed = True
                # The entries come first; who has waited for a database that was away has taken nothing from them.
                rest = PAUSE_AFTER_FAILURE if failed else max(PAUSE, REST * (self.clock() - begun))
                await asyncio.sleep(rest)
        finally:
            del self.tasks[event]

    async def open(self, topic: Topic) -> None:
        """Read the state of a new topic; the first of its listeners does it for all. Raise Gone."""
        async with topic.lock:
            if topic.stamp is None:
                shown = await self.work(topic, format_of(topic).read, topic.key)
                topic.publish(shown.stamp, shown, None)
                await topic.hand_out(None)
                self.set_to_work(topic.key.event)  # a report that came meanwhile found no state to compare with

    async def move(self, topic: Topic) -> None:
        """Read the newest state and publish the frame that leads to it. Raise Gone."""
        async with topic.lock:
            form = format_of(topic)
            before, after = topic.shown, await self.work(topic, form.read, topic.key)
            assert before is not None  # a topic that is behind has a state
            if after.stamp == before.stamp:
                return
            await self.turn_away(topic)
            frame = Frame(before.stamp, after.stamp, await self.work(topic, form.step, before, after))
            metrics.FRAMES.labels(topic.key.view.partition("-")[0]).inc()
            topic.publish(after.stamp, after, frame)
            await topic.hand_out(frame)

    async def snapshot(self, topic: Topic) -> Frame:
        """Return the whole of a topic's present state, rendered when the first listener needs it. Raise Gone."""
        async with topic.lock:
            if topic.stamp is None:
                raise Gone
            if topic.snapshot is None:
                data = await self.work(topic, format_of(topic).snapshot, topic.shown)
                topic.snapshot = Frame(None, topic.stamp, data)
            return topic.snapshot

    async def work[*Arguments, Result](
        self, topic: Topic, task: Callable[[*Arguments], Result], *arguments: *Arguments
    ) -> Result:
        """Run a task in the thread, under the topic's language, and keep no connection."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, in_language, topic.key.language, task, *arguments)

    def stop(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        self.thread.shutdown(wait=False, cancel_futures=True)


def format_of(topic: Topic) -> FrameFormat[Any]:
    """Return the format of a topic: HTML for pages, JSON for programs. Each reads its states back from the topic."""
    if topic.key.as_json:
        return plain
    return render


def in_language[*Arguments, Result](
    language: str, task: Callable[[*Arguments], Result], *arguments: *Arguments
) -> Result:
    close_old_connections()
    try:
        with translation.override(language):
            return task(*arguments)
    finally:
        close_old_connections()
