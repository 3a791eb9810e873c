"""Which session cookies this process has seen to be true, for the door in front of Django.

Django's middleware tells it after its own check; the door then knows a signed-in browser without asking the database.
"""

import time
from collections import OrderedDict
from threading import Lock

MOST = 10_000
LASTS = 15 * 60  # seconds; whoever works is seen again long before


_seen: OrderedDict[str, float] = OrderedDict()
_lock = Lock()


def note(session_key: str) -> None:
    """Remember that a session is true now; the oldest ones are forgotten first."""
    with _lock:
        _seen[session_key] = time.monotonic()
        _seen.move_to_end(session_key)
        while len(_seen) > MOST:
            _seen.popitem(last=False)


def is_proven(session_key: str) -> bool:
    """Tell whether a session was seen to be true a short time ago."""
    with _lock:
        at = _seen.get(session_key)
    return at is not None and time.monotonic() - at < LASTS


def forget(session_key: str) -> None:
    """Take a session off the list: it has ended."""
    with _lock:
        _seen.pop(session_key, None)
