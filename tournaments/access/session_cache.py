"""The session cookies that this process has recently seen to be valid, for the HTTP front.

Django's middleware remembers a session after its own check; the front then recognises a signed-in browser without
asking the database.
"""

import time
from collections import OrderedDict
from threading import Lock

MAX_SESSIONS = 10_000
LIFETIME = 15 * 60  # seconds; a browser in use is seen again long before


_seen: OrderedDict[str, float] = OrderedDict()
_lock = Lock()


def remember_session(session_key: str) -> None:
    """Remember that a session is valid now; the oldest ones are forgotten first."""
    with _lock:
        _seen[session_key] = time.monotonic()
        _seen.move_to_end(session_key)
        while len(_seen) > MAX_SESSIONS:
            _seen.popitem(last=False)


def is_known_session(session_key: str) -> bool:
    """Tell whether a session was valid a short time ago."""
    with _lock:
        seen_at = _seen.get(session_key)
    return seen_at is not None and time.monotonic() - seen_at < LIFETIME


def forget_session(session_key: str) -> None:
    """Forget a session that has ended."""
    with _lock:
        _seen.pop(session_key, None)
