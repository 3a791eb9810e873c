"""Why a backup of the database was made."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.operation import backups

KINDS = {
    backups.BY_HAND: _("by hand"),
    backups.AFTER_ROUND: _("after a round"),
    backups.BEFORE_MIGRATION: _("before an upgrade"),
    backups.BEFORE_RESTORE: _("before an older backup was restored"),
}


def backup_kind(kind: str) -> str:
    """Say why a backup was made."""
    return str(KINDS.get(kind) or gettext("for another reason"))
