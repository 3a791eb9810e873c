"""Once: a write that is sent again with the same `Idempotency-Key` gets the answer of the first time."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from hashlib import sha256
from inspect import Parameter
from typing import Annotated, Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.http import HttpResponse
from ninja import Status
from ninja.params.functions import Header
from pydantic import WithJsonSchema

from tournaments.actions.kept_answers import find_or_begin, keep_answer
from tournaments.api.rights import TokenRequest
from tournaments.api.signatures import show_parameters

REPLAYED = "Idempotent-Replayed"
# A text in the description: generated clients put a UUID into a header as it is, which fails.
Key = Annotated[UUID, WithJsonSchema({"type": "string", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"})]
KEY = Header(None, alias="Idempotency-Key", description="a new UUID for each write; the same again writes nothing")


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
            kept = find_or_begin(request.auth.user, key, request=_digest(request))
            if kept.status:
                response[REPLAYED] = "true"
                return Status(kept.status, kept.answer)
            given = view(request, **rest)
            status, value = (given.status_code, given.value) if isinstance(given, Status) else (200, given)
            keep_answer(kept, status, json.loads(json.dumps(value, cls=DjangoJSONEncoder)))
            return given

    return show_parameters(
        answer,
        view,
        Parameter("key", Parameter.KEYWORD_ONLY, default=KEY, annotation=Key | None),
        Parameter("response", Parameter.KEYWORD_ONLY, annotation=HttpResponse),
    )


def _digest(request: TokenRequest) -> str:
    asked = f"{request.method} {request.get_full_path()}\n".encode() + request.body
    return sha256(asked).hexdigest()
