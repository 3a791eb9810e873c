"""Limit how many requests Django handles at once: it has no bound on threads, and the desk must survive a flood.

Everybody has a lane. A browser is staff if it shows the pass of its session (`access/lane_pass.py`), which takes no
query to check; a session without one, which may be forged, waits in a narrow lane. The results that the staff enter go
a few at a time, in the order in which they come: more writers would only wait for each other, the unlucky ones for
seconds. Passwords, costly public pages, programs with a token, slips and projectors have narrow lanes too, so that none
of them delays another. And because all threads share one interpreter with the desk, only a few requests work at once of
everybody who is not staff.

Among those, a free place goes to the network whose requests have lately worked for the least time. It is measured, so
that no list must name what costs much: who asks for many large pages waits behind who asks for one.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from django.conf import settings
from django.http import parse_cookie

from config.http.asgi_messages import Application, header_values, path_of
from config.http.lanes import Busy, Lane, Work
from config.http.refusals import BUSY, CLOSE, DISK_FULL, RETRY, TOO_LARGE, TOO_SLOW, accepted, refuse
from config.http.route_classes import has_token_in_address, is_api, is_costly, is_entry, is_program, is_sign_in
from config.http.uploads import BodyTooLarge, BodyTooLate, DiskFull, whole_body
from tournaments.access.asgi import Message, Receive, Scope, Send
from tournaments.access.client_address import read_client_address
from tournaments.access.lane_pass import COOKIE, is_valid_pass

LARGEST_BODY = 2**24  # a larger one could fill the disk before any view refuses it
LARGEST_RATING_LIST = 2**26 + 2**20  # a rating list and its form, from somebody with a session
RATING_LISTS = "/ratings/"
OF_STAFF = ("staff", "entries")
AT_ONCE = 2  # working requests of all who are not staff
BESIDE = (*OF_STAFF, "sign-in")  # lanes beyond that number: checking a password leaves the interpreter to others
OF_ONE_BROWSER = 4  # a browser of the staff takes so many requests for each place of their lane
LARGEST_HELD_ANSWER = 2**22


class Admission:
    """Wrap an ASGI application. A request holds a place while it works, not while a slow phone sends or reads."""

    def __init__(self, app: Application, limits: Mapping[str, int] | None = None) -> None:
        self.app = app
        places_of = limits or settings.ADMISSION
        self.work = Work()
        self.lanes = {
            name: Lane(places, work=None if name in OF_STAFF else self.work) for name, places in places_of.items()
        }
        self.uploads = {name: Lane(max(1, places // 2)) for name, places in places_of.items()}
        for name in OF_STAFF:
            self.lanes[name].share = OF_ONE_BROWSER * places_of[name]
        self.others = Lane(AT_ONCE, work=self.work)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = lane_of(scope)
        lane, largest = self.lanes[name], largest_body(scope, name)
        if declared_size(scope) > largest:
            return await refuse(send, 413, TOO_LARGE, to_program=is_api(scope))
        answer, client = HeldAnswer(send), client_of(scope, name)
        try:
            async with (
                whole_body(receive, largest, self.uploads[name].place(client)) as receive_body,
                lane.place(client),
                self.turn(name, client),
            ):
                await self.app(scope, receive_body, answer.send)
        except Busy:
            return await refuse(send, 503, BUSY, RETRY, accept=accepted(scope), to_program=is_api(scope))
        except DiskFull:
            return await refuse(send, 503, DISK_FULL, RETRY, accept=accepted(scope), to_program=is_api(scope))
        except BodyTooLarge:
            # Otherwise the client might go on sending for ever.
            return await refuse(send, 413, TOO_LARGE, CLOSE, to_program=is_api(scope))
        except BodyTooLate:
            return await refuse(send, 408, TOO_SLOW, to_program=is_api(scope))
        except asyncio.CancelledError:  # the server ends: whoever asked may ask the next one
            if not answer.messages:
                await refuse(send, 503, BUSY, RETRY, accept=accepted(scope), to_program=is_api(scope))
            raise
        await answer.deliver()

    def turn(self, lane: str, client: str) -> AbstractAsyncContextManager[None]:
        """Return what lets the staff work at once, and others a few at a time, who has cost little before the rest."""
        return nullcontext() if lane in BESIDE else self.measured_turn(client)

    @asynccontextmanager
    async def measured_turn(self, client: str) -> AsyncIterator[None]:
        """Hold one of the turns of visitors, and count how long."""
        async with self.others.place(client):
            began = time.monotonic()
            try:
                yield
            finally:
                self.work.add(client, time.monotonic() - began)


class HeldAnswer:
    """Hold an answer back until its request has given up its place; one that is too large goes out in pieces."""

    def __init__(self, send: Send) -> None:
        self.forward, self.size = send, 0
        self.messages: list[Message] = []

    async def send(self, message: Message) -> None:
        self.messages.append(message)
        self.size += len(message.get("body", b""))
        if self.size > LARGEST_HELD_ANSWER:
            await self.deliver()

    async def deliver(self) -> None:
        messages, self.messages = self.messages, []
        for message in messages:
            await self.forward(message)


def largest_body(scope: Scope, lane: str) -> int:
    """Return the size limit of a body: rating lists are large, and nobody sends one without a session."""
    return LARGEST_RATING_LIST if path_of(scope) == RATING_LISTS and lane != "public" else LARGEST_BODY


def declared_size(scope: Scope) -> int:
    """Return the length of the body as the request states it, 0 where it does not."""
    stated = next(iter(header_values(scope, b"content-length")), "0")
    return int(stated) if stated.isdecimal() and stated.isascii() and len(stated) < 20 else 0


def lane_of(scope: Scope) -> str:
    """Name the lane of a request, by its pass, its address and its cookies."""
    if is_sign_in(scope):
        return "sign-in"
    session, shown = session_and_pass(scope)
    if session and is_valid_pass(shown, session):
        return "entries" if is_entry(scope) else "staff"
    if is_costly(scope):
        return "costly"
    if is_program(scope):
        return "programs"
    if has_token_in_address(scope):
        return "tokens"
    return "unverified" if session else "public"


def client_of(scope: Scope, lane: str) -> str:
    """Return who takes a place: a browser of the staff by its session, for a hall shares one address; others by it."""
    return session_and_pass(scope)[0] if lane in OF_STAFF else read_client_address(scope)


def session_and_pass(scope: Scope) -> tuple[str, str]:
    """Return the cookie of the session and the pass of its lane, "" for each that is missing."""
    cookies = parse_cookie("; ".join(header_values(scope, b"cookie")))
    return cookies.get(settings.SESSION_COOKIE_NAME, ""), cookies.get(COOKIE, "")
