"""What a start prepares, and that a second one finds it prepared."""

import re
import stat
import tomllib
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tournaments import startup
from tournaments.access import accounts
from tournaments.operation import backups
from tournaments.operation.database_copies import database_tools
from tournaments.operation.release import VERSION


@pytest.fixture
def printed():
    """The lines that the start has printed."""
    return []


@pytest.fixture
def new_site(settings, tmp_path):
    settings.VAR, settings.STATIC_ROOT, settings.LOAD_DEMO = tmp_path, tmp_path / "static", False
    settings.BACKUPS = tmp_path / "backups"
    return tmp_path


@pytest.mark.django_db
def test_the_first_admin_is_made_once_and_has_no_password(new_site, printed):
    startup.prepare_site(printed.append)
    startup.prepare_site(printed.append)
    admin = accounts.find_site_admins().get()
    assert admin.username == "admin"
    assert not admin.has_usable_password()


def test_static_files_are_collected_only_when_they_changed(new_site, settings, tmp_path, printed):
    source = tmp_path / "source"
    source.mkdir()
    (source / "style.css").write_text("body {}")
    settings.STATICFILES_DIRS = [source]
    for expected in (1, 1):
        startup.collect_static(printed.append)
        assert len(printed) == expected
    (source / "style.css").write_text("body { color: teal }")
    startup.collect_static(printed.append)
    assert len(printed) == 2
    assert (tmp_path / "static" / "style.css").read_text() == "body { color: teal }"


@pytest.mark.django_db(transaction=True)
def test_a_database_is_copied_before_it_is_migrated(new_site, printed):
    startup.prepare_database(printed.append)
    assert printed == [], "nothing to do, nothing copied"

    accounts.create_first_admin()
    call_command("migrate", "axes", "zero", verbosity=0)
    startup.prepare_database(printed.append)
    (copy,) = backups.list_backups()
    assert copy.kind == backups.BEFORE_MIGRATION
    assert str(copy.path) in printed[0]
    applied = database_tools().migrations(copy.path)
    assert ("tournaments", "0001_initial") in applied
    assert "axes" not in {app for app, _ in applied}
    printed.clear()
    startup.prepare_database(printed.append)
    assert printed == []


@pytest.mark.django_db
def test_a_database_of_a_newer_release_is_refused_in_a_sentence(new_site, printed):
    MigrationRecorder(connection).record_applied("tournaments", "9999_of_the_future")
    with pytest.raises(CommandError, match=r"tournaments\.9999_of_the_future is unknown here.* install that release"):
        startup.prepare_database(printed.append)
    assert printed == []


@pytest.mark.django_db(transaction=True)
def test_nothing_is_migrated_where_no_copy_can_be_made(new_site, printed, settings):
    call_command("migrate", "axes", "zero", verbosity=0)
    settings.BACKUPS = new_site / "file"
    settings.BACKUPS.write_text("in the way of a folder")
    with pytest.raises(CommandError, match=r"no copy can be made before.* With a copy of your own: manage.py migrate"):
        startup.prepare_database(printed.append)
    assert "axes_accessattempt" not in connection.introspection.table_names()
    call_command("migrate", verbosity=0)  # whoever has made a copy by other means
    startup.prepare_database(printed.append)
    assert printed == []


@pytest.mark.django_db(transaction=True)
def test_the_copy_of_the_first_try_outlasts_those_of_all_later_ones(new_site, printed, settings, monkeypatch):
    settings.BACKUPS_KEPT = 1
    call_command("migrate", "axes", "zero", verbosity=0)

    def fail(*words, **options):
        raise RuntimeError("a migration that fails")

    with monkeypatch.context() as failing:
        failing.setattr(startup, "call_command", fail)
        for _ in range(3):
            with pytest.raises(RuntimeError):
                startup.prepare_database(printed.append)
    assert len(printed) == 6
    assert [str(copy.path) in printed[0] for copy in backups.list_backups()] == [False, True]
    startup.prepare_database(printed.append)
    backups.make_backup(backups.BEFORE_MIGRATION)
    assert len(backups.list_backups()) == 1, "once the tables have changed, the first one is as any other"


@pytest.mark.parametrize("name", ["BACKUPS", "RATING_LISTS"])
def test_a_folder_that_cannot_be_written_is_named_at_the_start(new_site, settings, name):
    startup.check_folders()
    (new_site / "file").write_text("in the way of a folder")
    setattr(settings, name, new_site / "file")
    with pytest.raises(CommandError, match=f"{name}: nothing can be written to the folder .*File exists"):
        startup.check_folders()


@pytest.mark.db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a SQLite file needs no connection")
def test_a_start_without_its_database_says_why_there_is_no_connection(monkeypatch):
    monkeypatch.setattr(startup, "PATIENCE", 0)
    monkeypatch.setitem(connection.settings_dict, "HOST", "/none")
    with pytest.raises(CommandError, match=r"The database can't be used: .*No such file or directory"):
        startup.reach_database()


@pytest.mark.django_db
@pytest.mark.parametrize("before", [(), ("", "-wal", "-shm")])
def test_nobody_else_on_the_machine_reads_the_file_of_the_database(tmp_path, before):
    database = tmp_path / "crosstable.sqlite3"
    for beside in before:
        (tmp_path / f"crosstable.sqlite3{beside}").touch(mode=0o644)
    startup.protect_file(database)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    assert len(list(tmp_path.iterdir())) == max(1, len(before))


def test_a_folder_that_is_missing_is_named_by_whoever_opens_the_database(tmp_path):
    startup.protect_file(tmp_path / "away" / "crosstable.sqlite3")


def test_the_start_names_what_runs(new_site):
    assert re.match(r"Crosstable \d+\.\d+\.\d+, Python 3\.\d+\.\d+, Django 6\.", startup.describe_versions())
    assert ("SQLite" if connection.vendor == "sqlite" else "PostgreSQL") in startup.describe_versions()
    pyproject = tomllib.loads((Path(__file__).resolve().parents[3] / "pyproject.toml").read_text())
    assert pyproject["project"]["version"] == VERSION


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, []),
        ({"PRODUCTION": True, "TRUSTED_PROXIES": 0}, ["TRUSTED_PROXIES is 0"]),
        ({"METRICS_TOKEN": "short"}, ["METRICS_TOKEN is short"]),
        ({"LIVE_STREAMS": 10**9}, ["open pages need 1000000500"]),
    ],
)
def test_settings_that_are_probably_not_meant_are_named(settings, changed, expected):
    settings.LIVE_STREAMS = 100
    for name, value in changed.items():
        setattr(settings, name, value)
    doubts = [doubt for doubt in startup.find_doubtful_settings() if "SQLite file" not in doubt]
    assert [sentence for sentence in expected if any(sentence in doubt for doubt in doubts)] == expected
    assert len(doubts) == len(expected)
