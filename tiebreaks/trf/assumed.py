"""What a tournament file of an edition before TRF26 leaves open, so that something is taken for it."""

from __future__ import annotations

from tiebreaks.trf.reader import Tournament
from tiebreaks.trf.settings import MARK
from tiebreaks.trf.system import states_system

# Records that only TRF26 has, and those in which other programs say the same.
OF_TRF26 = frozenset(
    {
        *("142", "152", "162", "172", "192", "202", "212", "222", "240", "250", "260", "299"),
        *("300", "310", "320", "330", "352", "362"),
    }
)
OPEN = {
    "system": {"092"},
    "points": {"BBW", "BBD", "BBL", "BBF", "BBU", "XXS"},
    "order": frozenset[str](),
    "rounds": {"XXR"},
    "rules": {"042", "052", "132"},  # a date says which edition was in force
}
EDITION = " edition="  # in a comment of our own files


def list_assumed(file: Tournament) -> list[str]:
    """Return what an older file does not say: the names in `OPEN`; nothing for any other file."""
    codes = {text[:3] for _line, text in file.other if text[3:].strip()}
    if not codes or codes & OF_TRF26:
        return []
    if any(text.startswith(MARK) and EDITION in text for _line, text in file.other):
        codes.add("042")
    kind = " ".join(text[3:] for _line, text in file.other if text.startswith("092"))
    is_known = states_system(kind) or file.crosstable.system != "swiss"  # or recognised by its games
    codes = codes | {"092"} if is_known else codes - {"092"}
    return [what for what, records in OPEN.items() if not records & codes]
