import sys

from django.core.management.base import BaseCommand

from tiebreaks import verify_command


class Command(BaseCommand):
    help = "Recompute the points and ranks that a tournament file declares, and list every difference."
    requires_system_checks = []

    def run_from_argv(self, argv):
        """Hand the arguments on untouched: no database is needed."""
        sys.exit(verify_command.main(argv[2:]))

    def handle(self, *arguments, **options):
        return verify_command.main(list(arguments))
