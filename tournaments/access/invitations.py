"""The open invitations of an event, and whether one user's rights lie within another's."""

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tournaments.access import tokens
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TokenKind
from tournaments.models import Event, Membership, Token


def find_open_invitations(event: Event) -> QuerySet[Token]:
    """Return the invitations that can still be accepted."""
    return tokens.valid_tokens().filter(event=event, kind=TokenKind.INVITATION)


def has_no_further_rights(user: User, giver: User) -> bool:
    """Tell whether a user may do nothing that the giver may not do as well."""
    if not user.is_active:
        return False
    if user.pk == giver.pk or giver.is_superuser:
        return user.pk == giver.pk or not user.is_superuser
    if user.is_superuser or user.is_staff or user.user_permissions.exists() or user.groups.exists():
        return False
    owned = Membership.objects.filter(user=giver, role=Role.OWNER).values("event")
    return not Membership.objects.filter(user=user).exclude(event__in=owned).exists()
