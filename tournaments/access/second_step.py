"""A sign-in between its two steps: the password was right, and nobody is signed in yet.

The anonymous session keeps who it is, for ten minutes, and nothing is remembered beyond the sign-in.
"""

import time
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from tournaments.access import second_factor, sign_in_log

WAITING = "waiting_for_second_step"
BY_LINK = "signed_in_by_link"
PASSWORDS = "django.contrib.auth.backends.ModelBackend"
LONGEST = 10 * 60  # seconds


def enter(request: HttpRequest, user: User, *, by_link: bool = False, then: str = "") -> bool:
    """Sign a user in who has given the first proof, or let the session wait for the second; return whether signed in.

    `then` is the page that they wanted.
    """
    if not second_factor.find_factors(user) and not second_factor.is_required(user):
        finish(request, user, by_link=by_link)
        return True
    request.session.flush()
    request.session[WAITING] = {
        "user": user.pk,
        "state": user.get_session_auth_hash(),
        "until": time.time() + LONGEST,
        "by_link": by_link,
        "then": then,
    }
    return False


def find_waiting(request: HttpRequest) -> User | None:
    """Return the user who waits for the second step in this browser; None after ten minutes or a new password."""
    waiting: dict[str, Any] = request.session.get(WAITING) or {}
    if request.user.is_authenticated or not waiting or waiting["until"] < time.time():
        return None
    user = User.objects.filter(pk=waiting["user"], is_active=True).first()
    is_same = user is not None and constant_time_compare(waiting["state"], user.get_session_auth_hash())
    return user if is_same else None


def complete(request: HttpRequest, user: User) -> str:
    """Sign in who has given the second proof, and return the page that they wanted."""
    waiting = request.session.pop(WAITING)
    request.session[second_factor.PROVED] = True
    finish(request, user, by_link=waiting["by_link"])
    return str(waiting["then"])


def finish(request: HttpRequest, user: User, *, by_link: bool) -> None:
    login(request, user, backend=PASSWORDS)
    if by_link:
        request.session[BY_LINK] = True


def is_locked(request: HttpRequest, user: User) -> bool:
    """Tell whether too much was guessed, here or at this account: the guard is that of the passwords."""
    credentials = {"username": user.get_username()}
    return sign_in_log.is_locked(request, user.get_username()) or not AxesProxyHandler.is_allowed(request, credentials)


def record_wrong(request: HttpRequest, user: User) -> None:
    """Count and log a wrong second factor like a wrong password."""
    credentials = {"username": user.get_username(), "account": user}
    user_login_failed.send(sender=__name__, credentials=credentials, request=request)
