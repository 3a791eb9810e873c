"""What every test gets: plain static files, a database file of its own, and marks that follow from what a test uses."""

import pytest
from django.test import override_settings

from tests import tools

pytest_plugins = ["tests.server", "tests.sizes"]


def pytest_collection_modifyitems(items):
    """Mark whatever touches the database, and skip browser tests where there is no browser."""
    for item in items:
        if item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames):
            item.add_marker("db")
        if item.get_closest_marker("browser") and (reason := tools.missing("chromium")):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True, scope="session")
def plain_static_files():
    """Link static files by their plain names, so that no test needs collectstatic."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    with override_settings(STORAGES={"default": memory, "staticfiles": plain}):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory, django_db_modify_db_settings_parallel_suffix):
    """Keep SQLite's test database in a file: one in memory is locked by threads where a real one waits."""
    from django.db import connection

    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
