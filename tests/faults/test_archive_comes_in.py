"""A whole event comes in by a page while results of another one are entered: the desk waits a moment, and goes on."""

import http.client
import threading
from uuid import uuid4

import pytest

from tests.servers.arbiters import KEY
from tests.sizes import FULL

pytestmark = [pytest.mark.faults, pytest.mark.db, pytest.mark.timeout(600)]

LINES = 20_000 if FULL else 2_000
EXPORT = f"""
import sys
from uuid import uuid4
from django.db import transaction
from django.utils import timezone
from tournaments.actions.event.events import erase_event
from tournaments.formats.archive_write import export_event
from tournaments.models import Event, LogEntry
event = Event.objects.get(slug="hall")
games = list(event.rounds.get().games.all())
rows = event.details, event.team_rules
event.pk, event.slug, event.version = None, "elsewhere", {LINES}
event.save()
for row in rows:
    row.pk, row.event = None, event
    row.save(force_insert=True)
event = Event.objects.get(slug="elsewhere")
entered = {{"before": {{"result": ""}}, "after": {{"result": "10"}}, "answer": {{"outcome": "saved", "version": 1}}}}
LogEntry.objects.bulk_create(
    [LogEntry(event=event, version=n, at=timezone.now(), action="enter", uuid=uuid4(), **entered)
     for n in range(1, {LINES} + 1)], batch_size=500,
)
sys.stdout.buffer.write(export_event(event).hex().encode())
with transaction.atomic():
    erase_event(event)
"""


def upload(hall, data):
    """Send an archive as the page's form does, and return the status of the answer."""
    border = uuid4().hex
    parts = {"file": ('; filename="big.crosstable.zip"', data), "slug": ("", b"big")}
    body = b"".join(
        f'--{border}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + value + b"\r\n"
        for name, (more, value) in parts.items()
    )
    headers = {
        "Cookie": f"sessionid={hall.session}; csrftoken={KEY}",
        "X-CSRFToken": KEY,
        "Content-Type": f"multipart/form-data; boundary={border}",
    }
    connection = http.client.HTTPConnection("127.0.0.1", hall.server.port, timeout=300)
    connection.request("POST", "/import/archive/", body + f"--{border}--\r\n".encode(), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def test_results_are_entered_while_a_large_archive_comes_in(hall):
    archive = bytes.fromhex(hall.server.python(EXPORT))
    answers = []
    coming = threading.Thread(target=lambda: answers.append(upload(hall, archive)))
    with hall.arbiters(hall.server) as arbiters:
        arbiters.wait_for(5)
        before = len(arbiters.acknowledged)
        coming.start()
        coming.join()
        during = len(arbiters.acknowledged) - before
        arbiters.wait_for(5)
    assert answers == [302]
    assert arbiters.mistakes == []
    assert not arbiters.refusals, "a desk that has to wait for SQLite's lock waits, and is not sent away"
    assert during > 0
    hall.check_kept(arbiters.acknowledged)
    assert hall.rows("SELECT count(*) FROM tournaments_event WHERE slug = 'big'") == [(1,)]
    print(f"{LINES} lines of a log came in, and {during} results were entered meanwhile")
