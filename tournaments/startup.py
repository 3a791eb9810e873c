"""What a start does before it serves: backup and migrations, the demo events once, static files where they changed."""

import hashlib
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tiebreaks.refusal import Refusal
from tournaments import accounts, backups

NEWER = "The database can't be used. {sentence} Or put back an older copy: manage.py restore FILE"
UNSAVED = "The tables have to change, and no copy can be made before. {sentence}"

LOCK = 0x63726F73  # any number that nobody else asks this PostgreSQL for


@contextmanager
def one_at_a_time():
    """Let processes that start together on one PostgreSQL prepare it one after the other."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def prepare_database(say):
    """Bring the tables up to date, after a copy of a database that holds some already.

    Raise CommandError where a newer release wrote it, or where it cannot be copied.
    """
    executor = MigrationExecutor(connection)
    try:
        backups.refuse_newer(set(executor.loader.applied_migrations))
    except Refusal as newer:
        raise CommandError(NEWER.format(sentence=newer)) from newer
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if executor.loader.applied_migrations and settings.BACKUP_BEFORE_MIGRATION:
        try:
            say(f"Backing up the database to {backups.make(backups.BEFORE_MIGRATION)} …")
        except (Refusal, OSError) as failed:
            raise CommandError(UNSAVED.format(sentence=failed)) from failed
    say("Preparing the database …")
    call_command("migrate", interactive=False, verbosity=0)


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
