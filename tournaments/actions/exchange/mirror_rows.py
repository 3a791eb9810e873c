"""Bring the rows of a mirrored event to what its own server has, and write nothing but what differs.

Rows are compared by what they are in the event, never by their keys, which differ between servers. To replace the whole
event would take half a second for 200 players, and every page would begin again.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import F, Field, Model

from tiebreaks.refusal import Refusal
from tournaments.actions.exchange.archives import INCOHERENT
from tournaments.formats.archive_read import find_document, store_rows
from tournaments.formats.archive_rows import find_event_lookup, read_rows
from tournaments.formats.public_read import PublicReader
from tournaments.formats.public_rows import PUBLIC_MODELS, public_fields
from tournaments.models import Event, Player, Round, RoundDrawing, Team
from tournaments.models.search_keys import fold_search_key, with_search_key

# What says which row it is; its other fields change in place. A kind that is not named here changes as a whole.
IDENTITIES: Mapping[str, tuple[str, ...]] = {
    "teams": ("number",),
    "players": ("number",),
    "categories": ("key",),
    "rounds": ("number",),
    "matches": ("round", "table", "first", "second"),
    "games": ("round", "board", "match", "match_board", "white", "black"),
}
NUMBERED: Mapping[str, type[Player] | type[Team]] = {"players": Player, "teams": Team}
OUT_OF_THE_WAY = 20_000  # beyond all start numbers, for those that are exchanged
OWN_FIELDS = {"slug"}  # of the event: this server has its own

type Identity = tuple[Any, ...]


class MirrorRow(NamedTuple):
    """A row, and its fields as they compare: a reference is the identity of the other row."""

    row: Any
    values: dict[str, Any]


class RowChange(NamedTuple):
    """A row that stayed, as it is stored now, and its fields before."""

    row: Any
    before: dict[str, Any]


class Differences(NamedTuple):
    """What was written: the kinds of rows that came or went, the rows that changed by kind, and fields of the event."""

    moved: set[str]
    changed: dict[str, list[RowChange]]
    fields: set[str]

    def __bool__(self) -> bool:
        return bool(self.moved or self.changed or self.fields)


class Lines:
    """The rows of an event by kind and identity; `names` maps the references between rows to identities."""

    def __init__(self, rows: Mapping[str, list[Any]], *, are_stored: bool) -> None:
        """Index rows that are stored, or those of a reader, which refer to each other by places. Raise Refusal."""
        self.names: dict[str, dict[int, Identity]] = {}
        self.lines: dict[str, dict[Identity, MirrorRow]] = {}
        for name, model in PUBLIC_MODELS.items():
            fields = list(public_fields(model))
            self.names[name], self.lines[name] = {}, {}
            for place, row in enumerate(rows.get(name, ())):
                values = {field.name: self.value(row, field) for field in fields}
                identity = self.identify(name, values)
                self.names[name][row.pk if are_stored else place] = identity
                self.lines[name][identity] = MirrorRow(row, values)

    def value(self, row: Any, field: "Field[Any, Any]") -> Any:
        value = getattr(row, field.attname)
        return value if value is None or field.related_model is None else self.names[find_document(field)][value]

    def identify(self, name: str, values: dict[str, Any]) -> Identity:
        identity = tuple(freeze(values[each]) for each in IDENTITIES.get(name, values))
        if name in IDENTITIES:
            if identity in self.lines[name]:
                raise Refusal(INCOHERENT, field=name)
            return identity
        return (*identity, sum(other[:-1] == identity for other in self.lines[name]))


def freeze(value: Any) -> Any:
    """Return a value of JSON as a part of an identity."""
    if isinstance(value, dict):
        return tuple(sorted((name, freeze(each)) for name, each in value.items()))
    return tuple(map(freeze, value)) if isinstance(value, list) else value


def write_differences(event: Event, reader: PublicReader) -> Differences:
    """Make the rows of a locked event those that were sent, and return what was different. Raise Refusal."""
    stored = {name: list(read_rows(model, event)) for name, model in PUBLIC_MODELS.items()}
    old, new = Lines(stored, are_stored=True), Lines(reader.rows, are_stored=False)
    moved = {name for name in PUBLIC_MODELS if old.lines[name].keys() != new.lines[name].keys()}
    for name in reversed(PUBLIC_MODELS):
        gone = [line.row.pk for identity, line in old.lines[name].items() if identity not in new.lines[name]]
        PUBLIC_MODELS[name]._default_manager.filter(pk__in=gone).delete()
    writer, changed = RowWriter(event, new), {}
    for name in PUBLIC_MODELS:
        if changes := writer.write(name, old.lines[name]):
            changed[name] = changes
    return Differences(moved, changed, write_event_fields(event, reader.event))


class RowWriter:
    """Store the rows of an event kind by kind; `keys` are those of the rows by identity."""

    def __init__(self, event: Event, new: Lines) -> None:
        self.event, self.new = event, new
        self.keys: dict[str, dict[Identity, Any]] = {}

    def write(self, name: str, old: Mapping[Identity, MirrorRow]) -> list[RowChange]:
        """Store one kind: change what stayed, insert what is new, and return what changed."""
        model, lines = PUBLIC_MODELS[name], self.new.lines[name]
        fields = list(public_fields(model))
        stays = {identity: line for identity, line in lines.items() if identity in old}
        changes = [
            RowChange(self.fill(old[identity].row, line, fields), old[identity].values)
            for identity, line in stays.items()
            if old[identity].values != line.values
        ]
        if name in NUMBERED:
            numbered = NUMBERED[name].objects.filter(pk__in=[change.row.pk for change in changes])
            numbered.update(given_number=F("number") + OUT_OF_THE_WAY)
        names = with_search_key(model, (field.name for field in fields if field.model is model))
        if changes:
            model._default_manager.bulk_update([change.row for change in changes], names, batch_size=100)
        if changes and model is Round:
            RoundDrawing.objects.store(change.row for change in changes)
        added = [self.fill(line.row, line, fields) for identity, line in lines.items() if identity not in old]
        store_rows([self.belong(row, model) for row in added])
        self.keys[name] = {
            identity: (old[identity].row if identity in old else lines[identity].row).pk for identity in lines
        }
        return changes

    def fill(self, row: Any, line: MirrorRow, fields: "list[Field[Any, Any]]") -> Any:
        """Give a row the values of a line, with the keys that references have here."""
        for field in fields:
            value = line.values[field.name]
            is_reference = field.related_model is not None and value is not None
            setattr(row, field.attname, self.keys[find_document(field)][value] if is_reference else value)
        fold_search_key(row)
        return row

    def belong(self, row: Any, model: type[Model]) -> Any:
        if find_event_lookup(model) == "event":
            row.event_id = self.event.pk
        return row


def write_event_fields(event: Event, sent: Event) -> set[str]:
    """Store the settings of the event, and return the names of those that changed."""
    names = [field.name for field in public_fields(Event) if field.name not in OWN_FIELDS]
    before = event.read_fields(names)
    changes = {name: value for name, value in sent.read_fields(names).items() if value != before[name]}
    event.write_fields(changes)
    return set(changes)
