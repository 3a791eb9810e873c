"""Signed-in browsers: recorded, listed, ended, and signed out after 12 hours or a long pause."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from tournaments.access import lane_pass, proof, second_factor, sign_in_log
from tournaments.domain.choices import DoorKind
from tournaments.models import SignIn
from tournaments.models.prepared_queries import PreparedQuery

BROWSER = PreparedQuery(SignIn.objects.all(), "session_key")
SEEN_INTERVAL = timedelta(minutes=1)


def record_sign_in(request: HttpRequest, user: User, **_: Any) -> None:
    """Record a newly signed-in browser; its session ends at a fixed time, whatever happens until then."""
    now = timezone.now()
    request.session.set_expiry(now + timedelta(seconds=settings.SESSION_COOKIE_AGE))
    proof.note_proof(request)
    if request.session.session_key is None:
        request.session.save()
    delete_expired_sessions()
    store_sign_in(request, user, now)
    sign_in_log.write_entry(DoorKind.SIGNED_IN, request, user)


def delete_expired_sessions() -> None:
    """Delete the browsers whose sessions have expired."""
    now = timezone.now()
    SignIn.objects.filter(began_at__lt=now - timedelta(seconds=settings.SESSION_COOKIE_AGE)).delete()
    Session.objects.filter(expire_date__lt=now).delete()


def store_sign_in(request: HttpRequest, user: Any, now: datetime) -> SignIn:
    """Store the browser of a session."""
    browser = "".join(letter for letter in request.META.get("HTTP_USER_AGENT", "") if letter.isprintable())
    facts = {
        "user": user,
        "began_at": now,
        "seen_at": now,
        "address": sign_in_log.read_address(request),
        "browser": browser[:200],
    }
    return SignIn.objects.update_or_create(session_key=request.session.session_key, defaults=facts)[0]


def record_sign_out(request: HttpRequest, user: User | None, **_: Any) -> None:
    """Delete the browser of a user who signs out."""
    if user is not None:
        SignIn.objects.filter(session_key=request.session.session_key).delete()
        sign_in_log.write_entry(DoorKind.SIGNED_OUT, request, user)


def record_refused_sign_in(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """Record a wrong name or password, or a wrong second factor: then the credentials name the account."""
    name, user = str(credentials.get("username", "")), credentials.get("account")
    sign_in_log.write_entry(DoorKind.WRONG_CODE if user else DoorKind.REFUSED, request, user, name)


def end_others(request: HttpRequest, user: User, number: int | None = None) -> int:
    """End the other browsers of a user, or only the one with a number; return how many."""
    others = SignIn.objects.filter(user=user).exclude(session_key=request.session.session_key)
    if number is not None:
        others = others.filter(pk=number)
    keys = list(others.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    others.delete()
    if keys:
        sign_in_log.write_entry(DoorKind.ENDED, request, user)
    return len(keys)


def end_all(user: User) -> None:
    """End every browser of a user."""
    keys = list(SignIn.objects.filter(user=user).values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    SignIn.objects.filter(user=user).delete()


def follow_renewed_session(request: HttpRequest, old_key: str) -> None:
    """Keep the browser of a session that was given another key."""
    SignIn.objects.filter(session_key=old_key).update(session_key=request.session.session_key)


class KnownBrowser:
    """Middleware that signs out users after a long pause, records once a minute who is active, and keeps lane passes.

    If the database can't be reached it leaves the failure in `request.unreachable`, and `BusyDatabase` answers 503
    further in: Django turns whatever a middleware raises into a 500.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            self.recognise(request)
        except OperationalError as failure:
            request.unreachable = failure  # type: ignore[attr-defined]  # read by BusyDatabase
            return self.get_response(request)
        response = self.get_response(request)
        renew_lane_pass(request, response)
        return response

    def recognise(self, request: HttpRequest) -> None:
        """Check the session of a signed-in user."""
        if request.session.get(SESSION_KEY) and request.user.is_authenticated:
            self.check_pause(request)

    def check_pause(self, request: HttpRequest) -> None:
        """Sign out a browser after a long pause or without its second factor; otherwise record that it is active."""
        now = timezone.now()
        browser = BROWSER.first(session_key=request.session.session_key)
        browser = browser or store_sign_in(request, request.user, now)
        if browser.seen_at < now - settings.SESSION_IDLE or second_factor.is_missing(request.user, request.session):
            logout(request)
        elif browser.seen_at < now - SEEN_INTERVAL:
            try:
                SignIn.objects.filter(pk=browser.pk).update(seen_at=now)
            except OperationalError:
                return  # the database is busy with results; the next request records it


def renew_lane_pass(request: HttpRequest, response: HttpResponseBase) -> None:
    """Give a signed-in browser the pass of its session where it has none, and take it from everybody else. No query."""
    shown, key = request.COOKIES.get(lane_pass.COOKIE, ""), request.session.session_key
    if key and request.session.get(SESSION_KEY) and request.user.is_authenticated:
        if not lane_pass.is_valid_pass(shown, key):
            lane_pass.set_pass(response, key, int(request.session.get_expiry_date().timestamp()))
    elif shown:
        lane_pass.delete_pass(response)
