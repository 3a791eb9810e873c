"""What a start does before it serves: backup and migrations, the demo events once, static files where they changed."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments import accounts

KEPT_COPIES = 10


def prepare_database(say):
    """Bring the tables up to date, after a copy of a SQLite file that holds some already."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if connection.vendor == "sqlite" and executor.loader.applied_migrations:
        say(f"Backing up the database to {back_up()} …")
    say("Preparing the database …")
    call_command("migrate", interactive=False, verbosity=0)


def back_up():
    """Copy the SQLite database as it is at one moment; return the path of the copy. The oldest copies go."""
    folder = settings.VAR / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"crosstable-{timezone.now():%Y%m%d-%H%M%S-%f}.sqlite3"
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)
    for oldest in sorted(folder.glob("crosstable-*.sqlite3"))[:-KEPT_COPIES]:
        oldest.unlink()
    return path


def prepare_site(say):
    """Fill a new site: the demo events, then its admin, whose account says that all of this is done."""
    if accounts.site_admins().exists():
        return
    if settings.LOAD_DEMO:
        say("Loading the demo events …")
        call_command("load_demo", verbosity=0)
    accounts.create_first_admin()


def collect_static(say):
    """Collect the static files under hashed names, unless they are the ones of the last time."""
    stamp = settings.VAR / "static.stamp"
    state = static_state()
    if stamp.exists() and stamp.read_text(encoding="ascii") == state and settings.STATIC_ROOT.exists():
        return
    say("Collecting the static files …")
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(state, encoding="ascii")


def static_state():
    """Return a digest of the names, sizes and times of all static files."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name}|{status.st_size}|{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
