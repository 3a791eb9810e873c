"""The files of the lists: built next to the old one, put in its place when complete, and then only read.

A reader of the old file can finish reading it. A build that was interrupted starts again from the beginning.
"""

import json
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import batched, groupby, islice
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.formats.rating_fields import RatedPerson
from tournaments.formats.rating_files import RatingFile
from tournaments.rating_lists import months
from tournaments.rating_lists.months import Month
from tournaments.rating_lists.name_sounds import fold_both_orders

BATCH_SIZE = 2000
LEFTOVER_AGE = timedelta(days=1)  # of drafts that were never finished
MONTHS_KEPT = 3  # of each list: an event is compared with the one that was valid when it began
LIST_SUFFIX, DRAFT_SUFFIX = ".list", ".part"

EMPTY = sentence("ratings-empty", gettext_noop("This list is empty."))

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
# The German list has a line for each club of a person; the one they play for stays.
DELETE_DOUBLES = """
DELETE FROM people WHERE number <> '' AND id NOT IN (
    SELECT coalesce(min(CASE WHEN club <> '' THEN id END), min(id)) FROM people WHERE number <> '' GROUP BY number
)
"""


class RatingList(NamedTuple):
    """A list as its file describes it. `dated` is its month, as FIDE writes it: NOV26.

    `lacks` are missing fields, `unread` the titles of unused columns.
    """

    key: str
    name: str
    file: str
    is_fide: bool
    dated: str
    brought_at: datetime
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    lacks: list[str]
    unread: list[str]

    @property
    def source(self) -> str:
        """Name the list with its date, as the source of a rating."""
        return f"{self.name} {self.dated}".strip()[:80]

    @property
    def month(self) -> Month:
        """Return the month that the list is for: the one that it names, otherwise the one in which it came."""
        return months.read_month(self.dated) or months.month_of(timezone.localdate(self.brought_at))

    @property
    def path(self) -> Path:
        return Path(settings.RATING_LISTS) / f"{self.key}{LIST_SUFFIX}"


def read_all_lists() -> list[RatingList]:
    """Return the lists of the last months, FIDE's first, of each name the newest first.

    Of two that came for one month only the newer one counts.
    """
    by_month: dict[tuple[str, Month], RatingList] = {}
    for path in settings.RATING_LISTS.glob(f"*{LIST_SUFFIX}"):
        with suppress(sqlite3.Error):  # just deleted
            each = read_description(path)
            key = (each.name, each.month)
            by_month[key] = max(each, by_month.get(key, each), key=lambda one: one.brought_at)
    newest_first = sorted(by_month.values(), key=lambda each: each.month, reverse=True)
    in_order = sorted(newest_first, key=lambda each: (not each.is_fide, each.name.casefold(), each.name))
    return [each for _name, own in groupby(in_order, key=lambda each: each.name) for each in islice(own, MONTHS_KEPT)]


def read_lists(month: Month | None = None) -> list[RatingList]:
    """Return the lists that can be searched, FIDE's first: of each name the newest, or the one valid in a month.

    Where none is as old as that month, it is the oldest one that is there.
    """
    by_name: dict[str, RatingList] = {}
    for each in read_all_lists():
        known = by_name.setdefault(each.name, each)
        if month and known.month > month:
            by_name[each.name] = each
    return list(by_name.values())


@lru_cache(maxsize=64)
def read_description(path: Path) -> RatingList:
    """Read the description in a file; it never changes."""
    with open_list(path) as database:
        name, file, is_fide, dated, at, count, lacks, unread = database.execute("SELECT * FROM list").fetchone()
    facts = (bool(is_fide), dated, datetime.fromisoformat(at), count, json.loads(lacks), json.loads(unread))
    return RatingList(path.stem, name, file, *facts)


@lru_cache(maxsize=64)
def read_fact_columns(path: Path) -> tuple[str, ...]:
    """Return where a file has the facts of a person; one of an earlier version lacks some of them."""
    with open_list(path) as database:
        known = {name for _, name, *_ in database.execute("PRAGMA table_info(people)")}
    return tuple(name if name in known else f"NULL AS {name}" for name in RatedPerson._fields)


@contextmanager
def open_list(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a finished list for reading."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        yield database


def import_list(name: str, reading: RatingFile, report_count: Callable[[int], None] = lambda _count: None) -> int:
    """Write a list into a file that replaces the one of the same name and month, and return the number of people in it.

    Of each name the lists of the last months stay.
    `report_count` receives the number so far and may raise to stop the import. An import that stops for any reason
    leaves the old list as it was. Raise Refusal.
    """
    settings.RATING_LISTS.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = settings.RATING_LISTS / f"{secrets.token_hex(6)}{DRAFT_SUFFIX}"
    try:
        draft.touch(mode=0o600)
        with closing(sqlite3.connect(draft, isolation_level=None)) as database:
            count = fill_database(database, name, reading, report_count)
        with open(draft, "r+b") as file:  # Windows syncs only what it may write
            os.fsync(file.fileno())
        old = {each.path for each in read_all_lists() if each.name == name}
        draft.rename(draft.with_suffix(LIST_SUFFIX))
    finally:
        draft.unlink(missing_ok=True)
    for path in old - {each.path for each in read_all_lists()}:
        with suppress(PermissionError):  # Windows deletes no file that somebody reads: `delete_leftovers` will
            path.unlink(missing_ok=True)
    return count


def fill_database(
    database: sqlite3.Connection, name: str, reading: RatingFile, report_count: Callable[[int], None]
) -> int:
    """Write the people, then the indexes, which cost a tenth when they are created last."""
    database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536;" + TABLES)
    count = 0
    database.execute("BEGIN")
    for batch in batched(reading.people(), BATCH_SIZE):
        database.executemany(INSERT, [(*each, *fold_both_orders(each.name)) for each in batch])
        count += len(batch)
        report_count(count)
    if not count:
        raise Refusal(EMPTY, file=reading.name, field="file")
    if not reading.is_fide:
        count -= database.execute(DELETE_DOUBLES).rowcount
    facts = (name, reading.name, reading.is_fide, reading.dated, timezone.now().isoformat(), count)
    gaps = (json.dumps(reading.lacks), json.dumps(reading.unread))
    database.execute("INSERT INTO list VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*facts, *gaps))
    database.execute("COMMIT")
    database.executescript(INDEXES)
    return count


def delete_list(old: RatingList) -> None:
    """Delete a list."""
    old.path.unlink(missing_ok=True)


def delete_leftovers() -> None:
    """Delete old unfinished drafts, and lists that newer ones of the same name have replaced."""
    keys = {each.key for each in read_all_lists()}
    for path in settings.RATING_LISTS.glob("*"):
        with suppress(OSError):
            is_old = path.stat().st_mtime < (timezone.now() - LEFTOVER_AGE).timestamp()
            if is_old and not (path.suffix == LIST_SUFFIX and path.stem in keys):
                path.unlink()
