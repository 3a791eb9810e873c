"""Read what another server sends of an event that it keeps.

That server may be a release newer or older: what it does not send gets its default, and what this release does not know
is left out and named.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import Field, Model

from tournaments.domain.desk.results import Result, Value
from tournaments.domain.exchange.mirrored import FinalCorrection, Statements
from tournaments.domain.stored_values import YEARS
from tournaments.formats.archive import Documents
from tournaments.formats.archive_read import ArchiveReader, refuse_value
from tournaments.formats.public_archive import STATEMENTS
from tournaments.formats.public_rows import PUBLIC_MODELS, public_fields

MOST_UNKNOWN = 20  # names that the other server learns
LONGEST_NAME = 60


class PublicReader(ArchiveReader):
    """The public rows of one event. `unknown` names what this release does not know, each once."""

    models: ClassVar[Mapping[str, type[Model]]] = PUBLIC_MODELS
    required: ClassVar[set[str]] = {"event", "players", "rounds", "games"}
    others: ClassVar[set[str]] = {"event", "people", STATEMENTS}

    def __init__(self, documents: Documents) -> None:
        """Read everything. Raise Refusal with the row and field as the place."""
        self.unknown: dict[str, None] = {}
        stated = documents.get(STATEMENTS, {})
        super().__init__({name: rows for name, rows in documents.items() if name != STATEMENTS})
        self.statements = read_statements(stated)

    def fields(self, model: type[Model]) -> Iterator["Field[Any, Any]"]:
        return public_fields(model)

    def note_unknown(self, place: str, name: str = "") -> None:
        """Remember the kind of row and the field, not each row that has it."""
        if len(self.unknown) < MOST_UNKNOWN:
            self.unknown[f"{place.partition(' ')[0]} {name}".strip()[:LONGEST_NAME]] = None


def read_statements(stated: Any) -> Statements:
    """Check the statements, so that no page stumbles over them. Raise Refusal."""
    try:
        return {
            "published": {str(int(n)): check_moment(at) for n, at in stated.get("published", {}).items()},
            "corrected": {
                str(int(n)): [[int(round_number), int(board)] for round_number, board in boards]
                for n, boards in stated.get("corrected", {}).items()
            },
            "since_final": [read_correction(each) for each in stated.get("since_final", ())],
            "differs": [int(number) for number in stated.get("differs", ())],
        }
    except (TypeError, ValueError, AttributeError, KeyError) as error:
        raise refuse_value(error, STATEMENTS) from error


def check_moment(text: str) -> str:
    """Return a moment as it was written. Raise ValueError, also where it names no zone."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or moment.year not in YEARS:
        raise ValueError(text)
    return text


def read_correction(stated: Any) -> FinalCorrection:
    board = stated["board"]
    return {
        "at": check_moment(stated["at"]),
        "round": int(stated["round"]),
        "board": None if board is None else int(board),
        "before": read_value(stated["before"]),
        "after": read_value(stated["after"]),
    }


def read_value(stated: Any) -> list[str | int | bool | None] | None:
    """Return the parts of a value as they were sent. Raise TypeError or ValueError unless they make one."""
    if stated is None:
        return None
    result, *scores, is_adjourned = Value(*stated)
    whole = [None if score is None else int(score) for score in scores]
    return [Result(result or "").value, *whole, bool(is_adjourned)]
