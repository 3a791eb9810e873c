"""Copies of single events as they were before something that is hard to undo: kept as archives beside the backups.

The name of a copy says which event it is of, when it was made, and before what. Of each event the newest
`BACKUPS_KEPT` are kept.
"""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

KINDS = ("erasure", "repair", "return", "unpublish", "numbers")
BEFORE_ERASURE, BEFORE_REPAIR, BEFORE_RETURN, BEFORE_TAKE_BACK, BEFORE_NUMBERS = KINDS
NAME = re.compile(r"([\w-]+)\.(\d{8}-\d{6}-\d{6})\.(\w+)\.zip")


class EventCopy(NamedTuple):
    """One kept copy of an event; `slug` is the address that the event had, `size` is in bytes."""

    path: Path
    slug: str
    made_at: datetime
    kind: str
    size: int

    @property
    def name(self) -> str:
        return self.path.name


def store_copy(slug: str, kind: str, data: bytes) -> Path:
    """Write the archive of an event beside the backups, and drop its oldest copies. Raise OSError."""
    folder = find_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{slug}.{timezone.now():%Y%m%d-%H%M%S-%f}.{kind}.zip"
    draft = path.with_suffix(".part")
    draft.touch(mode=0o600)
    draft.write_bytes(data)
    draft.rename(path)
    for old in list_copies(slug)[settings.BACKUPS_KEPT :]:
        old.path.unlink(missing_ok=True)
    return path


def list_copies(slug: str = "") -> list[EventCopy]:
    """Return the copies of one event, or of all, the newest first."""
    copies = []
    for path in find_folder().glob("*.zip"):
        match = NAME.fullmatch(path.name)
        if match and slug in ("", match[1]):
            at = datetime.strptime(match[2], "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
            copies.append(EventCopy(path, match[1], at, match[3], path.stat().st_size))
    return sorted(copies, key=lambda copy: copy.made_at, reverse=True)


def find_copy(name: str, slug: str = "") -> EventCopy | None:
    """Return the copy of that name, if it is one of the event."""
    return next((copy for copy in list_copies(slug) if copy.name == name), None)


def find_folder() -> Path:
    return Path(settings.BACKUPS) / "events"
