"""`manage.py import_ratings FILE [--name NAME]`: bring in a rating list that was downloaded, for looking players up."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from tiebreaks.refusal import Refusal
from tournaments import actions
from tournaments.formats import ratings


class Command(BaseCommand):
    help = "Bring in a rating list: FIDE's as XML or text, a national one as CSV; also out of its ZIP."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)
        parser.add_argument("--name", default="", help="the name of the list, which takes the place of an older one")

    def handle(self, *args, file, name, **options):
        name = name or ("FIDE" if "fide" in file.name.lower() or "rating" in file.name.lower() else file.stem)[:50]
        try:
            count = actions.import_ratings(name, ratings.read(file))
        except Refusal as refusal:
            raise CommandError(f"{refusal.place}{refusal}") from None
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        self.stdout.write(f"{name}: {count} people.")
