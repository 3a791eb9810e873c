"""Tokens of every kind, for slips, screens, invitations and the API: issued once, found by what their holder presents.

A text carries 128 random bits; the codes that people type (`domain/typed_codes.py`) carry fewer, and guessing them is
limited. Only the SHA-256 digest is stored, so reading the database opens nothing.
"""

import base64
import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.domain.choices import TokenKind
from tournaments.domain.desk.slip_locks import make_lock
from tournaments.models import Event, Token

TOKEN_BYTES = 16
RETENTION = timedelta(days=30)  # how long a closed token stays in the database
MAX_LENGTH = 64  # a longer text can't be a token
LOCKED = frozenset({TokenKind.SLIP, TokenKind.CODE})


def issue_token(event: Event, kind: str, *, valid: timedelta, by: User | None = None, **payload: Any) -> str:
    """Create a token and return its text, which is stored nowhere."""
    return issue_tokens(event, kind, [payload], valid=valid, by=by)[0]


def issue_tokens(
    event: Event,
    kind: str,
    payloads: Iterable[Mapping[str, Any]],
    *,
    valid: timedelta,
    by: User | None = None,
    make: Callable[[], str] = lambda: secrets.token_urlsafe(TOKEN_BYTES),
) -> list[str]:
    """Create a token for each payload and return their texts in that order. One query."""
    now = timezone.now()
    tokens, texts = [], []
    for payload in payloads:
        texts.append(make())
        tokens.append(
            Token(
                event=event,
                kind=TokenKind(kind).value,
                digest=compute_digest(texts[-1]),
                payload=payload,
                created_at=now,
                created_by=by,
                expires_at=now + valid,
            )
        )
    Token.objects.bulk_create(tokens, batch_size=500)
    return texts


def find_token(text: str, kind: str) -> Token | None:
    """Return the token of a text with its event, None if it is unknown, of another kind, used up or closed.

    The event is read for the public.
    """
    if not 0 < len(text) <= MAX_LENGTH:
        return None
    digest, tokens = compute_digest(text), valid_tokens().select_related("event").filter(kind=kind)
    found = tokens.filter(digest=digest).first()
    if found is None and kind in LOCKED:  # a slip that was printed where the event is kept
        found = tokens.filter(digest=make_lock(digest, is_short=kind == TokenKind.CODE)).first()
    return found


def valid_tokens() -> QuerySet[Token]:
    """Return the tokens that are valid now."""
    return Token.objects.filter(expires_at__gt=timezone.now(), used_at=None, revoked_at=None)


def use_token(token: Token) -> bool:
    """Use up a one-time token; of two requests at the same time one gets False."""
    return bool(valid_tokens().filter(pk=token.pk).update(used_at=timezone.now()))


def revoke_token(token: Token) -> bool:
    """Close a token before it expires; False if it was already closed."""
    return bool(Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()))


def delete_old_tokens() -> None:
    """Delete the tokens that expired, were used up or revoked long ago. The log keeps what was done with them."""
    long_ago = timezone.now() - RETENTION
    Token.objects.filter(Q(expires_at__lt=long_ago) | Q(used_at__lt=long_ago) | Q(revoked_at__lt=long_ago)).delete()


def derive_text(purpose: str, code: str) -> str:
    """Return the text of a token that belongs to a code: always the same, and only this server can make it."""
    secret = salted_hmac(purpose, code, algorithm="sha256").digest()[:TOKEN_BYTES]
    return base64.urlsafe_b64encode(secret).decode().rstrip("=")


def compute_digest(text: str) -> str:
    """Return the digest that is stored in place of a text."""
    return hashlib.sha256(text.encode()).hexdigest()
