"""The accounts of the site, for its admins."""

import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count, Exists, Max, OuterRef

from tournaments.access import policy
from tournaments.models import Authenticator, Passkey


class Account(NamedTuple):
    """An account. `may_get_link` says whether this admin may give it a new sign-in link."""

    number: int
    name: str
    is_admin: bool
    is_active: bool
    is_self: bool
    may_create: bool
    may_get_link: bool
    has_second_factor: bool
    events: int
    seen: datetime.datetime | None


def list_accounts(admin: Any) -> tuple[Account, ...]:
    """Return all accounts by name, the deactivated ones last. One query."""
    codename = policy.MAKES_EVENTS.split(".")[1]
    rights = User.user_permissions.through.objects.filter(user=OuterRef("pk"), permission__codename=codename)
    users = User.objects.annotate(
        seen=Max("signins__seen_at"),
        events=Count("memberships", distinct=True),
        may_create=Exists(rights),
        has_second_factor=Exists(Passkey.objects.filter(user=OuterRef("pk")))
        | Exists(Authenticator.objects.filter(user=OuterRef("pk"))),
    )
    return tuple(
        Account(
            number=each.pk,
            name=each.username,
            is_admin=each.is_superuser,
            is_active=each.is_active,
            is_self=each.pk == admin.pk,
            may_create=each.may_create,
            may_get_link=each.is_active and (each.pk == admin.pk or not each.is_superuser),
            has_second_factor=each.has_second_factor,
            events=each.events,
            seen=each.seen or each.last_login,
        )
        for each in sorted(users, key=lambda each: (not each.is_active, each.username.casefold()))
    )
