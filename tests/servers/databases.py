"""Empty databases with all tables, made once and copied from then on: to migrate one takes five seconds and more."""

import contextlib
import fcntl
import os
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from tests.servers import postgres

ROOT = Path(__file__).resolve().parents[2]
MIGRATED = ROOT / "var" / "migrated"


def digest_of_migrations():
    """Return what a migrated database depends on: the migrations of this checkout, and the release of Django."""
    files = sorted((ROOT / "tournaments" / "migrations").glob("*.py"))
    made_of = [version("django"), (ROOT / "requirements" / "run.txt").read_text(), *map(Path.read_text, files)]
    return sha256("\0".join(made_of).encode()).hexdigest()[:16]


@contextlib.contextmanager
def locked(folder):
    """Let one process after the other in."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def migrate(folder, **database):
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"} | database
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=ROOT, env=environment | {"CROSSTABLE_VAR": str(folder)}, check=True)


def migrated_database():
    """Return the path of an SQLite database that the migrations of this checkout have made."""
    folder = MIGRATED / digest_of_migrations()
    with locked(folder):
        done = folder / "migrated"
        if not done.exists():
            migrate(folder)
            done.touch()
    return folder / "crosstable.sqlite3"


def migrated_postgresql(url):
    """Return the URL of a database in the cluster of `url` that the migrations have made; nobody may stay in it."""
    import psycopg

    digest = digest_of_migrations()
    folder, name = MIGRATED / digest, f"migrated_{digest}"
    with locked(folder), psycopg.connect(url, autocommit=True) as connection:
        if not connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchall():
            with postgres.new_database(url) as new:
                migrate(folder, DATABASE_URL=new)
                connection.execute(f"CREATE DATABASE {name} TEMPLATE {postgres.template_name(new)}")
    return postgres.url_of(url, name)
