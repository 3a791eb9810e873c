"""Let only so many requests into Django at once: it has no bound on threads, and the desk must survive a flood.

Spectators and staff wait in lanes of their own. A browser is staff once Django has found its session to be true; a
session cookie that this process does not know yet, such as a forged one, waits in a narrow lane of its own. So made-up
cookies hold up neither the staff nor the spectators. Checking a password costs a hundred megabytes and a good part of a
second, so those who sign in have a narrow lane too.
"""

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from http.cookies import CookieError, SimpleCookie

from django.conf import settings

from config.uploads import BodyLate, BodyTooLarge, NoRoom, whole_body
from config.waiting import DISK_FULL, told
from tournaments.access.client_address import visitor
from tournaments.access.session_cache import is_proven

PATIENCE = 5  # seconds in the queue
QUEUE = 8  # places in the queue for each place inside
RETRY_AFTER = 2
LARGEST_BODY = 2**24  # what is larger would fill the disk before any view could refuse it
LARGEST_LIST = 2**26 + 2**20  # a rating list and its form, of somebody with a session
LISTS = "/ratings/"
DOORS = ("/signin/", "/admin/login/")
LARGEST_ANSWER_HELD = 2**22
BUSY = "The server is busy. Please try again in a moment. – Der Server ist ausgelastet, bitte gleich noch einmal.\n"
LATE = "What you sent took too long to arrive. – Was Sie gesendet haben, brauchte zu lange.\n"
TOO_LARGE = "This is too large to be sent here. – Das ist zu groß, um es hierher zu senden.\n"


class Busy(Exception):
    """The lane is full and its queue too, or the wait was too long."""


class Lane:
    """So many requests inside, a short queue, and no more. No address takes more than its share of both."""

    def __init__(self, places):
        self.places = asyncio.Semaphore(places)
        self.waiting, self.queue = 0, places * QUEUE
        self.share = max(1, (places + self.queue) * 3 // 4)
        self.here = Counter()

    @asynccontextmanager
    async def place(self, address=""):
        """Hold one place for the block, or raise Busy; where the address is not known, it is not counted."""
        if address and self.here[address] >= self.share:
            raise Busy
        self.here[address] += 1
        try:
            async with self.one_place():
                yield
        finally:
            self.here[address] -= 1
            if not self.here[address]:
                del self.here[address]

    @asynccontextmanager
    async def one_place(self):
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


class Admission:
    """Wrap an ASGI application. A place is held while it works, not while a slow phone sends or reads."""

    def __init__(self, app, limits=None):
        self.app = app
        self.lanes = {name: Lane(places) for name, places in (limits or settings.ADMISSION).items()}
        self.uploads = {name: Lane(max(1, places // 2)) for name, places in (limits or settings.ADMISSION).items()}
        self.lanes["public"].share = settings.PAGES_OF_ONE_ADDRESS or self.lanes["public"].share

    async def __call__(self, scope, receive, send):
        name = lane_of(scope)
        lane, largest = self.lanes[name], largest_body(scope, name)
        if announced_size(scope) > largest:
            return await refuse(send, 413, TOO_LARGE)
        outbox, address = Outbox(send), visitor(scope)
        try:
            async with (
                whole_body(receive, largest, self.uploads[name].place(address)) as receive,
                lane.place(address),
            ):
                await self.app(scope, receive, outbox.send)
        except Busy:
            return await refuse(send, 503, BUSY, (b"retry-after", str(RETRY_AFTER).encode()), accept=accepted(scope))
        except NoRoom:
            return await refuse(
                send, 503, DISK_FULL, (b"retry-after", str(RETRY_AFTER).encode()), accept=accepted(scope)
            )
        except BodyTooLarge:
            return await refuse(send, 413, TOO_LARGE, (b"connection", b"close"))  # more of it may come without end
        except BodyLate:
            return await refuse(send, 408, LATE)
        await outbox.deliver()


class Outbox:
    """Keep an answer back until its place is given up; one too large to keep goes out as it comes."""

    def __init__(self, send):
        self.forward, self.kept, self.size = send, [], 0

    async def send(self, message):
        self.kept.append(message)
        self.size += len(message.get("body", b""))
        if self.size > LARGEST_ANSWER_HELD:
            await self.deliver()

    async def deliver(self):
        kept, self.kept = self.kept, []
        for message in kept:
            await self.forward(message)


def largest_body(scope, lane):
    """Return how much may be sent: rating lists are large, and nobody sends one without a session."""
    return LARGEST_LIST if path_of(scope) == LISTS and lane != "public" else LARGEST_BODY


def path_of(scope):
    return scope.get("path", "").removeprefix(scope.get("root_path", ""))


def announced_size(scope):
    """Return the length of the body as the request states it, 0 where it does not."""
    stated = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(stated) if stated.isdigit() and len(stated) < 20 else 0


def lane_of(scope):
    """Name the lane of a request: "door" with a password to be checked, else by its session cookie.

    That is "public" without one, "staff" with a true one, and "unproven" with any other.
    """
    if scope.get("method") == "POST" and path_of(scope) in DOORS:
        return "door"
    session = session_of(scope)
    if session is None:
        return "public"
    return "staff" if is_proven(session) else "unproven"


def session_of(scope):
    """Return the session cookie of a request, None without one."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                morsel = SimpleCookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
            except CookieError:
                return None
            return morsel.value if morsel else None
    return None


def accepted(scope):
    """Return what the client of a request wants to read, as its header says; "" where a page would land in a page."""
    headers = dict(scope["headers"])
    return "" if b"hx-request" in headers else headers.get(b"accept", b"").decode("latin-1")


async def refuse(send, status, sentence, *more, accept=""):
    """Answer with one sentence, in a browser on a page; outbox and browser try again after a 503."""
    kind, text = told(sentence, accept)
    headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store"), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
