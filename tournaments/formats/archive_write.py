"""Write the rows of one event as the documents of an archive."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.db.models import Field, JSONField, Model

from tiebreaks.output import as_json
from tournaments.access.reader import Reader, staff_reader
from tournaments.formats import archive
from tournaments.formats.archive import Documents
from tournaments.formats.archive_rows import DOCUMENT_NAMES, MODELS, archived_fields, read_rows, undone_line
from tournaments.models import Event, LogEntry
from tournaments.operation.release import VERSION
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.standings import read_standings


def export_event(event: Event) -> bytes:
    """Return the archive of an event as it is at one moment."""
    return _pack_event(staff_reader(event))


@consistent_read
def _pack_event(reader: Reader) -> bytes:
    event = reader.event
    facts = {
        "release": VERSION,
        "event": {"slug": event.slug, "name": event.name, "version": event.version, "moved_to": event.moved_to},
        "standings": digest_standings(event),
    }
    return archive.pack_documents(ArchiveWriter(event).documents(), **facts)


def digest_standings(event: Event) -> str:
    """Return a digest of the ranked table: what an import must compute again."""
    standings = read_standings(staff_reader(event))
    rows = [[row.rank, row.number, [as_json.exact_text(value) for value in row.values]] for row in standings.rows]
    return archive.digest_data(archive.write_document(rows))


class ArchiveWriter:
    """Write the rows of one event, and remember the place of each row."""

    models: ClassVar[Mapping[str, type[Model]]] = MODELS

    def __init__(self, event: Event) -> None:
        self.event = event
        self.places: dict[str, dict[int, int]] = {}
        self.people: dict[int, int] = {}
        self.gone: dict[int, int] = {}

    def documents(self) -> Documents:
        """Return all documents. One query for each kind of row."""
        documents: Documents = {}
        for name, model in self.models.items():
            rows = self.read(name, model)
            self.places[name] = {row.pk: place for place, row in enumerate(rows)}
            documents[name] = [self.row(row) for row in rows]
        return {"event": self.row(self.event), "people": self.names(), **documents}

    def read(self, _name: str, model: type[Model]) -> list[Any]:
        """Return the rows of one document. One query."""
        return list(read_rows(model, self.event))

    def fields(self, model: type[Model]) -> Iterator["Field[Any, Any]"]:
        """Yield the fields of a model that are written."""
        return archived_fields(model)

    def row(self, row: Model) -> dict[str, Any]:
        plain = {field.name: self.value(row, field) for field in self.fields(type(row))}
        if isinstance(row, LogEntry):
            plain["game_id"] = self.game(row.game_id)
            plain["answer"] = self.answer(row.answer)
        return plain

    def value(self, row: Model, field: "Field[Any, Any]") -> Any:
        row = row.row_with(field.name) if isinstance(row, Event) else row
        value = getattr(row, field.attname)
        if value is None or isinstance(value, (bool, int, str)) or isinstance(field, JSONField):
            return value if field.related_model is None or value is None else self.place(field, value)
        return field.value_to_string(row)

    def place(self, field: "Field[Any, Any]", key: int) -> int:
        """Return the place of another row, or of a person among the people."""
        if field.related_model in DOCUMENT_NAMES:
            return self.places[DOCUMENT_NAMES[field.related_model]][key]
        if field.related_model is User:
            return self.people.setdefault(key, len(self.people))
        raise LookupError(f"{field} refers to something outside the event: declare it in FIELDS_LEFT_OUT")

    def game(self, key: int | None) -> int | None:
        """Return the place of a game in the log; a deleted game gets a negative number that no row has."""
        if key is None:
            return None
        if key in self.places["games"]:
            return self.places["games"][key]
        return self.gone.setdefault(key, -1 - len(self.gone))

    def answer(self, answer: Any) -> Any:
        """Replace the log entry that an entry undid by its place."""
        line = undone_line(answer)
        return answer if line is None else answer | {"undone": self.places["log"][line]}

    def names(self) -> list[str | None]:
        """Return the user names of the people by place; a deleted account has none."""
        users = User.objects.in_bulk(list(self.people))
        return [users[key].get_username() if key in users else None for key in self.people]
