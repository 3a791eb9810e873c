"""Prepare a server before it serves: backup and migrations, the demo events once, static files if they changed."""

import contextlib
import hashlib
import platform
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tiebreaks.refusal import Refusal
from tournaments.access import accounts
from tournaments.operation import backups, processes
from tournaments.operation.database_copies import NO_PROGRAM, find_program, read_connection_parameters
from tournaments.operation.folders import command_line, is_checkout
from tournaments.operation.release import VERSION
from tournaments.push import keys

OTHER_RELEASE = "The database can't be used. {sentence} Or restore a backup of this release: {command}"
UNSAVED = "The tables have to change, and no copy can be made before. {sentence} With a copy of your own: {command}"

PATIENCE = 10  # seconds
LOCK = 0x63726F73  # any number that nobody else locks in this PostgreSQL

type Say = Callable[[str], None]


def describe_versions() -> str:
    """Name what runs here, for the first line of the log."""
    database = f"{connection.display_name} {'.'.join(map(str, connection.get_database_version()))}"
    return f"Crosstable {VERSION}, Python {platform.python_version()}, Django {django.get_version()}, {database}"


def find_doubtful_settings() -> Iterator[str]:
    """Yield a sentence for each setting that works but is probably a mistake."""
    if settings.PRODUCTION and connection.vendor == "sqlite":
        yield "The database is a SQLite file: only one process may serve it. Set DATABASE_URL for more."
    if settings.PRODUCTION and not settings.TRUSTED_PROXIES:
        yield "TRUSTED_PROXIES is 0: behind a proxy every visitor would have the proxy's address, and no page would do."
    if settings.METRICS_TOKEN and len(settings.METRICS_TOKEN) < 16:
        yield "METRICS_TOKEN is short: anybody who guesses it can read the metrics."
    if connection.vendor == "postgresql" and not find_program("pg_dump"):
        yield f"No copy of the database can be made. {Refusal(NO_PROGRAM, program='pg_dump')}"
    if files := processes.read_file_limit():
        needed = settings.LIVE_STREAMS + 500
        if files < needed:
            pages = settings.LIVE_STREAMS
            yield f"Only {files} files may be open, and {pages} open pages need {needed}: raise LimitNOFILE."


def reach_database() -> None:
    """Connect to PostgreSQL once without the pool, which would not say why it fails. Raise CommandError.

    Right after the start of the machine the database may need a moment more.
    """
    if connection.vendor != "postgresql":
        return protect_file(Path(settings.DATABASES["default"]["NAME"]))
    import psycopg  # slow to load, and SQLite does not need it
    from psycopg.conninfo import make_conninfo

    give_up_at = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(make_conninfo(**read_connection_parameters())).close()
            return
        except psycopg.Error as error:
            if time.monotonic() > give_up_at:
                raise CommandError(f"The database can't be used: {' '.join(str(error).split())}") from error
        time.sleep(1)


def protect_file(path: Path) -> None:
    """Let nobody else on this machine read a SQLite file, which holds sessions and withheld results."""
    with contextlib.suppress(OSError):  # it may belong to somebody else, or lie where there are no such rights
        path.touch(mode=0o600)  # SQLite gives those beside it the same rights
        for file in path.parent.glob(f"{path.name}*"):
            file.chmod(0o600)


def check_folders() -> None:
    """Make the folders of copies and rating lists. Raise CommandError if nothing can be written there."""
    for name in ("BACKUPS", "RATING_LISTS"):
        path = getattr(settings, name)
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=path).close()
        except OSError as error:
            raise CommandError(f"{name}: nothing can be written to the folder {path} ({error.strerror}).") from error


@contextmanager
def lock_startup() -> Iterator[None]:
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


def prepare_database(say: Say) -> None:
    """Bring the tables up to date, after a copy if there are some already.

    Raise CommandError if another release wrote them, or if they can't be copied.
    """
    executor = MigrationExecutor(connection)
    try:
        backups.refuse_other_release(set(executor.loader.applied_migrations))
    except Refusal as other:
        raise CommandError(OTHER_RELEASE.format(sentence=other, command=command_line("restore FILE"))) from other
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if executor.loader.applied_migrations:
        try:
            say(f"Backing up the database to {backups.back_up_before_migration()} …")
        except (Refusal, OSError) as failed:
            raise CommandError(UNSAVED.format(sentence=failed, command=command_line("migrate"))) from failed
    say("Preparing the database …")
    call_command("migrate", interactive=False, verbosity=0)
    backups.mark_migrated()


def prepare_site(say: Say) -> None:
    """Fill a new site: the demo events, then its admin, whose account marks that all of this is done.

    Where browsers can be notified, each start sees to the key that names this server to push services.
    """
    if settings.PRODUCTION:
        keys.find_or_make_key()
    if accounts.find_site_admins().exists():
        return
    if settings.LOAD_DEMO:
        say("Loading the demo events …")
        call_command("load_demo", verbosity=0)
    accounts.create_first_admin()


def collect_static(say: Say) -> None:
    """Collect the static files under hashed names, unless they are the same as last time, or came in a wheel."""
    if not is_checkout():
        return
    stamp = settings.VAR / "static.stamp"
    state = compute_static_state()
    if stamp.exists() and stamp.read_text(encoding="ascii") == state and settings.STATIC_ROOT.exists():
        return
    say("Collecting the static files …")
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(state, encoding="ascii")


def compute_static_state() -> str:
    """Return a digest of the names, sizes and times of all static files, and of how they are stored."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name}|{status.st_size}|{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
