"""What is read carries the version that it belongs to, also when somebody writes in the middle."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError

from tests.site.factories import make_event
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.live import render
from tournaments.live.broker import ViewKey
from tournaments.models import Event
from tournaments.queries.snapshot import consistent_read, snapshot
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture
def event():
    return make_event(tiebreaks="PTS", rounds=1)


def elsewhere(function, *arguments):
    """Call a function with a connection of its own, as another request does."""

    def call():
        try:
            return function(*arguments)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def enter(event, board):
    enter_result(Event.objects.get(pk=event.pk), 1, board, Entry(result="10", version=0), COMMAND)


def winners(event):
    return sorted(row.number for row in read_standings(Reader(event)).rows if row.values[0])


def test_a_read_sees_nothing_of_a_write_in_between(event):
    @consistent_read
    def read(reader):
        before = reader.event.version
        elsewhere(enter, reader.event, 1)
        return before, reader.event.log.count(), winners(reader.event)

    begun, reader = event.version, staff_reader(event)
    assert read(reader) == (begun, 0, [])
    assert read(reader) == (begun + 1, 1, [1])  # of the event as it is now
    assert reader.event.version == begun


def test_a_table_is_kept_under_the_version_that_it_was_read_at(event):
    stale = Event.objects.get(pk=event.pk)
    elsewhere(enter, event, 1)
    assert winners(stale) == [1]  # newer than the event, which still carries its old version
    assert stale.version == event.version
    with snapshot():
        seen = Event.objects.get(pk=event.pk)
        elsewhere(enter, event, 2)
        assert winners(seen) == [1]
    assert winners(Event.objects.get(pk=event.pk)) == [1, 3]


def test_a_frame_is_of_one_moment_while_results_come_in(event, monkeypatch):
    key = ViewKey(event.pk, "standings", "en")
    before = render.read(key)
    read_view = render.read_view

    def read_slowly(reader, name):
        elsewhere(enter, reader.event, 1)
        return read_view(reader, name)

    monkeypatch.setattr(render, "read_view", read_slowly)
    during = render.read(key)
    assert (during.stamp, during.view) == (before.stamp, before.view)
    monkeypatch.undo()
    after = render.read(key)
    assert after.stamp != before.stamp
    assert b"data-rows" in render.step(before, after)


def test_nothing_is_written_in_a_read(event):
    with pytest.raises((DatabaseError, transaction.TransactionManagementError)), snapshot():
        seen = Event.objects.get(pk=event.pk)
        elsewhere(enter, event, 1)
        Event.objects.filter(pk=seen.pk).update(name="Other")
    assert Event.objects.get(pk=event.pk).name == event.name
