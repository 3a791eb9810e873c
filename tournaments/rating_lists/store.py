"""The files of the lists: built beside the old one, put in its place when the last line is in, then only read.

Whoever reads an old file meanwhile goes on reading it. A build that was cut short is begun again from the start.
"""

import json
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import batched
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats.rating_fields import RatedPerson
from tournaments.formats.rating_files import RatingFile
from tournaments.rating_lists.name_sounds import fold_both_orders

BATCH_SIZE = 2000
LEFTOVER_AGE = timedelta(days=1)  # what was begun and never ended
LIST_SUFFIX, DRAFT_SUFFIX = ".list", ".part"

EMPTY = sentence("ratings-empty", gettext_noop("There is nobody in this list."))

COLUMNS = (*RatedPerson._fields, "search", "turned")
TABLES = f"""
CREATE TABLE people (id INTEGER PRIMARY KEY, {", ".join(COLUMNS)});
CREATE TABLE list (name, file, is_fide, dated, brought_at, count, lacks, unread);
"""
INDEXES = """
CREATE INDEX by_search ON people (search);
CREATE INDEX by_turned ON people (turned);
CREATE INDEX by_fide_id ON people (fide_id) WHERE fide_id <> '';
CREATE INDEX by_number ON people (number) WHERE number <> '';
"""
INSERT = f"INSERT INTO people ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"  # noqa: S608
# The German list has a line for each club of a person; the one where he plays stays.
DELETE_DOUBLES = """
DELETE FROM people WHERE number <> '' AND id NOT IN (
    SELECT coalesce(min(CASE WHEN club <> '' THEN id END), min(id)) FROM people WHERE number <> '' GROUP BY number
)
"""


class RatingList(NamedTuple):
    """A list as its file describes it. `lacks` are fields that it has not, `unread` columns that nothing is made of."""

    key: str
    name: str
    file: str
    is_fide: bool
    dated: str
    brought_at: datetime
    count: int
    lacks: list[str]
    unread: list[str]

    @property
    def path(self) -> Path:
        return settings.RATING_LISTS / f"{self.key}{LIST_SUFFIX}"


def read_lists() -> list[RatingList]:
    """Return the lists that can be looked through, FIDE's first."""
    found: dict[str, RatingList] = {}
    for path in settings.RATING_LISTS.glob(f"*{LIST_SUFFIX}"):
        with suppress(sqlite3.Error):  # deleted at this moment
            each = read_description(path)
            newest = max(each, found.get(each.name, each), key=lambda one: one.brought_at)
            found[each.name] = newest
    return sorted(found.values(), key=lambda each: (not each.is_fide, each.name.casefold()))


@lru_cache(maxsize=64)
def read_description(path: Path) -> RatingList:
    """Read what a file says of itself; it never changes."""
    with open_list(path) as database:
        name, file, is_fide, dated, at, count, lacks, unread = database.execute("SELECT * FROM list").fetchone()
    facts = (bool(is_fide), dated, datetime.fromisoformat(at), count, json.loads(lacks), json.loads(unread))
    return RatingList(path.stem, name, file, *facts)


@contextmanager
def open_list(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a finished list to read."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as database:
        yield database


def import_list(name: str, reading: RatingFile, on_the_way: Callable[[int], None] = lambda count: None) -> int:
    """Make a file of a list, put it in the place of the one of the same name, and return how many people it has.

    `on_the_way` is told how many people are in; it may raise to end the work. Whatever ends it leaves the old list as
    it was. Raise Refusal.
    """
    settings.RATING_LISTS.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = settings.RATING_LISTS / f"{secrets.token_hex(6)}{DRAFT_SUFFIX}"
    try:
        draft.touch(mode=0o600)
        with closing(sqlite3.connect(draft, isolation_level=None)) as database:
            count = fill_database(database, name, reading, on_the_way)
        with open(draft, "rb") as file:
            os.fsync(file.fileno())
        old = [each for each in read_lists() if each.name == name]
        draft.rename(draft.with_suffix(LIST_SUFFIX))
    finally:
        draft.unlink(missing_ok=True)
    for each in old:
        delete_list(each)
    return count


def fill_database(
    database: sqlite3.Connection, name: str, reading: RatingFile, on_the_way: Callable[[int], None]
) -> int:
    """Write the people, then the indexes: made at the end they cost a tenth."""
    database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536;" + TABLES)
    count = 0
    database.execute("BEGIN")
    for some in batched(reading.people(), BATCH_SIZE):
        database.executemany(INSERT, [(*each, *fold_both_orders(each.name)) for each in some])
        count += len(some)
        on_the_way(count)
    if not count:
        raise Refusal(EMPTY, file=reading.name, field="file")
    if not reading.is_fide:
        count -= database.execute(DELETE_DOUBLES).rowcount
    facts = (name, reading.name, reading.is_fide, reading.dated, timezone.now().isoformat(), count)
    told = (json.dumps(reading.lacks), json.dumps(reading.unread))
    database.execute("INSERT INTO list VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*facts, *told))
    database.execute("COMMIT")
    database.executescript(INDEXES)
    return count


def delete_list(old: RatingList) -> None:
    """Delete a list."""
    old.path.unlink(missing_ok=True)


def delete_leftovers() -> None:
    """Delete what was begun long ago and never ended, and lists that a newer one of the same name has replaced."""
    keys = {each.key for each in read_lists()}
    for path in settings.RATING_LISTS.glob("*"):
        with suppress(OSError):
            is_old = path.stat().st_mtime < (timezone.now() - LEFTOVER_AGE).timestamp()
            if is_old and not (path.suffix == LIST_SUFFIX and path.stem in keys):
                path.unlink()
