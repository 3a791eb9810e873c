"""Decide whether a visitor may watch an event: before the stream starts, and again whenever a right may have ended."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.models import Session
from django.db import close_old_connections
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournaments.access import policy, second_factor, tokens
from tournaments.domain.choices import TokenKind
from tournaments.live.broker import Ticket, ViewKey
from tournaments.models import Event, Round, SignIn
from tournaments.queries.event.events import reader_for

THREADS = 2
SHARED_FOR = 0.5  # seconds


class Seen(NamedTuple):
    """An event and who watches it: `inside` for arbiters, who see what is withheld; a member sees a hidden event."""

    event: int
    inside: bool
    is_member: bool = False


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

    async def find_ended(self, key: ViewKey, tickets: Collection[Ticket]) -> set[Ticket]:
        """Return the tickets that no longer open what they opened."""
        return await self.run(ended_tickets, key, tickets)

    async def find_hidden(self, keys: Collection[ViewKey]) -> set[ViewKey]:
        """Return those of the public's topics that the public may not see any more."""
        return await self.run(hidden_topics, keys)

    async def run[*Arguments, Answer](self, look: Callable[[*Arguments], Answer], *arguments: *Arguments) -> Answer:
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
        reader = reader_for(user_of(session), slug)
        number = view.removeprefix("round-")
        if number != view and not reader.event.rounds.filter(number=number).exists():
            return None
        return Seen(reader.event.pk, reader.is_staff, is_member=not reader.event.is_public)
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
    return Seen(display.event.pk, inside=False, is_member=not display.event.is_public)


def hidden_topics(keys: Collection[ViewKey]) -> set[ViewKey]:
    """Return the topics whose event is hidden, or whose round is gone. Two queries for any number of topics."""
    close_old_connections()
    try:
        events = {key.event for key in keys}
        public = set(Event.objects.filter(pk__in=events, is_public=True).values_list("pk", flat=True))
        rounds = set(Round.objects.filter(event__in=public).values_list("event", "number"))
    finally:
        close_old_connections()
    numbers = {key: key.view.removeprefix("round-") for key in keys}
    gone = {key for key, number in numbers.items() if number != key.view and (key.event, int(number)) not in rounds}
    return gone | {key for key in keys if key.event not in public}


def ended_tickets(key: ViewKey, tickets: Collection[Ticket]) -> set[Ticket]:
    """Return the tickets that open an event no longer, or for another role. Four queries for any number of sessions."""
    close_old_connections()
    try:
        event = Event.objects.filter(pk=key.event).first()
        if event is None:
            return set(tickets)
        users = users_of([each.session for each in tickets if each.session])
        roles = dict(event.memberships.filter(user__in=users.values()).values_list("user", "role"))
        roles |= {user.pk: policy.SUPERUSER for user in users.values() if user.is_superuser}
        return {each for each in tickets if not opens(each, key, event, users, roles)}
    finally:
        close_old_connections()


def opens(ticket: Ticket, key: ViewKey, event: Event, users: Mapping[str, User], roles: Mapping[int, str]) -> bool:
    """Tell whether a ticket still opens an event as it did."""
    if ticket.token:
        display = tokens.find_token(ticket.token, TokenKind.DISPLAY)
        return display is not None and display.event_id == key.event
    user = users.get(ticket.session)
    role = roles.get(user.pk, "") if user else ""
    may_see = event.is_public or policy.allows(role, policy.VIEW)
    return may_see and key.inside == policy.allows(role, policy.INSIDE)


def users_of(sessions: Collection[str]) -> dict[str, User]:
    """Return the users of valid sessions, by their keys. Three queries."""
    now = timezone.now()
    paused = SignIn.objects.filter(session_key__in=sessions, seen_at__lt=now - settings.SESSION_IDLE)
    valid = Session.objects.filter(session_key__in=sessions, expire_date__gt=now)
    valid = valid.exclude(session_key__in=paused.values("session_key"))
    facts = {each.session_key: each.get_decoded() for each in valid}
    known = User.objects.in_bulk({int(each[SESSION_KEY]) for each in facts.values() if SESSION_KEY in each})
    users = {key: known.get(int(each.get(SESSION_KEY, 0))) for key, each in facts.items()}
    return {key: user for key, user in users.items() if user and is_of(user, facts[key])}


def is_of(user: User, session: Mapping[str, Any]) -> bool:
    """Tell whether a session still fits its user: active, and with the proofs that they need."""
    digests = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    is_proved = any(constant_time_compare(session.get(HASH_SESSION_KEY, ""), each) for each in digests)
    return user.is_active and is_proved and not second_factor.is_missing(user, session)


def user_of(session: str) -> policy.Visitor:
    """Return the user of a session key, as Django's middleware would."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session or None)
    user = get_user(request)
    if not isinstance(user, User) or second_factor.is_missing(user, request.session):
        return AnonymousUser()
    return user
