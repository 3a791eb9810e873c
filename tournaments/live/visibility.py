"""Decide whether a visitor may watch an event, once and before the stream starts; no connection or thread is kept."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.db import close_old_connections
from django.http import Http404, HttpRequest

from tournaments.access import tokens
from tournaments.domain.choices import TokenKind
from tournaments.queries.events import event_for

THREADS = 2
KEPT = 0.5  # seconds


class Seen(NamedTuple):
    """An event and for whose eyes it is: `inside` for those of arbiters, who see what is withheld."""

    event: int
    inside: bool


class Visibility:
    """Look events up in two threads; visitors without a session who ask for the same page share one look at a time.

    An answer serves those who come within a moment too: after a restart thousands do.
    """

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="live-visibility")
        self.shared: dict[tuple[str, str], asyncio.Future] = {}

    async def find(self, headers: dict[str, str], slug: str, view: str, token: str = "") -> Seen | None:
        """Return the event's id and who looks at it, or None where a page would be a 404."""
        if token:
            return await self.run(screened_event, token, slug, view)
        session = session_key(headers.get("cookie", ""))
        if session:
            return await self.look(session, slug, view)
        look = self.shared.get((slug, view))
        if look is None:
            look = self.shared[slug, view] = asyncio.ensure_future(self.look("", slug, view))
            look.add_done_callback(lambda done: self.forget(slug, view, done))
        return await asyncio.shield(look)

    def forget(self, slug: str, view: str, done: asyncio.Future) -> None:
        """Forget an answer after a moment; a failure, or that there is no such event, at once."""
        found = not done.cancelled() and not done.exception() and done.result()
        moment = KEPT if found else 0
        asyncio.get_running_loop().call_later(moment, self.shared.pop, (slug, view), None)

    async def look(self, session: str, slug: str, view: str) -> Seen | None:
        return await self.run(visible_event, session, slug, view)

    async def run(self, look: Callable[..., Seen | None], *what: str) -> Seen | None:
        return await asyncio.get_running_loop().run_in_executor(self.threads, look, *what)

    def stop(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def session_key(cookie: str) -> str:
    try:
        morsel = SimpleCookie(cookie).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def visible_event(session: str, slug: str, view: str) -> Seen | None:
    close_old_connections()
    try:
        event = event_for(user_of(session), slug)
        number = view.removeprefix("round-")
        if number != view and not event.rounds.filter(number=number).exists():
            return None
        return Seen(event.pk, inside=event.for_staff)
    except Http404:
        return None
    finally:
        close_old_connections()


def screened_event(token: str, slug: str, view: str) -> Seen | None:
    close_old_connections()
    try:
        return opened_by(token, slug, view)
    finally:
        close_old_connections()


def opened_by(token: str, slug: str, view: str) -> Seen | None:
    """Return the event of a display token. Its projector fetches its page itself, and watches only for news."""
    found = tokens.find_token(token, TokenKind.DISPLAY)
    watches = found is not None and found.event.slug == slug and view == "version"
    return Seen(found.event.pk, inside=False) if found and watches else None


def user_of(session: str):
    """Return the user of a session key, as Django's middleware would."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session or None)
    return get_user(request)
