"""What caches may keep of public views: the newest stamp, whole states, and the steps between them.

Any cache can hand these to any number of pages (docs/scale.md; the addresses are in config/http/shared_views.py). They
stand under a key of the event, and whenever something public may have become hidden, the event gets another key: then
nobody finds what a cache still keeps. A state or a step is named by its stamps. Processes gather writes into different
frames, and one that does not have what is asked for says so instead of answering with something else.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from django.db import close_old_connections

from tournaments.live import render
from tournaments.live.broker import RING, Broker, Frame, StreamListener, Topic, ViewKey
from tournaments.live.frames import Frames
from tournaments.live.states import Gone, Shown
from tournaments.live.visibility import Visibility
from tournaments.models import Event

PACE = 0.5  # seconds between two states that a head names: each of them costs a step
KEPT_STATES = 4  # of which a whole can still be rendered
FORGET_AFTER = 60  # seconds without a request
MOST_VIEWS = 500
TRIES, TRY_EVERY = 20, 0.05  # how long one waits for what another process has noticed already


class Behind(Exception):
    """This process has not noticed yet what others have."""


class Name(NamedTuple):
    """A public view in one language."""

    language: str
    slug: str
    view: str


class SharedView(StreamListener):
    """One view: a listener that keeps the frames it is handed instead of writing them."""

    def __init__(self, topic: Topic) -> None:
        super().__init__(topic, None)
        topic.listeners.add(self)
        self.key = ""
        self.frames: deque[Frame] = deque(maxlen=RING)  # each leads on from the one before
        self.stamps: deque[str] = deque(maxlen=RING)  # of the states that a head has named
        self.states: deque[Shown[render.View]] = deque(maxlen=KEPT_STATES)  # the last of them
        self.named_at = self.asked_at = time.monotonic()

    def take(self, frame: Frame) -> bool:
        if self.frames and self.frames[-1].stamp != frame.base:
            self.frames.clear()
        self.frames.append(frame)
        return True

    @property
    def shown(self) -> Shown[render.View] | None:
        return self.topic.shown if isinstance(self.topic.shown, Shown) else None

    def is_under(self, key: str) -> bool:
        """Tell whether the present state stands under a key; with a new key, forget what stood under the old one."""
        present = self.shown.event.shared_key if self.shown and not self.closed else ""
        if present != self.key:
            self.key = present
            for kept in (self.frames, self.stamps, self.states):
                kept.clear()
        return bool(present) and present == key

    def name_stamps(self) -> list[str]:
        """Return the stamps along which a page can step to the present state, the newest last."""
        shown, now = self.shown, time.monotonic()
        assert shown is not None  # it stands under a key
        is_new = self.stamps and shown.stamp != self.stamps[-1]
        if not self.stamps or (is_new and now - self.named_at >= PACE):
            self.stamps.append(shown.stamp)
            self.states.append(shown)
            self.named_at = now
        newest = self.stamps[-1]
        linked = self.linked_stamps()
        if newest not in linked:
            return [newest]
        return [stamp for stamp in linked[: linked.index(newest)] if stamp in self.stamps] + [newest]

    def linked_stamps(self) -> list[str]:
        """Return the stamps of all states between which the kept frames lead, in their order."""
        return [frame.base or "" for frame in self.frames] + [frame.stamp for frame in list(self.frames)[-1:]]

    def step(self, base: str, stamp: str) -> bytes | None:
        """Return the messages that lead from one state to another, None where they are not all here."""
        linked = self.linked_stamps()
        if base not in linked or stamp not in linked or linked.index(base) >= linked.index(stamp):
            return None
        return b"".join(frame.data for frame in list(self.frames)[linked.index(base) : linked.index(stamp)])

    def state(self, stamp: str) -> Shown[render.View] | None:
        """Return a state, None where it is not here."""
        known = [*self.states, self.shown]
        return next((shown for shown in known if shown and shown.stamp == stamp), None)


class RequestedViews:
    """All views of this process that caches ask for. What nobody asks for is forgotten."""

    def __init__(self, broker: Broker, frames: Frames, visibility: Visibility) -> None:
        self.broker, self.frames, self.visibility = broker, frames, visibility
        self.views: dict[Name, SharedView] = {}

    async def find(self, key: str, name: Name) -> SharedView | None:
        """Return a view of a public event, None if nothing stands under this key (any more). Raise Behind."""
        view = self.views.get(name)
        if view is None or not view.is_under(key):
            event = await self.visibility.run(public_event, name.slug)
            if event is None or event.shared_key != key:
                return None
            view = await self.open(event, name)
            if view is None:
                return None
            if not await reaches(lambda: view.is_under(key)):
                raise Behind
        view.asked_at = time.monotonic()
        return view

    async def open(self, event: Event, name: Name) -> SharedView | None:
        """Return a view with its present state, None where there is nothing to see."""
        view = self.views.get(name)
        if view is None or view.closed or view.topic.key.event != event.pk:
            self.forget(name)
            if len(self.views) >= MOST_VIEWS:
                self.forget(min(self.views, key=lambda each: self.views[each].asked_at))
            view = self.views[name] = SharedView(self.broker.topic(ViewKey(event.pk, name.view, name.language)))
        try:
            await self.frames.open(view.topic)
        except Gone:
            self.forget(name)
            return None
        return view

    async def read_snapshot(self, view: SharedView, stamp: str) -> bytes | None:
        """Return the message with a whole state, None where it is not here."""
        await reaches(lambda: not is_later(stamp, view.topic.stamp))
        shown = view.state(stamp)
        return await self.frames.work(view.topic, render.snapshot, shown) if shown else None

    async def read_step(self, view: SharedView, base: str, stamp: str) -> bytes | None:
        """Return the messages that lead from one state to another, None where they are not here."""
        await reaches(lambda: not is_later(stamp, view.topic.stamp))
        return view.step(base, stamp)

    def forget(self, name: Name) -> None:
        if view := self.views.pop(name, None):
            self.broker.leave(view)

    def forget_unused(self) -> None:
        """Forget the views that nobody has asked for lately."""
        limit = time.monotonic() - FORGET_AFTER
        for name in [name for name, view in self.views.items() if view.asked_at < limit or view.closed]:
            self.forget(name)


async def reaches(state: Callable[[], bool]) -> bool:
    """Wait a moment for a state; tell whether it came. The watcher here may be behind that of another process."""
    for _ in range(TRIES):
        if state():
            return True
        await asyncio.sleep(TRY_EVERY)
    return state()


def is_later(stamp: str, other: str | None) -> bool:
    """Tell whether a stamp is of a later state than another one of the same epoch."""
    epoch, _, number = stamp.rpartition("-")
    other_epoch, _, other_number = (other or "").rpartition("-")
    return epoch == other_epoch and int(number) > int(other_number)


def public_event(slug: str) -> Event | None:
    """Return a public event by its address."""
    close_old_connections()
    try:
        return Event.objects.filter(slug=slug, is_public=True).only("pk", "shared_key").first()
    finally:
        close_old_connections()
