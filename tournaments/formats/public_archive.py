"""The public content of an event as one file, for a server that only shows it: a container like an archive's.

The same public state makes the same bytes, whatever is hidden behind it; what changes with each message stays outside.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.db.models import Field, Model

from tournaments.access.reader import Reader
from tournaments.formats import archive
from tournaments.formats.archive import Documents
from tournaments.formats.archive_rows import read_rows
from tournaments.formats.archive_write import ArchiveWriter
from tournaments.formats.public_rows import PUBLIC_MODELS, Redaction, public_fields
from tournaments.models import Event
from tournaments.operation.release import VERSION
from tournaments.queries.event.log_statements import read_statements
from tournaments.queries.snapshot import consistent_read

STATEMENTS = "statements"
ROUNDS_JOINED = {"matches": "round", "games": "round"}


def export_public_event(event: Event) -> bytes:
    """Return what everybody may see of an event at one moment."""
    return _pack_event(Reader(event))


@consistent_read
def _pack_event(reader: Reader) -> bytes:
    return archive.pack_documents(PublicWriter(reader).documents(), release=VERSION)


class PublicWriter(ArchiveWriter):
    """Write the rows of one event as everybody sees them."""

    models: ClassVar[Mapping[str, type[Model]]] = PUBLIC_MODELS

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader.event)
        self.reader, self.redaction = reader, Redaction(reader)

    def documents(self) -> Documents:
        return {**super().documents(), STATEMENTS: read_statements(self.reader)}

    def read(self, name: str, model: type[Model]) -> list[Any]:
        rows = read_rows(model, self.event)
        return self.redaction.show_rows(name, list(rows.select_related("round") if name in ROUNDS_JOINED else rows))

    def fields(self, model: type[Model]) -> Iterator["Field[Any, Any]"]:
        return public_fields(model)

    def value(self, row: Model, field: "Field[Any, Any]") -> Any:
        """Return what is written of a field; the seed of lots only if lots break ties."""
        is_idle = field.name == "lots_seed" and "LOTS" not in self.event.tiebreaks
        return 0 if is_idle else super().value(row, field)
