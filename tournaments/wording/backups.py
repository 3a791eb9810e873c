"""Why a backup of the database, or a copy of an event, was made."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.operation import backups, event_copies

KINDS = {
    backups.BY_HAND: _("by hand"),
    backups.AFTER_ROUND: _("after a round"),
    backups.BEFORE_MIGRATION: _("before an upgrade"),
    backups.BEFORE_RESTORE: _("before an older backup was restored"),
}

EVENT_KINDS = {
    event_copies.BEFORE_ERASURE: _("before the event was erased"),
    event_copies.BEFORE_REPAIR: _("before a published round was changed"),
    event_copies.BEFORE_TAKE_BACK: _("before a round was unpublished"),
    event_copies.BEFORE_NUMBERS: _("before the players were numbered again"),
    event_copies.BEFORE_RETURN: _("before an earlier copy of the event was restored"),
}


def event_copy_reason(copy: event_copies.EventCopy) -> str:
    """Say after which round a copy of an event was made, or before what."""
    if copy.round:
        return gettext("after round %(round)s") % {"round": copy.round}
    return str(EVENT_KINDS.get(copy.kind) or gettext("for another reason"))


def backup_kind(kind: str) -> str:
    """Say why a backup was made."""
    return str(KINDS.get(kind) or gettext("for another reason"))
