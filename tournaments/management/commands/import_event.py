import sys
from pathlib import Path

from django.core.management.base import BaseCommand

from tiebreaks.refusal import Refusal
from tournaments.actions.exchange.incoming import import_incoming
from tournaments.actions.writing import COMMAND
from tournaments.formats import incoming


class Command(BaseCommand):
    help = "Make an event of a tournament file (.trf, .txt), of a list of players (.csv, .xlsx) or of the files of tsh."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", type=Path, nargs="+", help="several only of tsh: config.tsh a.t …")
        parser.add_argument("--name", default="", help="the event's name (default: as the file says)")
        parser.add_argument("--slug", default="", help="the event's address (default: made of the name)")
        parser.add_argument(
            "--lenient", action="store_true", help="read what can be read, and tell each oddity with its line on stderr"
        )

    def handle(self, *, file, name, slug, lenient, **options):
        try:
            found = incoming.read_files([(str(each), each.read_bytes()) for each in file], lenient=lenient)
            # A list of players has no name of its own: the file's serves.
            events = import_incoming(found, COMMAND, name=name or found.name or file[0].stem, slug=slug)
        except Refusal as refusal:
            leave(said(refusal, file[0]))
        except OSError as error:
            leave(f"{error.filename}:0: file: {error.strerror}.")
        for warning in found.warnings:
            self.stderr.write(said(warning, file[0]))
        for event in events:
            self.stdout.write(f"Imported {event.name}: {event.players.count()} players, /e/{event.slug}/")


def said(refusal, file):
    return f"{refusal.file or file}:{refusal.line}: {refusal.field or 'file'}: {refusal}"


def leave(sentence: str) -> None:
    """Say on stderr what is wrong and leave with status 2."""
    sys.stderr.write(f"{sentence}\n")
    sys.exit(2)
