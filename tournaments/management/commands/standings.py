import sys

from django.core.management.base import BaseCommand

from tiebreaks.commands import standings


class Command(BaseCommand):
    help = "Print the standings of a tournament file: the same as `python -m tiebreaks FILE`."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Hand the arguments on untouched, so that both commands read and answer alike."""
        sys.exit(standings.main(argv[2:]))
