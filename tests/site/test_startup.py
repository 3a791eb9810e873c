"""What a start prepares, and that a second one finds it prepared."""

import sqlite3
from contextlib import closing

import pytest
from django.core.management import call_command
from django.db import connection

from tournaments import accounts, startup


@pytest.fixture
def said():
    """The lines that the start has printed."""
    return []


@pytest.fixture
def new_site(settings, tmp_path):
    settings.VAR, settings.STATIC_ROOT, settings.LOAD_DEMO = tmp_path, tmp_path / "static", False
    return tmp_path


@pytest.mark.django_db
def test_the_first_admin_is_made_once_and_has_no_password(new_site, said):
    startup.prepare_site(said.append)
    startup.prepare_site(said.append)
    admin = accounts.site_admins().get()
    assert admin.username == "admin"
    assert not admin.has_usable_password()


def test_static_files_are_collected_only_when_they_changed(new_site, settings, tmp_path, said):
    source = tmp_path / "source"
    source.mkdir()
    (source / "style.css").write_text("body {}")
    settings.STATICFILES_DIRS = [source]
    for expected in (1, 1):
        startup.collect_static(said.append)
        assert len(said) == expected
    (source / "style.css").write_text("body { color: teal }")
    startup.collect_static(said.append)
    assert len(said) == 2
    assert (tmp_path / "static" / "style.css").read_text() == "body { color: teal }"


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own tools for backups")
def test_a_database_is_copied_before_it_is_migrated(new_site, said):
    startup.prepare_database(said.append)
    assert said == [], "nothing to do, nothing copied"

    accounts.create_first_admin()
    call_command("migrate", "axes", "zero", verbosity=0)
    startup.prepare_database(said.append)
    (copy,) = (new_site / "backups").glob("*.sqlite3")
    assert str(copy) in said[0]
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT username FROM auth_user").fetchall() == [("admin",)]
        assert not database.execute("SELECT name FROM sqlite_master WHERE name LIKE 'axes_%'").fetchall()
    said.clear()
    startup.prepare_database(said.append)
    assert said == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own tools for backups")
def test_only_the_newest_copies_are_kept(new_site):
    copies = [startup.back_up() for _ in range(startup.KEPT_COPIES + 2)]
    assert sorted((new_site / "backups").iterdir()) == sorted(copies[2:])
