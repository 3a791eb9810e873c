from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from tiebreaks.refusal import Refusal
from tournaments.actions.exchange.archives import import_archive
from tournaments.actions.writing import COMMAND
from tournaments.management.commands.import_event import leave


class Command(BaseCommand):
    help = "Import an event with its log from a file of `export_event`; an event that was handed over comes back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--slug", default="", help="the event's address (default: as in the file)")

    def handle(self, *, file: Path, slug: str, **options: object) -> None:
        try:
            event = import_archive(file.read_bytes(), COMMAND, file=str(file), slug=slug)
        except Refusal as refusal:
            leave(f"{refusal.file or file}:0: {refusal.field or 'file'}: {refusal}")
        except OSError as error:
            leave(f"{file}:0: file: {error.strerror}.")
        self.stdout.write(f"Imported {event.name}: {event.players.count()} players, /e/{event.slug}/")
