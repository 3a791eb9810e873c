"""The last time that somebody proved who they are in this browser: what outlives a sign-in asks for it again."""

import time

from django.http import HttpRequest

PROVED_AT = "proved_at"
FRESH = 10 * 60  # seconds


def note_proof(request: HttpRequest) -> None:
    """Remember that a password, a second factor or a link was right just now."""
    request.session[PROVED_AT] = time.time()


def is_fresh(request: HttpRequest) -> bool:
    """Tell whether the last proof is at most ten minutes old."""
    return bool(time.time() - request.session.get(PROVED_AT, 0) < FRESH)
