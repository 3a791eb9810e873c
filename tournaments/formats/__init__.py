"""Files <-> crosstables and events. `read` chooses the format by the name of the file."""

from pathlib import PurePath

from tiebreaks import trf
from tiebreaks.crosstable import Crosstable
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats import csv

UNKNOWN = sentence(
    "format-unknown", gettext_noop("Known are tournament files (.trf, .txt) and lists of players (.csv).")
)


def read(data: bytes, name: str) -> tuple[Crosstable, str | None]:
    """Read an uploaded file or one given to a command: the facts, and the order of criteria that the file names.

    Raise Refusal with file, line and field.
    """
    suffix = PurePath(name).suffix.lower()
    if suffix == ".csv":
        return csv.read(data, name), None
    if suffix not in (".trf", ".txt"):
        raise Refusal(UNKNOWN, file=name, field="file")
    tournament = trf.read(data, name)
    return tournament.crosstable, tournament.order
