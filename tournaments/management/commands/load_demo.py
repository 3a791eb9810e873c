from django.core.management.base import BaseCommand

from tournaments.actions.site.demo_events import load_demo_events
from tournaments.actions.writing import COMMAND


class Command(BaseCommand):
    help = "Load the demo events; those that exist already stay as they are."

    def handle(self, **options: object) -> None:
        for event in load_demo_events(COMMAND):
            self.stdout.write(f"Loaded {event.name}.")
