import sys

from django.core.management.base import BaseCommand

from tiebreaks.commands import verify
from tournaments.operation.folders import command_line


class Command(BaseCommand):
    help = "Recompute the points and ranks that a tournament file declares, and list every difference."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Hand the arguments on untouched: no database is needed."""
        sys.exit(verify.main(argv[2:], command_line("verify")))
