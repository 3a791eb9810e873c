import locale
import os

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.core.management.base import BaseCommand
from django.utils import translation

from tournaments.actions.site.demo_events import load_demo_events
from tournaments.actions.writing import COMMAND


def find_language() -> str:
    """Return the language of this computer ("de_DE.UTF-8", on Windows "German_Germany"), or English."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), locale.getlocale()[0]) or ""
    known = (code for code, _name in settings.LANGUAGES if named.startswith((code, LANG_INFO[code]["name"])))
    return next(known, settings.LANGUAGE_CODE)


class Command(BaseCommand):
    help = "Load the demo events in the language of this computer; those that exist already stay as they are."

    def handle(self, **options: object) -> None:
        with translation.override(find_language()):
            for event in load_demo_events(COMMAND):
                self.stdout.write(f"Loaded {event.name}.")
