import re
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tests.site.factories import make_event
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND, record
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    event = make_event()
    enter_result(event, 2, 1, Entry("10", version=0), COMMAND)
    return event.log.get()


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: LogEntry.objects.filter(pk=entry.pk).update(reason="changed"),
        lambda entry: LogEntry.objects.filter(pk=entry.pk).update(after=None),
        lambda entry: entry.save(),
        lambda entry: entry.delete(),
        lambda entry: LogEntry.objects.all().delete(),
    ],
    ids=["update", "update of another field", "save", "delete", "delete all"],
)
def test_an_entry_stands_while_its_event_exists(entry, change):
    with pytest.raises(DatabaseError, match="the log is append-only"), transaction.atomic():
        change(entry)
    entry.refresh_from_db()
    assert (entry.action, entry.after["result"], entry.reason) == ("enter", "10", "")


def test_raw_sql_is_refused_too(entry):
    for statement in ("UPDATE tournaments_logentry SET reason = 'x'", "DELETE FROM tournaments_logentry"):
        with pytest.raises(DatabaseError, match="the log is append-only"), transaction.atomic():
            connection.cursor().execute(statement)


def test_other_events_are_no_way_out(entry):
    other = make_event("other")
    Event.objects.filter(pk=other.pk).delete()
    with pytest.raises(DatabaseError, match="the log is append-only"), transaction.atomic():
        entry.delete()


def test_an_event_does_not_go_without_its_log(committed):
    event = make_event()
    LogEntry.objects.create(event=event, version=2, at=timezone.now(), action="enter")
    with pytest.raises(DatabaseError):
        event.delete()
    assert Event.objects.filter(slug="open").exists()


def test_a_failed_write_leaves_neither_result_nor_entry():
    event = make_event()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        enter_result(event, 2, 1, Entry("10", version=0), COMMAND)
        raise ZeroDivisionError
    assert (event.log.count(), Event.objects.get().version) == (0, event.version)


def test_every_action_is_recorded_and_has_words():
    texts = [file.read_text() for file in (Path(settings.BASE) / "tournaments" / "actions").rglob("*.py")]
    recorded = {name for text in texts for name in re.findall(r"LogAction\.(\w+)", text)}
    assert set(LogAction.__members__) - recorded == set()
    assert all(action.label for action in LogAction)


def test_nothing_but_actions_of_the_enum_is_recorded():
    event = make_event()
    with pytest.raises(ValueError, match="polish"):
        record(event, COMMAND, "polish")
