"""A database that is taken for too long: the arbiter's entry is neither lost nor answered as a mistake."""

import sqlite3
from contextlib import closing

import pytest
from django.db import connection

from tests.site.desk.entering import send, stored
from tests.site.factories import make_event, person

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows, not the database")


def test_an_entry_is_asked_for_again_while_another_process_holds_the_lock(client, committed):
    event = make_event()
    client.force_login(person("anna", event))
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 10")
        answer = send(client, 1, "10")
        assert (answer.status_code, answer["Retry-After"]) == (503, "2")
        other.execute("ROLLBACK")
    connection.close()
    assert send(client, 1, "10").status_code == 302
    assert stored(event, 1) == ("10", None, None, 1)
