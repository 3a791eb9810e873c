"""What a reader does where a file is odd: a strict one refuses the file, a lenient one notes the line and reads on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tiebreaks.refusal import Refusal

MOST_ODDITIES = 1000


class Oddities:
    """The oddities of one file in the order in which they were met; no more than `MOST_KEPT` are kept."""

    def __init__(self, lenient: bool = False) -> None:
        self.lenient = lenient
        self.reported: list[Refusal] = []

    def report(self, refusal: Refusal) -> None:
        """Refuse the file, or note why a part of it is read in another way."""
        if not self.lenient:
            raise refusal
        if len(self.reported) < MOST_ODDITIES:
            self.reported.append(refusal)

    @contextmanager
    def skip_unreadable(self) -> Iterator[None]:
        """Leave out what the block can't read."""
        try:
            yield
        except Refusal as refusal:
            self.report(refusal)

    @contextmanager
    def in_file(self, name: str) -> Iterator[None]:
        """Name the file in what the block notes and in what it refuses, where that names none."""
        known = len(self.reported)
        try:
            yield
        except Refusal as refusal:
            refusal.file = refusal.file or name
            raise
        finally:
            for noted in self.reported[known:]:
                noted.file = noted.file or name


STRICT = Oddities()
