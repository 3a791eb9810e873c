from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from tournaments.formats.archive_write import export_event
from tournaments.management.commands.import_event import leave
from tournaments.models import Event


class Command(BaseCommand):
    help = "Write a whole event with its log into one file, which `import_archive` reads on any server."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the event's address: /e/SLUG/")
        parser.add_argument("file", metavar="FILE", type=Path, help="such as open.crosstable.zip")

    def handle(self, *, slug: str, file: Path, **options: object) -> None:
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            leave(f"There is no event at the address “{slug}”.")
        draft = file.with_name(f"{file.name}.part")
        try:
            draft.write_bytes(export_event(event))
            draft.replace(file)
        except OSError as error:
            leave(f"{file}:0: file: {error.strerror}.")
        self.stdout.write(
            f"Wrote {event.name}: {event.players.count()} players, {event.log.count()} lines of log, {file}"
        )
