"""The two ways to copy a database and to put the copy back: SQLite's online backup, and PostgreSQL's own programs."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from tiebreaks.refusal import Refusal, gettext_noop, sentence

type Migrations = set[tuple[str, str]]

APPLIED = "SELECT app, name FROM django_migrations"
NEEDED = {"django_migrations", "tournaments_event", "tournaments_logentry"}
TIME_LIMIT = 30 * 60  # seconds

NOT_A_COPY = sentence("backup-unknown", gettext_noop("This is not a copy of a Crosstable database."))
DAMAGED = sentence("backup-damaged", gettext_noop("This copy is damaged: {reason}"))
NO_PROGRAM = sentence(
    "backup-program", gettext_noop("{program} is not installed. On Debian: apt-get install postgresql-client")
)
FAILED = sentence("backup-failed", gettext_noop("{program} failed: {reason}"))


class SqliteTools:
    """A copy is a SQLite file."""

    suffix = "sqlite3"

    @property
    def file(self) -> Path:
        return Path(str(connection.settings_dict["NAME"]))

    def is_empty(self) -> bool:
        """Tell whether there is no database yet, or one without a table; a damaged one is not empty."""
        if not self.file.exists():
            return True
        try:
            with closing(open_copy(self.file)) as own:
                return own.execute("SELECT name FROM sqlite_master LIMIT 1").fetchone() is None
        except sqlite3.DatabaseError:
            return False

    def put_aside(self, mark: str) -> Path | None:
        """Rename the file of the database, with what SQLite keeps beside it, so that another takes its place."""
        connection.close()
        for suffix in ("-wal", "-shm", ""):
            beside = self.file.with_name(self.file.name + suffix)
            if beside.exists():
                beside.rename(beside.with_name(f"{self.file.name}.{mark}{suffix}"))
        return self.file.with_name(f"{self.file.name}.{mark}")

    def copy_to(self, path: Path) -> None:
        connection.ensure_connection()
        try:
            with closing(sqlite3.connect(path)) as copy:
                connection.connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # so that the one file is all, and can be read anywhere
        except sqlite3.Error as error:  # a full disk among others
            raise Refusal(FAILED, program="SQLite", reason=str(error)) from error

    def check(self, path: Path) -> None:
        try:
            with closing(open_copy(path)) as copy:
                names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
                if not names >= NEEDED:
                    raise Refusal(NOT_A_COPY)
                (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
                if verdict != "ok" or copy.execute("PRAGMA foreign_key_check").fetchone():
                    raise Refusal(DAMAGED, reason=verdict)
        except sqlite3.DatabaseError as error:
            raise Refusal(DAMAGED, reason=str(error)) from error

    def migrations(self, path: Path) -> Migrations:
        with closing(open_copy(path)) as copy:
            return set(copy.execute(APPLIED))

    def put_back(self, path: Path) -> None:
        """Write the pages of the copy into the open database in one transaction of SQLite's."""
        self.file.touch(mode=0o600)
        connection.ensure_connection()
        try:
            with closing(open_copy(path)) as copy:
                copy.backup(connection.connection)
        except sqlite3.Error as error:
            raise Refusal(FAILED, program="SQLite", reason=str(error)) from error
        finally:
            connection.close()


class PostgresTools:
    """A copy is a file of pg_dump in its own format."""

    suffix = "dump"

    def is_empty(self) -> bool:
        """Tell whether the database has no table yet."""
        return not connection.introspection.table_names()

    def put_aside(self, mark: str) -> Path | None:
        """Do nothing: the files of the database belong to PostgreSQL."""

    def copy_to(self, path: Path) -> None:
        run_program("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={path}", *self.address())

    def check(self, path: Path) -> None:
        """Read the whole copy, as a restore would."""
        listed = run_program("pg_restore", "--list", str(path), refusal=DAMAGED)
        if not all(f"TABLE DATA public {name} " in listed for name in NEEDED):
            raise Refusal(NOT_A_COPY)
        run_program("pg_restore", f"--file={os.devnull}", str(path), refusal=DAMAGED)

    def migrations(self, path: Path) -> Migrations:
        text = run_program(
            "pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(path), refusal=DAMAGED
        )
        rows = text.partition("FROM stdin;\n")[2].partition("\n\\.")[0].splitlines()
        return {(row.split("\t")[1], row.split("\t")[2]) for row in rows}

    def put_back(self, path: Path) -> None:
        """Empty the database and run the copy's script in one transaction."""
        connection.close()
        with tempfile.TemporaryDirectory(dir=settings.BACKUPS) as folder:
            script = Path(folder, "restore.sql")
            options = ["--no-owner", "--no-privileges", "--no-comments", f"--file={script}"]
            run_program("pg_restore", *options, str(path), refusal=DAMAGED)
            psql = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
            run_program("psql", *psql, f"--command={EMPTY}", f"--file={script}", *self.address())

    def address(self) -> list[str]:
        """Name the database as libpq does; the password goes through the environment."""
        from psycopg.conninfo import make_conninfo  # slow to load, and SQLite does not need it

        parameters = read_connection_parameters()
        parameters.pop("password", None)
        return [f"--dbname={make_conninfo(**parameters)}"]


# Functions of extensions stay: the operator of PostgreSQL has installed them.
EMPTY = """DO $$ DECLARE found record; BEGIN
    FOR found IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('DROP TABLE public.%I CASCADE', found.name);
    END LOOP;
    FOR found IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') LOOP
        EXECUTE format('DROP FUNCTION %s CASCADE', found.name);
    END LOOP;
END $$"""


def database_tools() -> SqliteTools | PostgresTools:
    """Return the tools for the database in use."""
    return SqliteTools() if connection.vendor == "sqlite" else PostgresTools()


def open_copy(path: Path) -> sqlite3.Connection:
    """Open a copy read-only."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def read_connection_parameters() -> dict[str, Any]:
    """Return Django's settings of a PostgreSQL database under libpq's names."""
    database = connection.settings_dict
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    options = {name: value for name, value in database["OPTIONS"].items() if isinstance(value, str)}
    return options | {name: database[key] for name, key in names.items() if database.get(key)}


def run_program(program: str, *arguments: str, refusal: str = FAILED) -> str:
    """Run one of PostgreSQL's programs and return what it prints. Raise Refusal with its own words."""
    path = find_program(program)
    if not path:
        raise Refusal(NO_PROGRAM, program=program)
    environment = os.environ | {"PGPASSWORD": str(read_connection_parameters().get("password", ""))}
    command = [path, *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - the arguments are ours
            command,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=TIME_LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise Refusal(FAILED, program=program, reason=f"{TIME_LIMIT} s") from late
    if done.returncode:
        raise Refusal(refusal, program=program, reason=find_reason(done.stderr)[:300])
    return done.stdout


def find_reason(output: str) -> str:
    """Return the line that says what went wrong; psql prints where after it."""
    lines = output.strip().splitlines() or ["?"]
    return next((line for line in lines if "ERROR:" in line), lines[-1])


def find_program(program: str) -> str | None:
    return shutil.which(program) or find_newest_program(program)


def find_newest_program(program: str) -> str | None:
    """Find a program where Debian keeps those that fit its server."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[4]))
    return str(places[-1]) if places else None
