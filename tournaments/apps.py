from collections.abc import Sequence

from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Record sign-ins, sign-outs and refused attempts."""
        from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed

        from tournaments.access import sessions

        user_logged_in.connect(sessions.record_sign_in)
        user_logged_out.connect(sessions.record_sign_out)
        user_login_failed.connect(sessions.record_refused_sign_in)
        checks.register(check_release, checks.Tags.database)


def check_release(databases: Sequence[str] | None, **options: object) -> list[checks.Error]:
    """Stop `migrate` on a database that another release of Crosstable wrote."""
    if not databases:
        return []
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    from tiebreaks.refusal import Refusal
    from tournaments.operation import backups

    try:
        backups.refuse_other_release(set(MigrationRecorder(connection).applied_migrations()))
    except Refusal as other:
        return [checks.Error(str(other), id="tournaments.E001")]
    return []
