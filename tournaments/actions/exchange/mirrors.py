"""Events that other servers keep and this one shows: who may show one here, and how long."""

import secrets

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import policy, tokens
from tournaments.actions.event.events import erase_event
from tournaments.domain.exchange.mirror_messages import WITHDRAWN
from tournaments.models import Mirror

MOST = 50  # of one person
NAMELESS = sentence(
    "mirror-nameless", gettext_noop("Enter where the event is kept, for visitors to see: for example “Town hall”.")
)
TOO_MANY = sentence("mirrors-many", gettext_noop("There are already {limit} of them: take one down first."))


def create_mirror(name: str, by: User) -> str:
    """Let another server show one event here, and return the token for it, which is stored nowhere. Raise Refusal."""
    if not policy.may(by, None, policy.CREATE):
        raise PermissionDenied
    name = name.strip()[:60]
    if not name:
        raise Refusal(NAMELESS, field="name")
    with transaction.atomic():
        if Mirror.objects.filter(created_by=by).count() >= MOST:
            raise Refusal(TOO_MANY, field="name", limit=MOST)
        text = secrets.token_urlsafe(tokens.TOKEN_BYTES)
        Mirror.objects.create(digest=tokens.compute_digest(text), name=name, created_by=by, created_at=timezone.now())
        return text


def find_mirror(text: str) -> Mirror:
    """Return the mirror of a token, as long as its creator may create events. Raise Refusal."""
    known = 0 < len(text) <= tokens.MAX_LENGTH
    mirrors = Mirror.objects.select_related("created_by").filter(revoked_at=None)
    mirror = mirrors.filter(digest=tokens.compute_digest(text)).first() if known else None
    if mirror is None or not policy.may(mirror.created_by, None, policy.CREATE):
        raise Refusal(WITHDRAWN)
    return mirror


def withdraw_mirror(mirror: Mirror) -> None:
    """Accept nothing more from the other server; the event stays as it is."""
    Mirror.objects.filter(pk=mirror.pk, revoked_at=None).update(revoked_at=timezone.now())


def readmit_mirror(mirror: Mirror) -> None:
    """Let the next server with the token continue the event: the same one, or the one that the event has moved to."""
    Mirror.objects.filter(pk=mirror.pk).update(revoked_at=None, origin="", nonce="")


def remove_mirror(mirror: Mirror) -> None:
    """Take the event down and forget the token."""
    with transaction.atomic():
        mirror = Mirror.objects.select_for_update().get(pk=mirror.pk)
        event, mirror.event = mirror.event, None
        mirror.delete()
        if event:
            erase_event(event)
