"""The second cookie of a signed-in browser, by which the HTTP front chooses a lane without asking the database.

It says when the session ends at the latest, and holds an HMAC over the session's key and that time. It only chooses a
lane and never grants anything: whoever shows it after signing out waits among the staff, and is then nobody to Django.
"""

import time
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "lane"
SALT = "tournaments.access.lane_pass"
LONGEST_TIME = 12  # digits


def create_pass(session_key: str, ends_at: int) -> str:
    """Return the pass of a session; `ends_at` is in seconds since 1970."""
    signature = salted_hmac(SALT, f"{session_key}:{ends_at}", algorithm="sha256").hexdigest()
    return f"{ends_at}.{signature}"


def is_valid_pass(text: str, session_key: str) -> bool:
    """Tell whether this server made the pass for the session, which was to end later than now."""
    ends_at = text.partition(".")[0]
    if not (ends_at.isascii() and ends_at.isdecimal() and len(ends_at) <= LONGEST_TIME):
        return False
    return time.time() < int(ends_at) and constant_time_compare(text, create_pass(session_key, int(ends_at)))


def set_pass(response: HttpResponseBase, session_key: str, ends_at: int) -> None:
    """Give the browser of a session its pass, under the same conditions as the cookie of the session."""
    response.set_cookie(
        COOKIE,
        create_pass(session_key, ends_at),
        max_age=max(0, ends_at - int(time.time())),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        **_place(),
    )


def delete_pass(response: HttpResponseBase) -> None:
    """Take the pass from a browser whose session has ended."""
    response.delete_cookie(COOKIE, **_place())


def _place() -> dict[str, Any]:
    return {
        "path": settings.SESSION_COOKIE_PATH,
        "domain": settings.SESSION_COOKIE_DOMAIN,
        "samesite": settings.SESSION_COOKIE_SAMESITE,
    }
