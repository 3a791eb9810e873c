"""Signed-in browsers: listed, ended, and closed by themselves after 12 hours or a long pause."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.utils import timezone

from tournaments.access import session_cache, sign_in_log
from tournaments.domain.choices import DoorKind
from tournaments.models import SignIn

NOTED_EVERY = timedelta(minutes=1)


def begin(sender, request, user, **_) -> None:
    """Note a new signed-in browser; its session ends at a fixed time, whatever is done until then."""
    now = timezone.now()
    request.session.set_expiry(now + timedelta(seconds=settings.SESSION_COOKIE_AGE))
    if request.session.session_key is None:
        request.session.save()
    sweep()
    keep(request, user, now)
    sign_in_log.note(DoorKind.SIGNED_IN, request, user)


def sweep() -> None:
    """Forget the browsers whose sessions have run out."""
    now = timezone.now()
    SignIn.objects.filter(began_at__lt=now - timedelta(seconds=settings.SESSION_COOKIE_AGE)).delete()
    Session.objects.filter(expire_date__lt=now).delete()


def keep(request, user, now) -> SignIn:
    browser = "".join(letter for letter in request.META.get("HTTP_USER_AGENT", "") if letter.isprintable())
    facts = {
        "user": user,
        "began_at": now,
        "seen_at": now,
        "address": sign_in_log.address_of(request),
        "browser": browser[:200],
    }
    return SignIn.objects.update_or_create(session_key=request.session.session_key, defaults=facts)[0]


def end(sender, request, user, **_) -> None:
    """Forget a browser that signs out."""
    if user is not None:
        SignIn.objects.filter(session_key=request.session.session_key).delete()
        session_cache.forget(request.session.session_key)
        sign_in_log.note(DoorKind.SIGNED_OUT, request, user)


def refuse(sender, credentials, request=None, **_) -> None:
    """Note a wrong name or password."""
    sign_in_log.note(DoorKind.REFUSED, request, name=str(credentials.get("username", "")))


def end_others(request, user, number: int | None = None) -> int:
    """End the other browsers of a user, or one of them; return how many."""
    others = SignIn.objects.filter(user=user).exclude(session_key=request.session.session_key)
    if number is not None:
        others = others.filter(pk=number)
    keys = list(others.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    others.delete()
    if keys:
        sign_in_log.note(DoorKind.ENDED, request, user)
    return len(keys)


def end_all(user) -> None:
    """End every browser of a user."""
    keys = list(SignIn.objects.filter(user=user).values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    SignIn.objects.filter(user=user).delete()


def renewed(request, old_key: str) -> None:
    """Follow a session that got another key."""
    SignIn.objects.filter(session_key=old_key).update(session_key=request.session.session_key)


class KnownBrowser:
    """Middleware. Sign out whoever was away for too long, and note who is there, once a minute.

    Where the database is away it leaves the failure in `request.unreachable`: `BusyDatabase` answers 503 further in,
    since Django makes a 500 of whatever a middleware raises.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        try:
            self.recognise(request)
        except OperationalError as failure:
            request.unreachable = failure
        return self.get_response(request)

    def recognise(self, request) -> None:
        if request.session.get(SESSION_KEY) and request.user.is_authenticated:
            self.look(request)
            if request.user.is_authenticated:
                session_cache.note(request.session.session_key)

    def look(self, request) -> None:
        now = timezone.now()
        known = SignIn.objects.filter(session_key=request.session.session_key).first() or keep(
            request, request.user, now
        )
        if known.seen_at < now - settings.SESSION_IDLE:
            logout(request)
        elif known.seen_at < now - NOTED_EVERY:
            try:
                SignIn.objects.filter(pk=known.pk).update(seen_at=now)
            except OperationalError:
                return  # the database is busy with results; the next request notes it
