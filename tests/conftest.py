"""What every test gets: plain static files, a database file of its own, and marks that follow from what a test uses."""

import gc
import os
import re
import shutil
from pathlib import Path

import pytest
from _pytest import runner
from django.test import override_settings

from tests.servers import tools
from tests.servers.databases import migrated_database, migrated_postgresql
from tests.servers.engine import engine_process
from tests.servers.postgres import template_name
from tests.sizes import FULL, PER_TEST
from tournaments.scheduling import engines

pytest_plugins = ["tests.servers.server"]

# What PostgreSQL does otherwise than SQLite, and the files that `make test-all` runs on both. `make faults` runs all.
ON_POSTGRESQL = {
    "locks, and transactions that meet": "entry slips second_check checkin sent_twice consistent_reads facts_cache",
    "NOTIFY, and what it wakes": "live_broker watcher live_frames live_plain live_stream shared_views operation",
    "jobs, taken with SKIP LOCKED": "jobs drawing programs drawing_killed two_servers",
    "JSON": "log log_page history archive hand_over",
    "collation, and what only a query planner knows": "queries players_page search event_list",
    "constraints that are checked at the commit": "pairings matches corrections closing copies half_imports",
    "backups, migrations, and a server that goes away": "backups migrations startup database_gone killed recovery",
}
FILES_ON_POSTGRESQL = {f"test_{name}.py" for names in ON_POSTGRESQL.values() for name in names.split()}


def names_browser_or_faults(path):
    return re.search(r"\bmark\.(browser|faults)\b", path.read_text(encoding="utf-8"))


# What `make test-all` runs alone stands in few files: pytest need not import the other hundreds, in each worker.
ALONE = {
    "postgresql": lambda path: path.name in FILES_ON_POSTGRESQL,
    "browser or faults": names_browser_or_faults,
}

ENGINES = {"properties", "pairing", "rounds"}  # the folders of tests that start gacrux again and again

gc.set_threshold(200_000, 50, 100)  # the tests are many and short: what they leave need not be searched so often


def pytest_sessionstart(session):
    """Migrate before the first test, whose time it would take; each worker then finds it done."""
    if not hasattr(session.config, "workerinput") and not session.config.option.collectonly:
        find_migrated()


def find_migrated():
    """Return where a migrated database is, for the kind that the tests run on."""
    from django.db import connection

    if connection.vendor == "postgresql":
        return migrated_postgresql(os.environ["DATABASE_URL"])
    return migrated_database()


def pytest_ignore_collect(collection_path, config):
    """Leave out the files that hold no test with the marks that are asked for."""
    is_asked_for = ALONE.get(config.option.markexpr)
    if is_asked_for and collection_path.name.startswith("test_") and not is_asked_for(collection_path):
        return True


def pytest_collection_modifyitems(items):
    """Mark whatever touches the database, give tests their time, and skip browser tests where there is no browser."""
    unknown = FILES_ON_POSTGRESQL - {path.name for path in Path(__file__).parent.rglob("test_*.py")}
    assert not unknown, f"ON_POSTGRESQL in tests/conftest.py names files that are not there: {sorted(unknown)}"
    for item in items:
        if item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames):
            item.add_marker("db")
        if item.get_closest_marker("db") and item.path.name in FILES_ON_POSTGRESQL:
            item.add_marker("postgresql")
        if PER_TEST and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(PER_TEST))
        if item.get_closest_marker("browser") and (reason := tools.missing("chromium")):
            item.add_marker(pytest.mark.skip(reason=reason))
    marked = {item.path for item in items if item.get_closest_marker("browser") or item.get_closest_marker("faults")}
    hidden = [path for path in marked if not names_browser_or_faults(path)]
    assert not hidden, f"`make test-all` would leave out these, which name no mark: {hidden}"


def pytest_collection_finish():
    """Let the garbage collector pass over everything that was imported: it stays until the end."""
    gc.collect()
    gc.freeze()


def call(function, *arguments):
    return function(*arguments)


# Python keeps its frames in pieces of 16 kB, and asks the system for a new one at each call across the end of a piece.
# A test that calls something there in a loop takes twice as long. Below a frame this large one piece is enough.
call.__code__ = call.__code__.replace(co_stacksize=100_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Run a test as always, but below a large frame."""
    return call(runner.pytest_runtest_protocol, item, nextitem)


@pytest.fixture(autouse=True, scope="session")
def cheap_settings():
    """Link static files by their plain names, so that no test needs collectstatic, and hash passwords fast."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    fast = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(STORAGES={"default": memory, "staticfiles": plain}, PASSWORD_HASHERS=fast):
        yield


@pytest.fixture(scope="session", autouse=True)
def loaded_engine(request):
    """Load gacrux once for all rounds that it pairs; `make faults` starts it each time, as a server does."""
    if FULL or not any(ENGINES & set(item.path.parts) for item in request.session.items):
        yield
        return
    with engine_process() as command, pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "GACRUX", engines.GACRUX._replace(command=command))
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory, django_db_modify_db_settings_parallel_suffix):
    """Copy a migrated database. SQLite's is a file: one in memory is locked by threads where a real one waits."""
    from django.db import connection

    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = template_name(find_migrated())
    if connection.vendor == "sqlite":
        path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        shutil.copy(find_migrated(), path)
        connection.settings_dict["TEST"]["NAME"] = str(path)


@pytest.fixture(scope="session")
def django_db_keepdb():
    """Migrate the copy that is there, which has nothing to do, rather than begin with an empty file."""
    from django.db import connection

    return connection.vendor == "sqlite"
