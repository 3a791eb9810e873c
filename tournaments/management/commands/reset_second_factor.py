"""`manage.py reset_second_factor USER` removes the lost second factor of a user."""

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.access import second_factor, sign_in_log
from tournaments.domain.choices import DoorKind


class Command(BaseCommand):
    help = "Remove a user's second factor: passkeys, authenticator app and recovery codes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="the user name")

    def handle(self, user: str, **options: object) -> None:
        account = User.objects.filter(username=user).first()
        if account is None:
            raise CommandError(f"There is no user called {user!r}.")
        if not second_factor.remove_all(account):
            self.stdout.write(f"{user} has no second factor.")
            return
        sign_in_log.write_entry(DoorKind.FACTOR_RESET, None, account)
        self.stdout.write(f"The second factor of {user} has been removed.")
