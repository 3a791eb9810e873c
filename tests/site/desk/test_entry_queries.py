"""What one entry asks of the database, step by step: a busy desk waits for nothing else."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.site.factories import make_event, person
from tournaments.domain.accounts.roles import Role

pytestmark = pytest.mark.usefixtures("committed")

ENTRY = """
    SELECT session | SELECT user | SELECT signin | SELECT event
    BEGIN | SELECT event | SELECT game | SELECT logentry | UPDATE game | UPDATE event | INSERT logentry | SELECT webhook
    SELECT game | COMMIT | SELECT stage | SELECT round
"""


def steps(queries):
    """Return the verb and the first table of each query."""
    table = re.compile(r'(\w+)(?:.*?"(?:django|auth|tournaments)_(\w+))?')
    found = (table.match(each["sql"]) for each in queries)
    return [f"{match[1]} {match[2]}" if match[1] in ("SELECT", "UPDATE", "INSERT") else match[1] for match in found]


def test_an_entry_at_the_desk_takes_sixteen_steps(client):
    event = make_event()
    client.force_login(person("anna", event, Role.ARBITER))
    for board in (1, 2):  # the first entries fill the caches
        enter(client, board)
    with CaptureQueriesContext(connection) as queries:
        answer = enter(client, 3)
    assert answer.status_code == 200
    assert steps(queries) == re.split(r"\s*[|\n]\s*", ENTRY.strip())


def enter(client, board):
    typed = {"result": "10", "version": 0, "uuid": uuid4()}
    return client.post(f"/e/open/desk/2/{board}/", typed, headers={"HX-Request": "true"})
