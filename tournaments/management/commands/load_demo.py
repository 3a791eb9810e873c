from django.core.management.base import BaseCommand

from tournaments.actions.event.categories import save_category, set_prizes
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.demo import DEMOS, categories
from tournaments.models import Event


class Command(BaseCommand):
    help = "Load the demo events; those that exist already stay as they are."

    def handle(self, **options: object) -> None:
        loaded = set(Event.objects.filter(slug__in=[demo.slug for demo in DEMOS]).values_list("slug", flat=True))
        for demo in DEMOS:
            if demo.slug not in loaded:
                settings = {"is_demo": True, "time_zone": "Europe/Berlin", **demo.settings}
                event = import_tournament(demo.read(), COMMAND, slug=demo.slug, **settings)
                if demo.slug == categories.SLUG:
                    add_categories(event)
                self.stdout.write(f"Loaded {event.name}.")


def add_categories(event: Event) -> None:
    """Give the demo open its categories and prizes."""
    saved = [save_category(event, "", wanted, COMMAND) for wanted in categories.CATEGORIES]
    keys = {"": "", **{category.name: category.key for category in saved}}
    for name, texts in categories.PRIZES.items():
        set_prizes(event, keys[name], texts, COMMAND)
