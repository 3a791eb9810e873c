"""The open invitations of an event."""

from typing import Any

from tournaments.access import tokens
from tournaments.domain.choices import TokenKind
from tournaments.domain.roles import Role
from tournaments.models import Event, Membership


def open_invitations(event: Event):
    """Return the invitations that somebody can still accept."""
    return tokens.valid_tokens().filter(event=event, kind=TokenKind.INVITATION)


def is_within(user: Any, giver: Any) -> bool:
    """Tell whether a user may do nothing that the giver may not do as well."""
    if not user.is_active:
        return False
    if user.pk == giver.pk or giver.is_superuser:
        return user.pk == giver.pk or not user.is_superuser
    if user.is_superuser or user.is_staff or user.user_permissions.exists() or user.groups.exists():
        return False
    owned = Membership.objects.filter(user=giver, role=Role.OWNER).values("event")
    return not Membership.objects.filter(user=user).exclude(event__in=owned).exists()
