"""How readers handle oddities in a file: strict ones refuse the file, lenient ones note the line and read on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tiebreaks.refusal import Refusal

MOST_ODDITIES = 1000


class Oddities:
    """The oddities of one file in the order of reading; only the first `MOST_ODDITIES` are stored."""

    def __init__(self, lenient: bool = False) -> None:
        self.lenient = lenient
        self.reported: list[Refusal] = []

    def report(self, refusal: Refusal) -> None:
        """Refuse the file, or, if lenient, note why a part of it is not read as it is."""
        if not self.lenient:
            raise refusal
        if len(self.reported) < MOST_ODDITIES:
            self.reported.append(refusal)

    def note(self, refusal: Refusal) -> None:
        """Note what a reader should know although the file can be read as it is; not even a strict one refuses it."""
        if len(self.reported) < MOST_ODDITIES:
            self.reported.append(refusal)

    @contextmanager
    def skip_unreadable(self) -> Iterator[None]:
        """Report a Refusal raised in the block; if lenient, go on without what the block could not read."""
        try:
            yield
        except Refusal as refusal:
            self.report(refusal)

    @contextmanager
    def in_file(self, name: str) -> Iterator[None]:
        """Add the name of the file to every oddity that the block reports or raises without one."""
        count = len(self.reported)
        try:
            yield
        except Refusal as refusal:
            refusal.file = refusal.file or name
            raise
        finally:
            for oddity in self.reported[count:]:
                oddity.file = oddity.file or name


STRICT = Oddities()
