"""What people choose for themselves: it belongs to no event and stands in no log."""

from django.db import transaction

from tournaments.models import DeskKeys


def set_desk_keys(user, choice: DeskKeys) -> None:
    """Keep an arbiter's keys."""
    with transaction.atomic():
        DeskKeys.objects.update_or_create(user=user, defaults={"preset": choice.preset, "off": choice.off})
