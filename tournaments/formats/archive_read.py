"""Store the documents of an archive as rows of one event.

A field that is missing from an old file gets its default, and a missing document has no rows. A document or field that
this release does not know is refused: the file must be newer.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import CharField, Field, IntegerField, JSONField, Model, TextField

from pairing.plan.stages import Stage as PlanStage
from pairing.plan.stages import check_stage, modernize
from tiebreaks.facts.size import MOST_PLAYERS, MOST_ROUNDS, refuse_size
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats.archive import Documents
from tournaments.formats.archive_rows import DOCUMENT_NAMES, MODELS, archived_fields, find_event_lookup, undone_line
from tournaments.models import Draft, Event, LogEntry, Round, RoundDrawing, Stage

FIELD_UNKNOWN = sentence("archive-field-unknown", gettext_noop("This release of Crosstable does not know this field."))
FIELD_MISSING = sentence("archive-field-missing", gettext_noop("This field is missing."))
VALUE_INVALID = sentence("archive-value-unfit", gettext_noop("“{value}” is not a valid value here."))
NO_SUCH_ROW = sentence("archive-row-missing", gettext_noop("This refers to a row that is not in the archive."))
NO_DOCUMENT = sentence("archive-document-missing", gettext_noop("This file is missing from the archive."))

MOST_ROWS = 100_000  # of each kind: more would keep SQLite locked for longer than a desk waits
ROUNDS = {(Round, "number"), (Draft, "number"), (Stage, "first_round"), (Stage, "last_round")}  # tables grow with them
REQUIRED_DOCUMENTS = {"event", "people", "players", "rounds", "games", "log"}


class ArchiveReader:
    """The rows of one event from its documents, validated before anything is locked.

    A reference to another row or a person stays a place until the rows are stored, and then becomes a key.
    """

    models: ClassVar[Mapping[str, type[Model]]] = MODELS
    required: ClassVar[set[str]] = REQUIRED_DOCUMENTS
    others: ClassVar[set[str]] = {"event", "people"}

    def __init__(self, documents: Documents) -> None:
        """Read everything. Raise Refusal with the row and field as the place."""
        self.check_documents(documents)
        self.documents = documents
        self.event = self.row(Event.make(), documents["event"], "event")
        check_zone(self.event)
        self.rows: dict[str, list[Any]] = {
            name: [self.row(model(), plain, f"{name} {at}") for at, plain in enumerate(documents.get(name, ()), 1)]
            for name, model in self.models.items()
        }
        for number, line in enumerate(self.rows.get("log", ())):
            self.check_line(line, number)
        self.check_rounds()

    def check_documents(self, documents: Documents) -> None:
        """Raise Refusal unless the documents are those of an event: objects in lists, and names of people."""
        for name in sorted(documents.keys() - self.others - self.models.keys()):
            self.note_unknown(name)
        for name in sorted(self.required - documents.keys()):
            raise Refusal(NO_DOCUMENT, field=name)
        for name in self.others | self.models.keys():
            if name in documents:
                check_shape(name, documents[name])

    def fields(self, model: type[Model]) -> Iterator["Field[Any, Any]"]:
        """Yield the fields of a model that may be in a document."""
        return archived_fields(model)

    def note_unknown(self, place: str, name: str = "") -> None:
        """Refuse a document or a field that this release does not know."""
        raise Refusal(FIELD_UNKNOWN, field=f"{place} {name}".strip()[:80])

    def save(self, event: Event, people: list[int | None]) -> None:
        """Store all rows of the event, inside the caller's transaction; `people` are the keys of its accounts.

        The transaction keeps other writers of SQLite waiting, so it does little more than insert the rows.
        """
        keys: dict[str, list[int | None]] = {"people": people}
        for name, model in self.models.items():
            own = find_event_lookup(model) == "event"
            named = [(field.attname, find_document(field)) for field in archived_fields(model) if field.related_model]
            for row in self.rows[name]:
                if own:
                    row.event_id = event.pk
                for attname, document in named:
                    place = getattr(row, attname)
                    setattr(row, attname, None if place is None else keys[document][place])
            keys[name] = store_log(self.rows[name], keys["games"]) if model is LogEntry else store_rows(self.rows[name])

    def row(self, row: Any, plain: dict[str, Any], place: str) -> Any:
        """Fill a new row with the fields of an object; others keep their defaults."""
        model = type(row)
        fields = {field.name: field for field in self.fields(model)}
        for name, value in plain.items():
            if name not in fields:
                self.note_unknown(place, name)
                continue
            holder = row.row_with(name) if model is Event else row
            setattr(holder, fields[name].attname, self.value(fields[name], value, f"{place} {name}"))
        for name, field in fields.items():
            if name not in plain and not (field.has_default() or field.null or field.blank):
                raise Refusal(FIELD_MISSING, field=f"{place} {name}")
        return row

    def value(self, field: "Field[Any, Any]", value: Any, place: str) -> Any:
        if value is None:
            if not field.null:
                raise refuse_value("null", place)
            return None
        if field.related_model is not None:
            return self.place(field, value, place)
        try:
            return convert_value(field, value)
        except (ValidationError, TypeError, ValueError, OverflowError) as error:
            raise refuse_value(value, place) from error

    def place(self, field: "Field[Any, Any]", value: Any, place: str) -> int:
        """Return the place of the row or person that is referred to, if it exists."""
        rows = self.documents.get(find_document(field), ())
        if type(value) is not int or not 0 <= value < len(rows):
            raise Refusal(NO_SUCH_ROW, field=place)
        if rows[value] is None and not field.null:
            raise refuse_value(value, place)
        return value

    def check_line(self, line: LogEntry, number: int) -> None:
        """Raise Refusal unless a log entry refers to an existing or deleted game and to an earlier entry."""
        if line.actor_id is not None and not line.actor_name:  # of a release whose log held no names
            line.actor_name = self.documents["people"][line.actor_id] or ""
        if line.game_id is not None and line.game_id >= len(self.rows["games"]):
            raise Refusal(NO_SUCH_ROW, field=f"log {number + 1} game_id")
        undone = undone_line(line.answer)
        if undone is not None and (type(undone) is not int or not 0 <= undone < number):
            raise Refusal(NO_SUCH_ROW, field=f"log {number + 1} answer")

    def check_rounds(self) -> None:
        """Raise Refusal where a stage is none, a board has two players and no number, or a draft seats nobody known."""
        for at, stage in enumerate(self.rows["stages"], 1):
            try:
                check_stage(modernize(PlanStage(stage.system, stage.first_round, stage.last_round, stage.settings)))
            except Refusal as refusal:
                refusal.field = f"stages {at} {refusal.field}"
                raise
        for at, game in enumerate(self.rows["games"], 1):
            if game.black_id is not None and game.board is None:
                raise refuse_value(None, f"games {at} board")
        known = {each.number for each in self.rows["teams" if self.event.of_teams else "players"]}
        for at, draft in enumerate(self.rows.get("drafts", ()), 1):
            for name, seated in find_seated(draft).items():
                if not seated <= known:
                    raise refuse_value(min(seated - known), f"drafts {at} {name}")


def check_zone(event: Event) -> None:
    """Raise Refusal unless the zone of an event is known: every page shows times in it."""
    try:
        ZoneInfo(event.time_zone)
    except (KeyError, ValueError, TypeError, OSError) as error:  # of an unknown zone: KeyError, or OSError if long
        raise refuse_value(event.time_zone, "event time_zone") from error


def find_seated(draft: Draft) -> dict[str, set[int]]:
    """Return whom a draft names, by the field that does."""
    return {
        "boards": {board[side] for board in draft.boards for side in ("white", "black")},
        "byes": {bye["player"] for bye in draft.byes},
        "proposal": {board[side] for board in draft.proposal["boards"] for side in ("white", "black")}
        | {bye["player"] for bye in draft.proposal["byes"]},
    }


def store_rows(rows: list[Any]) -> list[int | None]:
    """Store rows of one model, rounds with their drawings, and return their keys."""
    if not rows:
        return []
    stored = type(rows[0])._default_manager.bulk_create(rows, batch_size=500)
    if isinstance(rows[0], Round):
        RoundDrawing.objects.store(rows)
    return [row.pk for row in stored]


def store_log(lines: list[LogEntry], games: list[int | None]) -> list[int | None]:
    """Store the log; an entry that undoes another needs its key, so that one is stored first."""
    keys: list[int | None] = []
    for number, line in enumerate(lines):
        if line.game_id is not None and line.game_id >= 0:
            line.game_id = games[line.game_id]
        undone = undone_line(line.answer)
        if isinstance(undone, int):
            if undone >= len(keys):
                keys += store_rows(lines[len(keys) : number])
            line.answer = {**(line.answer or {}), "undone": keys[undone]}
    return keys + store_rows(lines[len(keys) :])


def find_document(field: "Field[Any, Any]") -> str:
    """Return the document that a field refers to."""
    model = field.related_model
    return DOCUMENT_NAMES.get(model, "people") if model else "people"


def check_shape(name: str, rows: Any) -> None:
    """Raise Refusal unless a document has the shape of its kind."""
    rows = [rows] if name == "event" else rows
    if not isinstance(rows, list):
        raise refuse_value(rows, name)
    if name == "players" and len(rows) > MOST_PLAYERS:
        raise refuse_size()
    if len(rows) > MOST_ROWS:
        raise refuse_value(len(rows), name)
    for number, row in enumerate(rows, 1):
        if not isinstance(row, (str, type(None)) if name == "people" else dict):
            raise refuse_value(row, f"{name} {number}")


def convert_value(field: "Field[Any, Any]", value: Any) -> Any:
    """Return a value of JSON as the field holds it. Raise ValidationError where it does not fit."""
    if isinstance(field, JSONField):
        if field.default in (dict, list) and not isinstance(value, field.default):
            raise ValidationError(str(value)[:40])
        for rule in field.validators:  # `run_validators` passes over an empty list or object
            rule(value)
        return value
    if isinstance(field, (CharField, TextField)) and not isinstance(value, str):
        raise ValidationError(str(value)[:40])
    value = field.to_python(value)
    if field.choices and not (field.blank and value == "") and value not in dict(field.flatchoices):
        raise ValidationError(f"“{value}”"[:60])
    field.run_validators(value)
    if isinstance(field, IntegerField) and not fits(field, value):
        raise ValidationError(str(value)[:40])
    return value


def fits(field: "IntegerField[Any, Any]", value: int) -> bool:
    """Tell whether every database can store a number, and whether a round is one that an event can have."""
    least, most = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
    return least <= value <= (MOST_ROUNDS if (field.model, field.name) in ROUNDS else most)


def refuse_value(value: Any, place: str) -> Refusal:
    return Refusal(VALUE_INVALID, field=place, value=str(value)[:40])
