"""The desk keys of an arbiter."""

from tournaments.models import DeskKeys


def desk_keys_of(user) -> DeskKeys:
    """Return an arbiter's choice of keys, stored or not."""
    return DeskKeys.objects.filter(user=user).first() or DeskKeys(user=user)
