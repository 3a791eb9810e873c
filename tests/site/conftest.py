"""What tests with the database share: a clean memory, and a way to test what is really committed."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import override_settings

from tournaments.models import LogEntry
from tournaments.operation import append_only
from tournaments.queries.standings import clear_caches


@pytest.fixture(autouse=True)
def clean_memory():
    """Forget ranked tables: a test's rollback gives the next test the same ids and versions."""
    clear_caches()


@pytest.fixture
def committed(transactional_db):
    """Let a test commit. The log refuses to be emptied, so its triggers are lifted for that."""
    yield
    append_only.drop_triggers(connection)
    LogEntry.objects.all().delete()
    append_only.install_triggers(connection)


@pytest.fixture(scope="session")
def folder_of_rating_lists(tmp_path_factory):
    return tmp_path_factory.mktemp("ratings")


@pytest.fixture(autouse=True)
def own_rating_lists(folder_of_rating_lists):
    """Look people up in no list but the test's own, in a folder that is made when there is one."""
    with override_settings(RATING_LISTS=folder_of_rating_lists / uuid4().hex / "lists"):
        yield
