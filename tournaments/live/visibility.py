"""Decide whether a visitor may watch an event, once before the stream starts; it keeps no connection or thread."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser, User
from django.db import close_old_connections
from django.http import Http404, HttpRequest

from tournaments.access import policy, tokens
from tournaments.domain.choices import TokenKind
from tournaments.queries.events import event_for

THREADS = 2
SHARED_FOR = 0.5  # seconds


class Seen(NamedTuple):
    """An event and who watches it: `inside` for arbiters, who see what is withheld."""

    event: int
    inside: bool


class Visibility:
    """Look events up in two threads; visitors without a session who watch the same page share one look-up.

    Its answer also serves those who come a moment later: after a restart thousands do.
    """

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="live-visibility")
        self.shared: dict[tuple[str, str], asyncio.Future[Seen | None]] = {}

    async def find(self, headers: dict[str, str], slug: str, view: str, token: str = "") -> Seen | None:
        """Return the event's id and who watches it, None where a page would be a 404."""
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

    def forget(self, slug: str, view: str, done: asyncio.Future[Seen | None]) -> None:
        """Forget an answer after a moment; a failure, or that there is no such event, at once."""
        is_visible = not done.cancelled() and not done.exception() and done.result() is not None
        moment = SHARED_FOR if is_visible else 0
        asyncio.get_running_loop().call_later(moment, self.shared.pop, (slug, view), None)

    async def look(self, session: str, slug: str, view: str) -> Seen | None:
        return await self.run(visible_event, session, slug, view)

    async def run(self, look: Callable[[str, str, str], Seen | None], *arguments: *tuple[str, str, str]) -> Seen | None:
        return await asyncio.get_running_loop().run_in_executor(self.threads, look, *arguments)

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
    """Return the event of a display token. Its projector fetches its page itself, and only watches the version."""
    display = tokens.find_token(token, TokenKind.DISPLAY)
    if display is None or display.event.slug != slug or view != "version":
        return None
    return Seen(display.event.pk, inside=False)


def user_of(session: str) -> policy.Visitor:
    """Return the user of a session key, as Django's middleware would."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session or None)
    user = get_user(request)
    return user if isinstance(user, User) else AnonymousUser()
