"""The notice of an event."""

from django.utils import timezone

from tournaments.domain.event.notices import Notice
from tournaments.models import Event


def read_notice(event: Event) -> Notice | None:
    """Return the notice that stands in an event now. No query."""
    if not event.notice or event.notice_at is None:
        return None
    notice = Notice(event.notice, event.notice_at, event.notice_until)
    return notice if notice.stands(timezone.now()) else None
