"""Databases and backups of the 23 migrations before release 1.0 stay usable; still older ones are refused."""

import gzip
import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from config.http.health import Health
from tests.site.exchange.archives import enter, table
from tests.site.factories import game, make_event
from tiebreaks.refusal import Refusal
from tournaments import startup
from tournaments.actions.writing import COMMAND
from tournaments.models import Event, RoundDrawing
from tournaments.models.events import COLUMNS
from tournaments.operation import backups

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
UNSTABLE = re.compile(r"_\d+(__)?$")  # the numbers of constraints without a name
CHANGED = {"version", "changed_at", "status", "listed_at"}  # by each entry; the server fills the last two in again
UNUSED_TABLES = ("tournaments_ratedperson", "tournaments_ratinglist")  # 0022 left them behind


@pytest.fixture
def backup(committed, settings, tmp_path):
    """A real backup of a database at 0023: an event with two results, and a team event."""
    settings.BACKUPS = tmp_path / "backups"
    settings.BACKUPS.mkdir()
    path = tmp_path / "backup"
    if connection.vendor == "sqlite":
        path.write_bytes(gzip.decompress((GOLDEN / "backup-0023.sqlite3.gz").read_bytes()))
    else:
        path.write_bytes((GOLDEN / "backup-0023.dump").read_bytes())
    yield path
    with connection.cursor() as cursor:
        for table in UNUSED_TABLES:
            cursor.execute(f"DROP TABLE IF EXISTS {table}")


def schema():
    """Return the columns and constraints of each table, and the triggers."""
    tables = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            columns = sorted(map(repr, connection.introspection.get_table_description(cursor, table)))
            constraints = connection.introspection.get_constraints(cursor, table)
            rules = sorted((UNSTABLE.sub("", name), repr(sorted(rule.items()))) for name, rule in constraints.items())
            tables[table] = columns, rules
        cursor.execute(TRIGGERS[connection.vendor])
        tables["triggers"] = sorted(cursor.fetchall())
    return {table: shape for table, shape in tables.items() if table not in UNUSED_TABLES}


TRIGGERS = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
}


def test_a_backup_of_the_old_migrations_is_restored_into_the_same_tables(backup, capsys):
    expected = schema()
    call_command("restore", str(backup))
    assert "Restored 2 events" in capsys.readouterr().out
    assert schema() == expected
    event = Event.objects.get(slug="open")
    assert [game(event, 2, board).result for board in (1, 2, 3)] == ["10", "==", ""]
    assert enter(event, 3, "01", COMMAND).outcome == "saved"
    with pytest.raises(DatabaseError, match="append-only"):
        event.log.all().delete()


def test_a_database_of_the_old_migrations_is_updated_when_it_opens(backup):
    """Its tables are those of the release that made the backup, but opponents of open games count (decision 83)."""
    backups.restore_backup(backup)
    startup.prepare_database(print)
    assert set(Event.objects.values_list("forfeit_points", flat=True)) == {0}
    recorded = json.loads((GOLDEN / "backup-0023.json").read_text(encoding="utf-8"))
    assert {event.slug: [list(line) for line in table(event)] for event in Event.objects.all()} == recorded
    event = Event.objects.get(slug="open")
    assert [game(event, 2, board).provenance for board in (1, 2, 3)] == ["command", "command", ""]
    assert all(line.actor_name == line.actor.username for line in event.log.exclude(actor=None))
    lines = []
    startup.prepare_database(lines.append)
    assert lines == []
    assert Health().check_database() == ""
    call_command("migrate", verbosity=0, skip_checks=False)
    assert Event.objects.count() == 2


def test_an_older_database_is_refused_with_the_commit_that_updates_it(backup):
    recorder = MigrationRecorder(connection)
    applied = [key for key in recorder.applied_migrations() if key[0] == "tournaments"]
    recorder.migration_qs.filter(app="tournaments").exclude(name__lt="0023").delete()
    recorder.migration_qs.filter(name="0001_release_1_0").delete()
    try:
        with pytest.raises(CommandError, match=r"before release 1.0: open it once with commit [0-9a-f]{7,}, then"):
            startup.prepare_database(print)
        with pytest.raises(SystemCheckError, match="open it once with commit"):
            call_command("migrate", verbosity=0, skip_checks=False)
        assert Health().check_database() == "migrations"
        path = backups.make_backup(backups.BY_HAND)
        with pytest.raises(Refusal, match="open it once with commit"):
            backups.check_backup(path)
    finally:
        for app, name in applied:
            if not recorder.migration_qs.filter(app=app, name=name).exists():
                recorder.record_applied(app, name)


def test_going_back_to_one_row_for_each_event_loses_nothing(committed):
    said = {
        "venue": "Town hall",
        "file_lines": ["001 \u201cä\u201d"],
        "announcement": "Welcome\n*all*",
        "rated_by": "both",
    }
    ruled = {"berlin": "points", "match_win_points": 3, "team_bye_game_points": None, "line_up_in_order": True}
    event, expected = make_event(**said, **ruled), schema()
    before = Event.objects.get(pk=event.pk).read_fields(COLUMNS)
    enter(event, 3, "01", COMMAND)
    drawn = {"proposal": {"system": "dutch", "boards": []}, "draw": {"lines": {"A": [1, 0]}}}
    RoundDrawing.objects.create(round=event.rounds.get(number=2), **drawn)
    call_command("migrate", "tournaments", "0032", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT venue, berlin, match_win_points, team_bye_game_points FROM tournaments_event")
        assert cursor.fetchall() == [("Town hall", "points", 3, None)]
    call_command("migrate", verbosity=0)
    event = Event.objects.get(pk=event.pk)
    assert event.read_fields(said | ruled) == said | ruled
    assert list(RoundDrawing.objects.values("round__number", *drawn)) == [{"round__number": 2, **drawn}]
    assert event.read_fields(before.keys() - CHANGED) == {name: before[name] for name in before.keys() - CHANGED}
    assert schema() == expected
    with pytest.raises(DatabaseError, match="append-only"):
        event.log.all().delete()


@pytest.mark.django_db
def test_the_migrations_make_the_tables_that_the_models_describe():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
