"""The settings, read again for each test: what is refused in one sentence, and what a profile promises."""

import os
import re
import runpy
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import override_settings
from psycopg.conninfo import make_conninfo

from config import environment
from tournaments.live.watcher import PostgresWatcher

ROOT = Path(__file__).resolve().parents[3]
KEY = "q8wKf2Zr5tVx1yB4nM7pLs0dGh3jC6vQe9uTaXoRiWzYkNbJcF"
PRODUCTION = {"CROSSTABLE_PROFILE": "production", "PUBLIC_URL": "https://chess.example", "SECRET_KEY": KEY}
NAMES = ("CROSSTABLE_", "DATABASE_", "SECRET_", "PUBLIC_", "ALLOWED_", "HOST", "PORT", "DJANGO_")


def clean_environment(folder, **variables):
    """Return the environment with these variables and no others of ours."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(NAMES)}
    return clean | {"CROSSTABLE_VAR": str(folder / "var"), "PYTHONUTF8": "1"} | variables


@pytest.fixture
def read_settings(tmp_path, monkeypatch):
    """Read the module of the settings again, with these variables and no others of ours."""

    def read(**variables):
        monkeypatch.setattr(os, "environ", clean_environment(tmp_path, **variables))
        return runpy.run_path(str(ROOT / "config" / "settings.py"))

    return read


@pytest.fixture
def manage(tmp_path):
    """Run a command with these variables and no others of ours."""

    def run(*command, **variables):
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=clean_environment(tmp_path, **variables),
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"CROSSTABLE_PROFILE": "prod"}, "CROSSTABLE_PROFILE must be laptop or production, not 'prod'."),
        ({"LOG_LEVEL": "chatty"}, "LOG_LEVEL must be WARNING or DEBUG or INFO or ERROR or CRITICAL, not 'chatty'."),
        ({"TIME_ZONE": "Mars/Phobos"}, "TIME_ZONE must be a time zone, for example Europe/Berlin, not 'Mars/Phobos'."),
        ({**PRODUCTION, "PUBLIC_URL": ""}, "needs PUBLIC_URL"),
        ({**PRODUCTION, "SECRET_KEY": ""}, "needs SECRET_KEY"),
        ({**PRODUCTION, "SECRET_KEY": "short"}, "needs SECRET_KEY"),
        ({"DATABASE_URL": "mysql://localhost/crosstable"}, "DATABASE_URL must look like"),
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(read_settings, variables, sentence):
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)) as refused:
        read_settings(**variables)
    assert len(str(refused.value).splitlines()) == 1


def test_a_command_says_what_is_wrong_with_the_settings_and_nothing_else(manage):
    done = manage("migrate", "--check", **PRODUCTION | {"SECRET_KEY": "short"})
    assert done.returncode == 1
    assert done.stderr.startswith("settings: ") and "needs SECRET_KEY" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_command_says_in_one_sentence_that_there_is_no_database(manage, tmp_path):
    ask = "from django.db import connection; connection.ensure_connection()"
    done = manage("shell", "--no-imports", "-c", ask, DATABASE_URL=f"sqlite://{tmp_path}")  # a folder
    assert (done.returncode, done.stderr) == (1, "database: unable to open database file.\n")


def database():
    return environment.read_database(ROOT, pool=1)


def port():
    return environment.read_number("PORT", 8000, 1, 65535)


def hosts():
    return environment.read_hosts("ALLOWED_HOSTS")


@pytest.mark.parametrize(
    ("read", "variable", "sentence"),
    [
        (port, "PORT=web", "PORT must be a whole number, not 'web'"),
        (port, "PORT=99999", "PORT must be a number from 1 to 65535, not 99999"),
        (hosts, "ALLOWED_HOSTS=a.example,https://b.example", "ALLOWED_HOSTS lists names like chess.example, without"),
        (hosts, "ALLOWED_HOSTS=chess.example:8000", "without https:// and port, not 'chess.example:8000'"),
        (environment.read_public_url, "PUBLIC_URL=http://chess.example", "needs PUBLIC_URL"),
        (environment.read_public_url, "PUBLIC_URL=https://chess.example:abc", "needs PUBLIC_URL"),
        (environment.read_public_url, "PUBLIC_URL=https://[::1", "needs PUBLIC_URL"),
        (environment.read_public_url, "PUBLIC_URL=https://chess.example/folder", "needs PUBLIC_URL"),
        (
            lambda: environment.make_folder("BACKUPS", ROOT),
            "BACKUPS=/proc/none",
            "/proc/none can't be created",
        ),
        (database, "DATABASE_URL=postgresql://localhost", "DATABASE_URL must look like"),
        (database, "DATABASE_URL=postgresql://localhost:port/name", "DATABASE_URL must look like"),
        (database, "DATABASE_URL=postgresql://localhost/name?sslmod=on", 'invalid connection option "sslmod"'),
        (database, "DATABASE_URL=sqlite:///none/file", "there is no folder /none"),
    ],
)
def test_what_a_setting_cannot_be_is_refused_by_its_name(monkeypatch, read, variable, sentence):
    name, _, value = variable.partition("=")
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)) as refused:
        read()
    assert name in str(refused.value)


def test_windows_serves_from_a_file_alone(monkeypatch):
    monkeypatch.setattr(environment, "IS_WINDOWS", True)
    monkeypatch.setenv("DATABASE_URL", "postgresql://localhost/name")
    with pytest.raises(ImproperlyConfigured, match="on Windows Crosstable serves from a SQLite file only"):
        database()


@pytest.mark.parametrize(("url", "path"), [("/C:/my%20events/file", "C:/my events/file"), ("/srv/a", "/srv/a")])
def test_a_file_is_named_with_its_drive_or_without(monkeypatch, url, path):
    monkeypatch.setattr(environment, "describe_sqlite", str)
    monkeypatch.setenv("DATABASE_URL", f"sqlite://{url}")
    assert database() == path


def test_a_key_is_made_also_where_files_have_no_links(monkeypatch, tmp_path):
    def link(source, target):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    key = environment.read_or_create_key(tmp_path / "secret-key")
    assert len(key) >= environment.KEY_LENGTH
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
    assert environment.read_or_create_key(tmp_path / "secret-key") == key


def test_a_console_that_lacks_a_letter_shows_its_number(manage):
    done = manage("shell", "--no-imports", "-c", r"print('\u0141ukasz')", PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert (done.stdout, done.stderr) == ("\\u0141ukasz\n", "")


@pytest.mark.django_db
def test_production_passes_djangos_own_audit(read_settings):
    values = {name: value for name, value in read_settings(**PRODUCTION).items() if name.isupper()}
    del values["DATABASES"]  # the connection stays
    with override_settings(**{name: value for name, value in values.items() if value != getattr(settings, name, None)}):
        call_command("check", "--deploy", "--fail-level", "WARNING")


@pytest.mark.parametrize("profile", [{}, PRODUCTION], ids=["laptop", "production"])
def test_no_profile_shows_tracebacks_to_visitors(read_settings, profile):
    settings = read_settings(**profile)
    assert not settings.get("DEBUG", False)
    assert settings["SESSION_COOKIE_SECURE"] == bool(profile)


def test_the_laptop_makes_its_key_once_and_keeps_it_to_itself(read_settings, tmp_path):
    key = tmp_path / "var" / "secret-key"
    made = [read_settings()["SECRET_KEY"] for _ in range(2)]
    first = key.read_text().strip()
    assert made == [first, first]
    assert len(first) >= 50
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_sqlite_loses_no_acknowledged_write(manage):
    code = (
        "from django.db import connection as c; k = c.cursor(); "
        "print([k.execute(f'PRAGMA {p}').fetchone()[0] for p in ('journal_mode', 'synchronous', 'foreign_keys')])"
    )
    assert manage("shell", "--no-imports", "-c", code).stdout.strip() == "['wal', 2, 1]"


@pytest.mark.parametrize(("more", "seconds"), [("", "30000"), ("?tcp_user_timeout=5000&host=/run/postgresql", "5000")])
def test_a_postgresql_that_vanished_is_given_up_soon(monkeypatch, tmp_path, more, seconds):
    monkeypatch.setenv("DATABASE_URL", f"postgresql://crosstable@/crosstable{more}")
    options = environment.read_database(tmp_path, pool=4)["OPTIONS"]
    assert (options["tcp_user_timeout"], options["keepalives_idle"]) == (seconds, "15")
    watcher = PostgresWatcher({"NAME": "crosstable", "OPTIONS": options}, set, print)
    assert "tcp_user_timeout" in make_conninfo(**watcher.address()), "the listening connection is as vigilant"


def test_a_secret_is_read_from_a_file_and_from_nowhere_else_then(read_settings, tmp_path):
    path = tmp_path / "token"
    path.write_text("for-prometheus-alone\n")
    assert read_settings(METRICS_TOKEN_FILE=str(path))["METRICS_TOKEN"] == "for-prometheus-alone"
    with pytest.raises(ImproperlyConfigured, match=r"METRICS_TOKEN_FILE: .* can't be read"):
        read_settings(METRICS_TOKEN_FILE=str(tmp_path / "nothing"))
    with pytest.raises(ImproperlyConfigured, match="both set"):
        read_settings(METRICS_TOKEN_FILE=str(path), METRICS_TOKEN="another-one")
