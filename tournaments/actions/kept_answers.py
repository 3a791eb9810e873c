"""Idempotency: a request sent again with the same key gets the first answer, and writes nothing."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.models import KeptAnswer

KEPT = timedelta(days=2)

OTHER_REQUEST = sentence(
    "key-used", gettext_noop("Another request was sent with this Idempotency-Key: use a new one for each.")
)


def find_or_begin(user: User | None, key: UUID, *, request: str = "", within: timedelta = KEPT) -> KeptAnswer:
    """Return what a key was answered lately; its status is 0 as long as there is no answer.

    `request` is the digest of what was sent: raise Refusal for another one with the same key.
    """
    now = timezone.now()
    kept, _is_new = KeptAnswer.objects.get_or_create(
        user=user, key=key, defaults={"request": request, "created_at": now}
    )
    if kept.request != request:
        raise Refusal(OTHER_REQUEST, field="Idempotency-Key")
    if kept.created_at <= now - within:
        kept.status, kept.created_at = 0, now
    return kept


def keep_answer(kept: KeptAnswer, status: int, answer: Any) -> None:
    """Keep an answer, a value that JSON can hold, for the same again."""
    kept.status, kept.answer = status, answer
    kept.save()


def delete_old_answers() -> None:
    """Delete old answers, which no client asks for any more."""
    KeptAnswer.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
