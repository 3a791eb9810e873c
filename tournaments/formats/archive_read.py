"""The documents of an archive, stored as rows of one event.

A field that an old file lacks gets its default, and a kind of row that it does not know has no rows. What this release
does not know is refused, for then the file is newer.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import CharField, Field, JSONField, Model, TextField

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats.archive import Documents
from tournaments.formats.archive_rows import NAMES, ROWS, fields, undone, way_to_event
from tournaments.models import Event, LogEntry

FIELD_UNKNOWN = sentence("archive-field-unknown", gettext_noop("This release of Crosstable does not know this field."))
FIELD_MISSING = sentence("archive-field-missing", gettext_noop("This field is missing."))
VALUE_UNFIT = sentence("archive-value-unfit", gettext_noop("“{value}” does not fit here."))
NO_SUCH_ROW = sentence("archive-row-missing", gettext_noop("The row that is named here is not in the archive."))
NO_DOCUMENT = sentence("archive-document-missing", gettext_noop("The archive lacks this document."))

NEEDED = {"event", "people", "players", "rounds", "games", "log"}


class Reader:
    """Read the rows of one event out of documents. Raise Refusal with the row and field as the place."""

    def __init__(self, documents: Documents, people: list[int | None]) -> None:
        self.documents, self.people = documents, people
        self.stored: dict[str, list[Any]] = {}

    def save(self, event: Event) -> None:
        """Store all rows of the event, inside the caller's transaction."""
        for name, model in ROWS.items():
            self.stored[name] = []
            own = {"event": event} if way_to_event(model) == "event" else {}
            waiting: list[Model] = []
            for number, plain in enumerate(self.documents.get(name, ()), 1):
                if undone(plain.get("answer")) is not None:  # names a line before it, whose key must be known
                    self.store(name, model, waiting)
                waiting.append(self.row(model(**own), plain, f"{name} {number}"))
            self.store(name, model, waiting)

    def store(self, name: str, model: type[Model], waiting: list[Model]) -> None:
        self.stored[name] += [row.pk for row in model._default_manager.bulk_create(waiting, batch_size=500)]
        waiting.clear()

    def row(self, row: Any, plain: dict[str, Any], place: str) -> Any:
        """Fill a new row with the fields of an object; others keep their defaults."""
        model = type(row)
        known = {field.name: field for field in fields(model)}
        for name, value in plain.items():
            if name not in known:
                raise Refusal(FIELD_UNKNOWN, field=f"{place} {name}"[:80])
            setattr(row, known[name].attname, self.value(known[name], value, f"{place} {name}"))
        for name, field in known.items():
            if name not in plain and not (field.has_default() or field.null or field.blank):
                raise Refusal(FIELD_MISSING, field=f"{place} {name}")
        if isinstance(row, LogEntry):
            row.game_id = self.game(row.game_id, place)
            row.answer = self.answer(row.answer, place)
        return row

    def value(self, field: Field, value: Any, place: str) -> Any:
        if value is None:
            if not field.null:
                raise unfit("null", place)
            return None
        if field.related_model is not None:
            return self.key(field, value, place)
        try:
            return fitting(field, value)
        except (ValidationError, TypeError, ValueError, OverflowError) as error:
            raise unfit(value, place) from error

    def key(self, field: Field, value: Any, place: str) -> Any:
        """Return the key of the row or account at a place."""
        keys = self.stored[NAMES[field.related_model]] if field.related_model in NAMES else self.people
        if type(value) is not int or not 0 <= value < len(keys):
            raise Refusal(NO_SUCH_ROW, field=place)
        if keys[value] is None and not field.null:
            raise unfit(value, place)
        return keys[value]

    def game(self, value: int | None, place: str) -> int | None:
        if value is None or value < 0:
            return value
        if value >= len(self.stored["games"]):
            raise Refusal(NO_SUCH_ROW, field=f"{place} game_id")
        return self.stored["games"][value]

    def answer(self, answer: Any, place: str) -> Any:
        line = undone(answer)
        if line is None:
            return answer
        if type(line) is not int or not 0 <= line < len(self.stored["log"]):
            raise Refusal(NO_SUCH_ROW, field=f"{place} answer")
        return answer | {"undone": self.stored["log"][line]}


def check_shape(documents: Documents) -> None:
    """Raise Refusal unless the documents are those of an event: objects in lists, and names of people."""
    for name in sorted(documents.keys() ^ {"event", "people", *ROWS}):
        if name in documents:
            raise Refusal(FIELD_UNKNOWN, field=name[:40])
        if name in NEEDED:
            raise Refusal(NO_DOCUMENT, field=name)
    for name, rows in documents.items():
        rows = [rows] if name == "event" else rows
        if not isinstance(rows, list):
            raise unfit(rows, name)
        for number, row in enumerate(rows, 1):
            if not isinstance(row, (str, type(None)) if name == "people" else dict):
                raise unfit(row, f"{name} {number}")


def fitting(field: Field, value: Any) -> Any:
    """Return a value of JSON as the field holds it. Raise ValidationError where it does not fit."""
    if isinstance(field, JSONField):
        return value
    if isinstance(field, (CharField, TextField)) and not isinstance(value, str):
        raise ValidationError(str(value)[:40])
    value = field.to_python(value)
    if field.choices and value not in dict(field.flatchoices):
        raise ValidationError(f"“{value}”"[:60])
    field.run_validators(value)
    return value


def unfit(value: Any, place: str) -> Refusal:
    return Refusal(VALUE_UNFIT, field=place, value=str(value)[:40])
