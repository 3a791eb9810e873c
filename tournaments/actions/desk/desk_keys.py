"""The desk keys of an arbiter: a personal choice that belongs to no event and no log."""

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.models import DeskKeys


def set_desk_keys(user: User, choice: DeskKeys) -> None:
    """Store an arbiter's choice of keys."""
    with transaction.atomic():
        DeskKeys.objects.update_or_create(user=user, defaults={"preset": choice.preset, "off": choice.off})
