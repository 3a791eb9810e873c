"""Copies of single events, as archives beside the backups: after each round, and before something that is hard to undo.

The name of a copy says which event it is of, when it was made, and after which round or before what. Of each event the
newest of each round is kept, as long as all those of rounds take no more than a tenth of the space for backups, and
the newest `BACKUPS_KEPT` others.
"""

import re
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from tournaments.domain.site.retention import count_fitting

KINDS = ("erasure", "repair", "return", "unpublish", "numbers", "round")
BEFORE_ERASURE, BEFORE_REPAIR, BEFORE_RETURN, BEFORE_TAKE_BACK, BEFORE_NUMBERS, AFTER_ROUND = KINDS
NAME = re.compile(r"([\w-]+)\.(\d{8}-\d{6}-\d{6})\.([a-z]+)(\d*)\.zip")
SHARE = 10  # of the space for backups: a tenth is for the copies after rounds


class EventCopy(NamedTuple):
    """One kept copy of an event; `slug` is the address that the event had, `size` is in bytes.

    `round` is the number of the round that it was made after, 0 for another reason.
    """

    path: Path
    slug: str
    made_at: datetime
    kind: str
    round: int
    size: int

    @property
    def name(self) -> str:
        return self.path.name


def store_copy(slug: str, kind: str, data: bytes, round_number: int = 0) -> Path:
    """Write the archive of an event beside the backups, and drop what it replaces. Raise OSError."""
    folder = find_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{slug}.{timezone.now():%Y%m%d-%H%M%S-%f}.{kind}{round_number or ''}.zip"
    draft = path.with_suffix(".part")
    draft.touch(mode=0o600)
    draft.write_bytes(data)
    draft.rename(path)
    same = [copy for copy in list_copies(slug) if copy.round == round_number]
    for old in same[1 if round_number else settings.BACKUPS_KEPT :]:
        old.path.unlink(missing_ok=True)
    return path


def has_round(slug: str, round_number: int) -> bool:
    """Tell whether an event has a copy that was made after a round."""
    return any(copy.round == round_number for copy in list_copies(slug))


def delete_rounds_of(slug: str) -> None:
    """Drop the copies after rounds of an event: its last copy, before it was erased, has its whole log."""
    for copy in list_copies(slug):
        if copy.round:
            copy.path.unlink(missing_ok=True)


def delete_old_rounds() -> None:
    """Drop the oldest copies after rounds, of whichever event, where all of them take too much space."""
    copies = [copy for copy in list_copies() if copy.round]
    free = shutil.disk_usage(find_folder()).free if copies else 0
    for old in copies[count_fitting([copy.size for copy in copies], settings.BACKUPS_SPACE // SHARE, free) :]:
        old.path.unlink(missing_ok=True)


def list_copies(slug: str = "") -> list[EventCopy]:
    """Return the copies of one event, or of all, the newest first."""
    copies = []
    for path in find_folder().glob(f"{slug or '*'}.*.zip"):
        match = NAME.fullmatch(path.name)
        if match and slug in ("", match[1]):
            at = datetime.strptime(match[2], "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
            with suppress(FileNotFoundError):  # another process has just dropped it
                copies.append(EventCopy(path, match[1], at, match[3], int(match[4] or 0), path.stat().st_size))
    return sorted(copies, key=lambda copy: copy.made_at, reverse=True)


def find_copy(name: str, slug: str = "") -> EventCopy | None:
    """Return the copy of that name, if it is one of the event."""
    return next((copy for copy in list_copies(slug) if copy.name == name), None)


def find_folder() -> Path:
    return Path(settings.BACKUPS) / "events"
