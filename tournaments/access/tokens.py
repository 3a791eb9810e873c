"""Secret addresses: made once, kept as a digest, found again by whoever holds the text.

A text carries 128 random bits. Only its SHA-256 digest is kept, so whoever reads the database opens nothing.
"""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.domain.choices import TokenKind
from tournaments.models import Event, Token

BYTES = 16
KEPT = timedelta(days=30)  # how long the row of a closed token can be looked at
LONGEST = 64  # a longer text is no token, and is not worth a look


def issue(event: Event, kind: str, *, valid: timedelta, by: Any = None, **payload: Any) -> str:
    """Make a token and return its text, which is nowhere else."""
    return issue_many(event, kind, [payload], valid=valid, by=by)[0]


def issue_many(event: Event, kind: str, payloads: Iterable[dict], *, valid: timedelta, by: Any = None) -> list[str]:
    """Make a token for each payload and return their texts in that order. One question for all."""
    now = timezone.now()
    tokens, texts = [], []
    for payload in payloads:
        texts.append(secrets.token_urlsafe(BYTES))
        tokens.append(
            Token(
                event=event,
                kind=TokenKind(kind).value,
                digest=digest(texts[-1]),
                payload=payload,
                created_at=now,
                created_by=by,
                expires_at=now + valid,
            )
        )
    Token.objects.bulk_create(tokens, batch_size=500)
    return texts


def find(text: str, kind: str) -> Token | None:
    """Return the token of a text with its event, or None for what is unknown, of another kind, used up or closed.

    Whoever holds it sees the event as the public does.
    """
    if not 0 < len(text) <= LONGEST:
        return None
    return valid_tokens().select_related("event").filter(digest=digest(text), kind=kind).first()


def valid_tokens() -> QuerySet[Token]:
    """Return the tokens that open something now."""
    return Token.objects.filter(expires_at__gt=timezone.now(), used_at=None, revoked_at=None)


def use_up(token: Token) -> bool:
    """Use a token that serves once; of two who come at the same time one gets False."""
    return bool(valid_tokens().filter(pk=token.pk).update(used_at=timezone.now()))


def revoke(token: Token, by: Any = None) -> bool:
    """Close a token before its time; False where it was closed already. `by` is for the log of whoever calls."""
    return bool(Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()))


def sweep() -> None:
    """Forget the tokens that have been closed for long: run out, used up, revoked. The log keeps what was done."""
    long_ago = timezone.now() - KEPT
    Token.objects.filter(Q(expires_at__lt=long_ago) | Q(used_at__lt=long_ago) | Q(revoked_at__lt=long_ago)).delete()


def digest(text: str) -> str:
    """Return what is kept of a text."""
    return hashlib.sha256(text.encode()).hexdigest()
