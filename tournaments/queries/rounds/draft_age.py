"""Whether a draft is still up to date, by the log."""

from collections.abc import Collection

from tournaments.domain.event.log_actions import HARMLESS_FOR_PAIRINGS
from tournaments.models import Draft, Event


def has_changed_since(event: Event, version: int, harmless: Collection[str]) -> bool:
    """Tell whether anything but harmless actions was written since a version."""
    return event.log.filter(version__gt=version).exclude(action__in=harmless).exists()


def is_outdated(event: Event, draft: Draft) -> bool:
    """Tell whether anything that a pairing depends on was written since the draft was drawn."""
    return has_changed_since(event, draft.based_on, HARMLESS_FOR_PAIRINGS)
