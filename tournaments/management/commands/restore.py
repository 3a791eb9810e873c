from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from tiebreaks.refusal import Refusal
from tournaments.actions.site.restored import renew_events
from tournaments.actions.writing import COMMAND
from tournaments.management.commands.import_event import leave
from tournaments.operation import backups


class Command(BaseCommand):
    requires_system_checks = ()  # the database may be the one that is damaged
    help = "Put a copy of the database back in the place of everything that is there now; that is copied first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a file that `backup` has made")
        parser.add_argument("--check", action="store_true", help="only read the copy from end to end")

    def handle(self, *, file: Path, check: bool, **options: object) -> None:
        try:
            backups.check_backup(file)
            if check:
                self.stdout.write(f"{file} is whole.")
                return
        except Refusal as refusal:
            leave(f"{file}: {refusal}")
        except OSError as error:
            leave(f"{error.filename or file}: {error.strerror}.")
        try:
            self.stdout.write(backups.keep_present(file))
        except Refusal as refusal:
            leave(f"The database that is here now can't be copied first: {refusal} Nothing has changed.")
        except OSError as error:
            leave(f"{error.filename}: {error.strerror}. Nothing has changed.")
        try:
            backups.restore_backup(file)
        except Refusal as refusal:
            leave(f"{file}: {refusal}. Nothing has changed: stop the servers, and try again.")
        call_command("migrate", interactive=False, verbosity=0)
        renewed = renew_events(COMMAND, file.name)
        self.stdout.write(f"Restored {renewed.events} events from {file}.")
        self.stdout.write(
            f"Signed out {renewed.browsers} browsers and closed {renewed.addresses} addresses of slips, projectors,"
            " programs and invitations: create again what is needed. Passwords are those of the copy."
        )
