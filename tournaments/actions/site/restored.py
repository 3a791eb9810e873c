"""Finish the restoration of a backup.

No browser may take its old pages for current ones, and nothing that was closed after the backup may open again.
"""

import secrets
from typing import NamedTuple

from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from tournaments.access import tokens
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Mirror, RecoveryCode, SignIn, SigninLink, SiteToken


class Renewal(NamedTuple):
    """How many events got a new epoch, how many browsers were signed out, and how many addresses were closed."""

    events: int
    browsers: int
    addresses: int


def renew_events(by: Actor, copy: str) -> Renewal:
    """Sign everybody out, close all links and tokens, and give each event a new epoch and a line in its log."""
    browsers, addresses = close_access()
    events = list(Event.objects.all())
    for event in events:
        with writing(event, moved=True) as event:
            event.epoch = secrets.token_hex(6)
            event.save(update_fields=["epoch"])
            record(event, by, LogAction.RESTORE, after={"copy": copy})
    return Renewal(len(events), browsers, addresses)


def close_access() -> tuple[int, int]:
    """End sessions, links, recovery codes and tokens: the backup can't know which were closed after it."""
    with transaction.atomic():
        browsers = SignIn.objects.count()
        Session.objects.all().delete()
        SignIn.objects.all().delete()
        SigninLink.objects.all().delete()
        RecoveryCode.objects.all().delete()
        Mirror.objects.filter(revoked_at=None).update(revoked_at=timezone.now())
        of_the_site, _models = SiteToken.objects.all().delete()
        return browsers, of_the_site + tokens.valid_tokens().update(revoked_at=timezone.now())
