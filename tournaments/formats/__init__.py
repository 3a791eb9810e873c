"""Files <-> crosstables and events. `read` chooses the format by the name of the file."""

from pathlib import PurePath

from tiebreaks import trf
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats import csv

UNKNOWN = sentence(
    "format-unknown", gettext_noop("Known are tournament files (.trf, .txt) and lists of players (.csv).")
)


def read(data: bytes, name: str) -> trf.Tournament:
    """Read an uploaded file or one given to a command: the facts, the order of criteria, the teams and further lines.

    Raise Refusal with file, line and field.
    """
    suffix = PurePath(name).suffix.lower()
    if suffix == ".csv":
        return trf.Tournament(csv.read(data, name), None, ())
    if suffix not in (".trf", ".txt"):
        raise Refusal(UNKNOWN, file=name, field="file")
    return trf.read(data, name)
