from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Listen at the door: whoever comes in, goes out or is refused stands in a list."""
        from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed

        from tournaments.access import sessions

        user_logged_in.connect(sessions.begin)
        user_logged_out.connect(sessions.end)
        user_login_failed.connect(sessions.refuse)
