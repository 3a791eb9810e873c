"""Name what ails the database when its own message says so: no room to write, or a damaged file."""

import shutil
import time
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

NOT_THERE = ("42P01", "42703")  # what PostgreSQL calls undefined_table and undefined_column
NO_ROOM = "53100"  # what PostgreSQL calls disk_full
DAMAGED = ("database disk image is malformed", "file is not a database")
LEAST_ROOM = 2**20  # bytes: less is no room for a result and its journal
REMEMBERED = 30  # seconds: a full disk of PostgreSQL is noticed by its refusals alone

_refused_at = float("-inf")


def is_disk_full(failure: Exception) -> bool:
    """Tell whether the database had no room to write: SQLite has only words for it, PostgreSQL a code."""
    return "disk is full" in str(failure) or getattr(failure.__cause__, "sqlstate", "") == NO_ROOM


def is_damaged(failure: Exception) -> bool:
    """Tell whether the file of the database is no longer one."""
    return isinstance(failure, DatabaseError) and any(words in str(failure) for words in DAMAGED)


def lacks_tables(failure: Exception) -> bool:
    """Tell whether a table or a column is missing: nothing has been migrated yet, or by an older release."""
    is_missing = getattr(failure.__cause__, "sqlstate", "") in NOT_THERE
    return is_missing or any(words in str(failure) for words in ("no such table", "no such column"))


def remember_full_disk() -> None:
    global _refused_at
    _refused_at = time.monotonic()


def has_no_room() -> bool:
    """Tell whether nothing can be stored now: here, or at the database a moment ago."""
    folders = {settings.VAR}
    if connection.vendor == "sqlite":
        folders.add(Path(str(connection.settings_dict["NAME"])).parent)
    here = any(folder.is_dir() and shutil.disk_usage(folder).free < LEAST_ROOM for folder in folders)
    return here or time.monotonic() - _refused_at < REMEMBERED
