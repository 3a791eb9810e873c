"""What tests with the database share: a clean memory, and a way to test what is really committed."""

import pytest
from django.db import connection

from tournaments import append_only, queries


@pytest.fixture(autouse=True)
def clean_memory():
    """Forget ranked tables: a test's rollback gives the next test the same ids and versions."""
    queries.forget()


@pytest.fixture
def guarded_again(django_db_setup, django_db_blocker):
    yield
    with django_db_blocker.unblock():
        append_only.install(connection)
        connection.close()


@pytest.fixture
def committed(guarded_again, transactional_db):
    """Let a test commit. The log refuses to be emptied, so its triggers are lifted while the database is."""
    yield
    append_only.lift(connection)
