import sys
from pathlib import Path

from django.core.management.base import BaseCommand

from tiebreaks.refusal import Refusal
from tournaments import actions, formats


class Command(BaseCommand):
    help = "Make an event of a tournament file (.trf, .txt) or of a list of players (.csv)."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--name", default="", help="the event's name (default: as the file says)")
        parser.add_argument("--slug", default="", help="the event's address (default: made of the name)")

    def handle(self, *, file, name, slug, **options):
        try:
            read = formats.read(file.read_bytes(), str(file))
            # A list of players has no name of its own: the file's serves.
            event = actions.import_file(
                read, actions.COMMAND, name=name or read.crosstable.name or file.stem, slug=slug
            )
        except Refusal as refusal:
            leave(f"{refusal.file or file}:{refusal.line}: {refusal.field or 'file'}: {refusal}")
        except OSError as error:
            leave(f"{file}:0: file: {error.strerror}.")
        self.stdout.write(f"Imported {event.name}: {event.players.count()} players, /e/{event.slug}/")


def leave(sentence: str) -> None:
    """Say on stderr what is wrong and leave with status 2."""
    sys.stderr.write(f"{sentence}\n")
    sys.exit(2)
