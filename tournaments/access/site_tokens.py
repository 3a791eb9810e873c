"""Tokens of a whole site: in every event a program may do what its user may do there, within the token's scopes."""

import secrets
from collections.abc import Collection
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.access.tokens import MAX_LENGTH, compute_digest
from tournaments.models import SiteToken

TOKEN_BYTES = 24  # longer than a token of an event, so that the two are told apart at sight


def issue_token(user: User, name: str, scopes: Collection[str], valid: timedelta) -> str:
    """Create a token and return its text, which is stored nowhere."""
    text, now = secrets.token_urlsafe(TOKEN_BYTES), timezone.now()
    SiteToken.objects.create(
        user=user,
        name=name,
        digest=compute_digest(text),
        scopes=list(scopes),
        created_at=now,
        expires_at=now + valid,
    )
    return text


def find_token(text: str) -> SiteToken | None:
    """Return the token of a text with its user, None if it is unknown or has expired."""
    if not 0 < len(text) <= MAX_LENGTH:
        return None
    valid = SiteToken.objects.filter(expires_at__gt=timezone.now()).select_related("user")
    return valid.filter(digest=compute_digest(text)).first()


def delete_expired() -> None:
    """Delete the tokens that have expired."""
    SiteToken.objects.filter(expires_at__lte=timezone.now()).delete()
