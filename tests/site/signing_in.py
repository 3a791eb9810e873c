"""Somebody who is signed in, for tests that are not about signing in."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import get_random_string

from tournaments.access.proof import PROVED_AT
from tournaments.models import SignIn

BACKEND = settings.AUTHENTICATION_BACKENDS[-1]


def sign_in(client, user, backend=BACKEND):
    """Store a session with its browser, and give the client its cookie.

    A real one also deletes what has expired, clears the failures and writes a log: 28 queries instead of two.
    """
    now = timezone.now()
    ends = now + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    facts = {SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: backend, HASH_SESSION_KEY: user.get_session_auth_hash()}
    facts[PROVED_AT] = now.timestamp()
    facts["_session_expiry"] = ends.isoformat()
    key = get_random_string(32)
    Session.objects.bulk_create([Session(session_key=key, session_data=SessionStore().encode(facts), expire_date=ends)])
    SignIn.objects.bulk_create([SignIn(user=user, session_key=key, began_at=now, seen_at=now, address="127.0.0.1")])
    client.cookies[settings.SESSION_COOKIE_NAME] = key
