"""Limit how many requests Django handles at once: it has no bound on threads, and the desk must survive a flood.

Spectators and staff have separate lanes. A browser is staff once Django has verified its session. A session cookie that
this process has not seen yet, which may be forged, waits in a narrow lane of its own, so forged cookies delay neither
staff nor spectators. Checking a password takes a hundred megabytes and most of a second, so sign-ins have a narrow lane
too.
"""

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

from django.conf import settings

from config.http.asgi_messages import Application, header_values, path_of
from config.http.lanes import Busy, Lane
from config.http.refusals import BUSY, CLOSE, DISK_FULL, RETRY, TOO_LARGE, TOO_SLOW, accepted, refuse
from config.http.uploads import BodyTooLarge, BodyTooLate, DiskFull, whole_body
from tournaments.access.asgi import Message, Receive, Scope, Send
from tournaments.access.client_address import read_client_address
from tournaments.access.session_cache import is_known_session

LARGEST_BODY = 2**24  # a larger one could fill the disk before any view refuses it
LARGEST_RATING_LIST = 2**26 + 2**20  # a rating list and its form, from somebody with a session
RATING_LISTS = "/ratings/"
SIGN_INS = ("/signin/", "/admin/login/")
LARGEST_HELD_ANSWER = 2**22


class Admission:
    """Wrap an ASGI application. A request holds a place while it works, not while a slow phone sends or reads."""

    def __init__(self, app: Application, limits: Mapping[str, int] | None = None) -> None:
        self.app = app
        places_of = limits or settings.ADMISSION
        self.lanes = {name: Lane(places) for name, places in places_of.items()}
        self.uploads = {name: Lane(max(1, places // 2)) for name, places in places_of.items()}
        self.lanes["public"].share = settings.PAGES_OF_ONE_ADDRESS or self.lanes["public"].share

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = lane_of(scope)
        lane, largest = self.lanes[name], largest_body(scope, name)
        if announced_size(scope) > largest:
            return await refuse(send, 413, TOO_LARGE)
        answer, address = HeldAnswer(send), read_client_address(scope)
        try:
            async with (
                whole_body(receive, largest, self.uploads[name].place(address)) as receive_body,
                lane.place(address),
            ):
                await self.app(scope, receive_body, answer.send)
        except Busy:
            return await refuse(send, 503, BUSY, RETRY, accept=accepted(scope))
        except DiskFull:
            return await refuse(send, 503, DISK_FULL, RETRY, accept=accepted(scope))
        except BodyTooLarge:
            return await refuse(send, 413, TOO_LARGE, CLOSE)  # otherwise the client might go on sending for ever
        except BodyTooLate:
            return await refuse(send, 408, TOO_SLOW)
        await answer.deliver()


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


def announced_size(scope: Scope) -> int:
    """Return the length of the body as the request states it, 0 where it does not."""
    stated = next(iter(header_values(scope, b"content-length")), "0")
    return int(stated) if stated.isdecimal() and stated.isascii() and len(stated) < 20 else 0


def lane_of(scope: Scope) -> str:
    """Name the lane of a request: "sign-in" where a password must be checked, otherwise by its session cookie.

    That is "public" without one, "staff" with a verified one, and "unverified" with any other.
    """
    if scope.get("method") == "POST" and path_of(scope) in SIGN_INS:
        return "sign-in"
    session = session_key(scope)
    if session is None:
        return "public"
    return "staff" if is_known_session(session) else "unverified"


def session_key(scope: Scope) -> str | None:
    """Return the session cookie of a request, None without one."""
    try:
        morsel = SimpleCookie("; ".join(header_values(scope, b"cookie"))).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return None
    return morsel.value if morsel else None
