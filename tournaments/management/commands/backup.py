from django.core.management.base import BaseCommand

from tiebreaks.refusal import Refusal
from tournaments.management.commands.import_event import leave
from tournaments.operation import backups
from tournaments.operation.database_copies import database_tools


class Command(BaseCommand):
    help = "Copy the database while it is in use, check the copy, and print its path."

    def handle(self, **options: object) -> None:
        if database_tools().is_empty():
            leave("backup: There is nothing in the database yet.")
        try:
            path = backups.make_backup(backups.BY_HAND)
        except Refusal as refusal:
            leave(f"backup: {refusal}")
        except OSError as error:
            leave(f"backup: {error.filename or ''}: {error.strerror}.")
        self.stdout.write(str(path))
