"""`manage.py signin_link USER` prints a link that signs a user in once."""

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.access import accounts
from tournaments.operation.server_addresses import signin_address


class Command(BaseCommand):
    help = "Print a link that signs a user in once, within half an hour."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="the user name")

    def handle(self, user: str, **options: object) -> None:
        account = User.objects.filter(username=user, is_active=True).first()
        if account is None:
            raise CommandError(f"There is no active user called {user!r}.")
        self.stdout.write(signin_address(accounts.create_link(account)))
