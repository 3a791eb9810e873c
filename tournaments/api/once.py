"""Once: a write that is sent again with the same key gets the answer of the first time, and writes nothing."""

import inspect
import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from typing import Annotated, Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from ninja import Status
from ninja.params.functions import Header
from pydantic import WithJsonSchema

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.api.rights import TokenRequest
from tournaments.models import KeptAnswer

KEPT = timedelta(days=2)
REPLAYED = "Idempotent-Replayed"
# A text in the description: generated clients put a UUID into a header as it is, which fails.
Key = Annotated[UUID, WithJsonSchema({"type": "string", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"})]
KEY = Header(None, alias="Idempotency-Key", description="a new UUID for each write; the same again writes nothing")

OTHER_REQUEST = sentence(
    "key-used", gettext_noop("Another request was sent with this Idempotency-Key: use a new one for each.")
)


def once[Answer](view: Callable[..., Answer]) -> Callable[..., Answer | Status[Any]]:
    """Let a view take an `Idempotency-Key`; its write and its answer are kept together or not at all."""
    return _keep_answers(view, transaction.atomic)


def once_outside[Answer](view: Callable[..., Answer]) -> Callable[..., Answer | Status[Any]]:
    """Do the same for a view that computes for long before it writes, which must not hold up other writers."""
    return _keep_answers(view, nullcontext)


def _keep_answers[Answer](
    view: Callable[..., Answer], frame: Callable[[], AbstractContextManager[object]]
) -> Callable[..., Answer | Status[Any]]:
    @wraps(view)
    def answer(
        request: TokenRequest, *, key: UUID | None, response: HttpResponse, **rest: object
    ) -> Answer | Status[Any]:
        if key is None:
            return view(request, **rest)
        with frame():
            kept, is_new = KeptAnswer.objects.get_or_create(
                user=request.auth.user,
                key=key,
                defaults={"request": _digest(request), "created_at": timezone.now()},
            )
            if not is_new and kept.request != _digest(request):
                raise Refusal(OTHER_REQUEST, field="Idempotency-Key")
            if kept.status:
                response[REPLAYED] = "true"
                return Status(kept.status, kept.answer)
            given = view(request, **rest)
            status, value = (given.status_code, given.value) if isinstance(given, Status) else (200, given)
            kept.status, kept.answer = status, json.loads(json.dumps(value, cls=DjangoJSONEncoder))
            kept.save(update_fields=["status", "answer"])
            return given

    # Ninja reads the parameters of an address from the signature.
    signature = inspect.signature(view)
    own = (
        inspect.Parameter("key", inspect.Parameter.KEYWORD_ONLY, default=KEY, annotation=Key | None),
        inspect.Parameter("response", inspect.Parameter.KEYWORD_ONLY, annotation=HttpResponse),
    )
    answer.__signature__ = signature.replace(parameters=[*signature.parameters.values(), *own])  # type: ignore[attr-defined]  # read by `inspect`
    return answer


def _digest(request: TokenRequest) -> str:
    asked = f"{request.method} {request.get_full_path()}\n".encode() + request.body
    return sha256(asked).hexdigest()


def delete_old_answers() -> None:
    """Delete the answers that nobody asks for again."""
    KeptAnswer.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
