"""Load the demo events: for everybody at the first start of a new site, or as dry runs for one who wants to look."""

from typing import Any

from tournaments.actions.event.categories import save_category
from tournaments.actions.event.events import import_tournament
from tournaments.actions.event.prizes import set_prizes
from tournaments.actions.writing import Actor
from tournaments.demo import DEMOS, categories
from tournaments.models import Event


def load_demo_events(by: Actor, **settings: Any) -> list[Event]:
    """Create the demo events with these settings and return them; those that exist already stay as they are."""
    existing = set(Event.objects.filter(slug__in=[demo.slug for demo in DEMOS]).values_list("slug", flat=True))
    loaded = []
    for demo in DEMOS:
        if demo.slug not in existing:
            facts = {"is_demo": True, "time_zone": "Europe/Berlin", **demo.settings(), **settings}
            loaded.append(import_tournament(demo.read(), by, slug=demo.slug, teams=demo.read_teams(), **facts))
            if demo.slug == categories.SLUG:
                add_categories(loaded[-1], by)
    return loaded


def add_categories(event: Event, by: Actor) -> None:
    """Give the demo open its categories and prizes."""
    set_prizes(event, "", categories.list_prizes(), by)
    for wanted, prizes in categories.list_categories():
        set_prizes(event, save_category(event, "", wanted, by).key, prizes, by)
