from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from tiebreaks.refusal import Refusal
from tournaments.management.commands.import_event import leave
from tournaments.models import Event
from tournaments.static_site import files
from tournaments.wording import sentences


class Command(BaseCommand):
    help = "Write a whole event as plain pages for any web space, as everybody sees it: into a new folder or a zip."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the event's address: /e/SLUG/")
        parser.add_argument("target", metavar="DIR|ZIP", type=Path, help="a new folder, or a file that ends in .zip")
        parser.add_argument("--language", choices=dict(settings.LANGUAGES), default=settings.LANGUAGE_CODE)

    def handle(self, *, slug: str, target: Path, language: str, **options: object) -> None:
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            leave(f"There is no event at the address “{slug}”.")
        try:
            with translation.override(language):
                content = write_zip(event, target) if target.suffix == ".zip" else write_folder(event, target)
        except Refusal as refusal:
            leave(sentences.refusal(refusal))
        except OSError as error:
            leave(f"{error.filename or target}: {error.strerror}.")
        self.stdout.write(f"Wrote {event.name}: {content}, {target}")


def write_zip(event: Event, target: Path) -> str:
    data, pages = files.write_zip(event)
    draft = target.with_name(f"{target.name}.part")
    draft.write_bytes(data)
    draft.replace(target)
    return f"{pages} pages"


def write_folder(event: Event, target: Path) -> str:
    return f"{files.write_folder(event, target)} files"
