import sys
from pathlib import Path
from typing import NoReturn

from django.core.management.base import BaseCommand, CommandParser

from tiebreaks.refusal import Refusal
from tournaments.actions.exchange.incoming import import_incoming
from tournaments.actions.writing import COMMAND
from tournaments.formats import incoming
from tournaments.wording.imports import describe_assumed


class Command(BaseCommand):
    help = "Make an event of a tournament file (.trf, .txt), a list of players (.csv, .xlsx, .ods) or the files of tsh."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, nargs="+", help="several only of tsh: config.tsh a.t …")
        parser.add_argument("--name", default="", help="the event's name (default: as the file says)")
        parser.add_argument("--slug", default="", help="the event's address (default: made of the name)")
        parser.add_argument(
            "--lenient", action="store_true", help="read what can be read, and tell each oddity with its line on stderr"
        )

        parser.add_argument("--public", action="store_true", help="show the event to everybody at once")

    def handle(self, *, file: list[Path], name: str, slug: str, lenient: bool, public: bool, **options: object) -> None:
        try:
            contents = read_contents(file, lenient=lenient)
            for warning in contents.warnings:
                self.stderr.write(write_place(warning, file[0]))
            if assumed := describe_assumed(each.tournament for each in contents.events):
                self.stderr.write(f"{file[0]}: {assumed}")
            # A list of players has no name of its own: that of the file is used.
            name = name or contents.name or file[0].stem
            events = import_incoming(contents, COMMAND, name=name, slug=slug, is_public=public)
        except Refusal as refusal:
            leave(write_place(refusal, file[0]))
        except OSError as error:
            leave(f"{error.filename}:0: file: {error.strerror}.")
        for event in events:
            self.stdout.write(f"Imported {event.name}: {event.players.count()} players, /e/{event.slug}/")


def read_contents(files: list[Path], *, lenient: bool) -> incoming.Incoming:
    """Read files; where only a lenient reader can, leave with the oddity and the option that names them all."""
    named = [(str(each), each.read_bytes()) for each in files]
    try:
        return incoming.read_files(named, lenient=lenient)
    except Refusal as refusal:
        try:
            incoming.read_files(named, lenient=True)
        except Refusal:
            raise refusal from None
        leave(f"{write_place(refusal, files[0])}\nWith --lenient the rest is read, and every oddity is named.")


def write_place(refusal: Refusal, file: Path) -> str:
    """Write a refusal after its place: `file:line: field: sentence`."""
    return f"{refusal.file or file}:{refusal.line}: {refusal.field or 'file'}: {refusal}"


def leave(sentence: str) -> NoReturn:
    """Print a sentence on stderr and exit with status 2."""
    sys.stderr.write(f"{sentence}\n")
    sys.exit(2)
