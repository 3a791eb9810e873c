"""What happens when Django starts: who records sign-ins, and what is checked before a migration."""

from collections.abc import Sequence
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from django.utils.translation import to_locale

from tournaments.operation.compiled_messages import compile_messages

NOT_COMPILED = "The translations in {folder} have changed and can't be compiled ({why}). `make setup` compiles them."


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """See that every language is there, and record sign-ins, sign-outs and refused attempts."""
        from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed

        from tournaments.access import sessions

        compile_languages()
        user_logged_in.connect(sessions.record_sign_in)
        user_logged_out.connect(sessions.record_sign_out)
        user_login_failed.connect(sessions.record_refused_sign_in)
        checks.register(check_release, checks.Tags.database)


def compile_languages() -> None:
    """Compile what has changed. Raise ImproperlyConfigured if a language would speak English, or as it did before."""
    folders = [Path(folder) for folder in settings.LOCALE_PATHS]
    for folder in folders:
        try:
            compile_messages(folder)
        except OSError as error:
            raise ImproperlyConfigured(NOT_COMPILED.format(folder=folder, why=error.strerror)) from error
    for code, name in settings.LANGUAGES:
        compiled = Path(to_locale(code), "LC_MESSAGES", "django.mo")
        if code != settings.LANGUAGE_CODE and not any((folder / compiled).exists() for folder in folders):
            raise ImproperlyConfigured(f"The translations into {name} are missing.")


def check_release(databases: Sequence[str] | None, **_: object) -> list[checks.Error]:
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
