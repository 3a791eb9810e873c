"""`manage.py import_ratings FILE [--name NAME]`: import a downloaded rating list, to look players up."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tiebreaks.refusal import Refusal
from tournaments.formats import rating_files
from tournaments.rating_lists import importing, store
from tournaments.rating_lists.months import month_of, write_month


class Command(BaseCommand):
    help = "Import a rating list: FIDE's as XML or text, a national one as CSV; also out of its ZIP."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--name", default="", help="the name of the list, which takes the place of an older one")

    def handle(self, *, file: Path, name: str, **options: object) -> None:
        try:
            with rating_files.open_rating_file(file) as reading:
                name = name[: importing.LONGEST_NAME] or importing.suggest_name(reading)
                reading.dated = reading.dated or write_month(month_of(timezone.localdate()))
                lacks, count = reading.lacks, store.import_list(name, reading)
        except Refusal as refusal:
            raise CommandError(f"{refusal.place}{refusal}") from None
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        self.stdout.write(f"{name}: {count} people.")
        if lacks:
            self.stdout.write(f"Not stated: {', '.join(lacks)}.")
