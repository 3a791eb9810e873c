"""Each command that recovers meets each state of the database: it does its work, or says one true sentence."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from itertools import product

import pytest
from django.db import connection

from tests.servers import postgres
from tests.servers.databases import migrated_database
from tests.servers.server import ROOT
from tests.site.factories import make_event
from tests.sizes import some
from tournaments.formats.archive_write import export_event
from tournaments.operation import backups

of_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's files are its own")
of_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="an empty database of PostgreSQL")

NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_later', '2040-01-01')"


def write_absent(path):
    path.unlink(missing_ok=True)


def write_nothing(path):
    path.write_bytes(b"")


def write_no_tables(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA user_version = 1")


def write_other(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE recipes (name text)")


def damage_head(path):
    path.write_bytes(b"\xff" * 200 + path.read_bytes()[200:])


def damage_middle(path):
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 16384) + whole[-8192:])


def damage_end(path):
    path.write_bytes(path.read_bytes()[:-8192] + b"\xff" * 8192)


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def write_newer(path):
    with closing(sqlite3.connect(path)) as made, made:
        made.execute(NEWER)


def leave_whole(path):
    pass


# How each state comes about, and what `restore` says of it.
STATES = {
    "absent": (write_absent, "There was nothing in the database until now."),
    "0 bytes": (write_nothing, "There was nothing in the database until now."),
    "without tables": (write_no_tables, "There was nothing in the database until now."),
    "of something else": (write_other, "can't be read any more: its file is kept as it is in"),
    "damaged at the head": (damage_head, "can't be read any more: its file is kept as it is in"),
    "damaged in the middle": (damage_middle, "can't be read any more: its file is kept as it is in"),
    "damaged at the end": (damage_end, "can't be read any more: its file is kept as it is in"),
    "cut": (cut, "can't be read any more: its file is kept as it is in"),
    "newer": (write_newer, "What was there until now is kept in"),
    "whole": (leave_whole, "What was there until now is kept in"),
}
COMMANDS = ("backup", "signin_link admin", "import_archive FILE", "export_event open OUT")
LOST = ("damaged at the head", "cut")


class Place:
    """A folder with the database of a server, and a good copy of it."""

    def __init__(self, folder):
        self.folder, self.database = folder, folder / "crosstable.sqlite3"
        self.database.write_bytes(migrated_database().read_bytes())
        self.copy = folder / "good.sqlite3"
        self.copy.write_bytes(self.database.read_bytes())
        with closing(sqlite3.connect(self.copy)) as copy:
            copy.execute("PRAGMA journal_mode = DELETE")

    def run(self, *words):
        return run(self.folder, *words)


def run(folder, *words, url=""):
    """Run a command on the SQLite file in a folder, or on the database of a URL."""
    environment = os.environ | {"CROSSTABLE_VAR": str(folder), "BACKUPS": str(folder / "backups"), "DATABASE_URL": url}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=100)


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


@of_sqlite
@pytest.mark.parametrize("state", some(STATES, 3))
def test_a_good_copy_is_restored_whatever_is_there(place, state):
    change, says = STATES[state]
    change(place.database)
    before = place.database.read_bytes()[100:] if place.database.exists() else b""
    done = place.run("restore", str(place.copy))
    assert (done.returncode, done.stderr) == (0, "")
    assert says in done.stdout
    assert "Restored 0 events" in done.stdout
    if "kept as it is" in says:
        aside = min(place.folder.glob("crosstable.sqlite3.unreadable-*"), key=lambda path: len(path.name))
        assert aside.read_bytes()[100:] == before, "all but the first page's head, in which SQLite counts"
    with closing(sqlite3.connect(place.database)) as restored:
        assert restored.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert restored.execute("SELECT count(*) FROM tournaments_event").fetchone() == (0,)
    if state == "absent":
        assert stat.S_IMODE(place.database.stat().st_mode) == 0o600


@of_sqlite
@pytest.mark.parametrize("state", ["cut", "damaged in the middle"])
def test_a_bad_copy_is_blamed_and_nothing_is_touched(place, state):
    STATES[state][0](place.copy)
    before = place.database.read_bytes()
    done = place.run("restore", str(place.copy))
    assert done.returncode
    assert done.stderr.startswith(f"{place.copy}: This copy is damaged")
    assert place.database.read_bytes() == before


@of_sqlite
@pytest.mark.django_db
@pytest.mark.parametrize(("command", "state"), some(product(COMMANDS, ("absent", *LOST)), 4))
def test_every_other_command_ends_in_one_sentence(place, command, state, request):
    words = command.replace("OUT", str(place.folder / "open.zip")).split()
    if "FILE" in words:
        words[-1] = str(request.getfixturevalue("archive"))
    STATES[state][0](place.database)
    done = place.run(*words)
    assert done.returncode
    (line,) = done.stderr.strip().splitlines()
    assert ("Restore a copy: " in line) == (state in LOST), line
    if state == "absent":
        assert "start the server once" in line or "nothing in the database yet" in line


@pytest.fixture
def archive(db, tmp_path):
    path = tmp_path / "open.crosstable.zip"
    path.write_bytes(export_event(make_event()))
    return path


@of_postgresql
def test_an_empty_database_of_postgresql_takes_a_copy_at_once(committed, tmp_path, settings):
    settings.BACKUPS = tmp_path / "copies"
    make_event()
    copy = backups.make_backup(backups.BY_HAND)
    with postgres.new_database(os.environ["DATABASE_URL"]) as url:
        before = run(tmp_path, "backup", url=url)
        assert (before.returncode, before.stderr) == (2, "backup: There is nothing in the database yet.\n")
        link = run(tmp_path, "signin_link", "olga", url=url)
        assert "start the server once" in link.stderr
        done = run(tmp_path, "restore", str(copy), url=url)
        assert (done.returncode, done.stderr) == (0, "")
        assert "There was nothing in the database until now." in done.stdout
        assert "Restored 1 events" in done.stdout
        again = run(tmp_path, "restore", str(copy), url=url)
        assert "What was there until now is kept in" in again.stdout
