"""Copies of the whole database: made at one moment, checked, kept for a while, and put back.

SQLite is copied by its online backup, PostgreSQL by pg_dump; entries go on meanwhile. The name of a copy says when and
why it was made. How long each kind is kept says `tournaments.domain.site.retention`.
"""

import logging
import re
import shutil
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.choices import JobState
from tournaments.domain.site.retention import choose_by_age, count_fitting
from tournaments.models import Job
from tournaments.operation import jobs
from tournaments.operation.database_copies import DAMAGED, NOT_A_COPY, TIME_LIMIT, database_tools
from tournaments.operation.database_trouble import DAMAGED as DAMAGED_WORDS
from tournaments.operation.database_trouble import is_damaged
from tournaments.operation.folders import command_line

log = logging.getLogger(__name__)

JOB = "backup"
APART = timedelta(minutes=5)  # between two copies after rounds: what ends meanwhile is in the next one
BY_HAND, AFTER_ROUND, BEFORE_MIGRATION, BEFORE_RESTORE = KINDS = ("hand", "round", "migration", "restore")
BEGINNINGS = {b"SQLit": "SQLite", b"PGDMP": "PostgreSQL"}
UNFINISHED = "unfinished-migration"  # a file that names the copy made before it
NAME = re.compile(r"crosstable-(\d{8}-\d{6}-\d{6})-(\w+)\.(sqlite3|dump)")

OLDER = sentence(
    "backup-older",
    gettext_noop("Crosstable wrote it before release 1.0: open it once with commit {commit}, then with this release."),
)
NEWER = sentence(
    "backup-newer",
    gettext_noop("A newer Crosstable wrote it ({migration} is unknown here): install that release first."),
)
WRONG_DATABASE = sentence(
    "backup-other-database", gettext_noop("This copy is of {copied}, and this server uses {used}.")
)


class Backup(NamedTuple):
    """One kept copy; `size` in bytes."""

    path: Path
    kind: str
    made_at: datetime
    size: int

    @property
    def name(self) -> str:
        return self.path.name


class BackupSpace(NamedTuple):
    """How far back the copies go, and the bytes that they take, that they may take, and that are free on the disk."""

    oldest: datetime
    size: int
    budget: int
    free: int


def make_backup(kind: str, spared: Path | None = None) -> Path:
    """Copy the database as it is at one moment, check the copy, and drop what is not kept any more. Raise Refusal.

    `spared` is a copy that stays whatever its age: the one that is about to be restored.
    """
    folder = settings.BACKUPS
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    delete_old_backups(spared)  # where the disk is short, they make room
    path = folder / f"crosstable-{timezone.now():%Y%m%d-%H%M%S-%f}-{kind}.{database_tools().suffix}"
    draft = path.with_suffix(".part")
    try:
        draft.touch(mode=0o600)
        database_tools().copy_to(draft)
        database_tools().check(draft)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    delete_old_backups(spared, path)
    return path


def back_up_before_migration() -> Path:
    """Copy the database before its tables change, and keep that copy until `migrated` says that they have.

    A start that fails is tried again and again: the copies of later tries must not push out that of the first one.
    """
    path = make_backup(BEFORE_MIGRATION)
    if not read_spared_name():
        (settings.BACKUPS / UNFINISHED).write_text(path.name, encoding="ascii")
    return path


def mark_migrated() -> None:
    """Allow the copies from before migrations to be deleted: the tables are those of this release."""
    with suppress(OSError):
        (settings.BACKUPS / UNFINISHED).unlink()


def read_spared_name() -> str:
    """Return the name of the copy from before a migration that has not ended well yet, "" for none."""
    note = settings.BACKUPS / UNFINISHED
    return note.read_text(encoding="ascii") if note.exists() else ""


def delete_old_backups(*spared: Path | None) -> None:
    """Drop the copies that are not kept any more, but for some, and the unfinished ones of processes that died."""
    copies, safe = list_backups(), {path.resolve() for path in spared if path}
    kept = {path for kind in {copy.kind for copy in copies} for path in choose_kept(kind, copies)}
    wanted = [copy for copy in copies if copy.path in kept]
    fitting = wanted[: count_fitting([copy.size for copy in wanted], settings.BACKUPS_SPACE, find_free_space())]
    for copy in copies:
        if copy not in fitting and copy.name != read_spared_name() and copy.path.resolve() not in safe:
            copy.path.unlink(missing_ok=True)
    for draft in settings.BACKUPS.glob("crosstable-*.part"):
        with suppress(FileNotFoundError):  # another process has finished it
            if draft.stat().st_mtime < time.time() - TIME_LIMIT:
                draft.unlink()


def choose_kept(kind: str, copies: list[Backup]) -> list[Path]:
    """Return the copies of a kind that are young enough to be kept."""
    of_kind = {copy.made_at: copy.path for copy in copies if copy.kind == kind}
    return [of_kind[at] for at in choose_by_age(of_kind, settings.BACKUPS_KEPT)]


def find_free_space() -> int:
    return shutil.disk_usage(settings.BACKUPS).free


def sum_up(copies: list[Backup]) -> BackupSpace | None:
    """Return how far back the copies go and what they take, None where there are none."""
    if not copies:
        return None
    size = sum(copy.size for copy in copies)
    return BackupSpace(copies[-1].made_at, size, settings.BACKUPS_SPACE, find_free_space())


def list_backups() -> list[Backup]:
    """Return the copies, the newest first."""
    copies = []
    for path in settings.BACKUPS.glob("crosstable-*"):
        if match := NAME.fullmatch(path.name):
            at = datetime.strptime(match[1], "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
            copies.append(Backup(path, match[2], at, path.stat().st_size))
    return sorted(copies, key=lambda copy: copy.name, reverse=True)


def advise_restore() -> str:
    """Say what to do about a damaged database: a command, and the newest copy of all."""
    newest = next(iter(list_backups()), None)
    if newest is None:
        return f"Restore a copy: {command_line('restore FILE')} (there is none in {settings.BACKUPS})."
    return f"Stop the server and restore the newest copy: {command_line(f'restore {newest.path}')}"


def check_backup(path: Path) -> None:
    """Read a copy from end to end. Raise Refusal where it is damaged, of another database, or of a newer release.

    Raise OSError where it can't be read.
    """
    with path.open("rb") as file:
        copied = BEGINNINGS.get(file.read(5))
    if not copied:
        raise Refusal(NOT_A_COPY)
    used = "SQLite" if connection.vendor == "sqlite" else "PostgreSQL"
    if copied != used:
        raise Refusal(WRONG_DATABASE, copied=copied, used=used)
    database_tools().check(path)
    refuse_other_release(database_tools().migrations(path))


def keep_present(restored: Path) -> str:
    """Keep what is in the database before a copy takes its place, and say where.

    A restore is ordered most of all where nothing can be copied any more: a file that is damaged or of something else
    is renamed as it is. Raise Refusal or OSError where it stays, for example on a full disk.
    """
    tools = database_tools()
    settings.BACKUPS.mkdir(mode=0o700, parents=True, exist_ok=True)  # PostgreSQL's script of the restore goes there
    if tools.is_empty():
        return "There was nothing in the database until now."
    try:
        return f"What was there until now is kept in {make_backup(BEFORE_RESTORE, restored)}."
    except (Refusal, DatabaseError) as failure:
        if not is_unreadable(failure) or not (aside := tools.put_aside(f"unreadable-{timezone.now():%Y%m%d-%H%M%S}")):
            raise
        return f"The database can't be read any more: its file is kept as it is in {aside}."


def is_unreadable(failure: Refusal | DatabaseError) -> bool:
    """Tell whether the database itself is damaged or none of ours, rather than busy or without room."""
    if isinstance(failure, DatabaseError):
        return is_damaged(failure)
    words = str(failure.params.get("reason", ""))
    return failure.code in (DAMAGED, NOT_A_COPY) or any(each in words for each in DAMAGED_WORDS)


def restore_backup(path: Path) -> None:
    """Replace everything in the database by a checked copy; all or nothing."""
    database_tools().put_back(path)


def refuse_other_release(applied: set[tuple[str, str]]) -> None:
    """Raise Refusal where a migration was applied that this release does not have, or only a part of the old ones."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    for migration in loader.disk_migrations.values():
        if applied & {*migration.replaces} and not applied >= {*migration.replaces}:
            raise Refusal(OLDER, commit=getattr(migration, "pass_through", migration.name))
    ours = {*loader.disk_migrations, *(old for each in loader.disk_migrations.values() for old in each.replaces)}
    for app, name in sorted(applied - ours):
        if app in loader.migrated_apps:
            raise Refusal(NEWER, migration=f"{app}.{name}")


def request_backup() -> None:
    """Ask for a copy after the last result of a round; one that waits is for all rounds that end meanwhile."""
    jobs.enqueue_once(JOB)


def back_up_after_round(task: jobs.Task) -> None:
    """Make the requested copy, later if there is one of a moment ago; a failure is in the log of the server."""
    newest = next((copy.made_at for copy in list_backups() if copy.kind == AFTER_ROUND), None)
    age = timezone.now() - newest if newest else APART
    if timedelta() <= age < APART:  # one from the future was made while the clock was wrong
        raise jobs.Later((APART - age).total_seconds())
    # This copy has what the others that wait were asked for: of older releases, or of two processes at one moment.
    others = Job.objects.filter(kind=JOB, state=JobState.WAITING).exclude(pk=task.job.pk)
    others.update(state=JobState.CANCELLED, finished_at=timezone.now())
    try:
        path = make_backup(AFTER_ROUND)
    except (Refusal, OSError) as failed:
        log.error("No copy could be made after a round: %s", failed)
        raise
    task.finish(copy=path.name)
