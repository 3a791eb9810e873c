"""The desk keys of an arbiter."""

from django.contrib.auth.models import User

from tournaments.models import DeskKeys


def read_desk_keys(user: User) -> DeskKeys:
    """Return an arbiter's choice of keys, stored or not."""
    return DeskKeys.objects.filter(user=user).first() or DeskKeys(user=user)
