"""The triggers that make the log append-only: an entry can be neither changed nor deleted while its event exists.

On SQLite a migration that rebuilds the table of the log or of the events does so `without_triggers`, because SQLite
drops them with the table.
"""

from collections.abc import Iterable

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import StateApps

SQLITE = [
    """
    CREATE TRIGGER tournaments_log_no_update BEFORE UPDATE ON tournaments_logentry
    WHEN EXISTS (SELECT 1 FROM tournaments_event WHERE id = OLD.event_id)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
    """,
    """
    CREATE TRIGGER tournaments_log_no_delete BEFORE DELETE ON tournaments_logentry
    WHEN EXISTS (SELECT 1 FROM tournaments_event WHERE id = OLD.event_id)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
    """,
]

POSTGRESQL = [
    """
    CREATE FUNCTION tournaments_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT 1 FROM tournaments_event WHERE id = OLD.event_id) THEN
            RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'restrict_violation';
        END IF;
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER tournaments_log_no_change BEFORE UPDATE OR DELETE ON tournaments_logentry
    FOR EACH ROW EXECUTE FUNCTION tournaments_log_is_append_only()
    """,
]


def install_triggers(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers."""
    run_statements(connection, SQLITE if connection.vendor == "sqlite" else POSTGRESQL)


def drop_triggers(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers: for migrations that rebuild a table, and for tests that empty the database."""
    if connection.vendor == "sqlite":
        run_statements(
            connection, [f"DROP TRIGGER IF EXISTS tournaments_log_no_{change}" for change in ("update", "delete")]
        )
    else:
        run_statements(connection, ["DROP FUNCTION IF EXISTS tournaments_log_is_append_only() CASCADE"])


def without_triggers(*operations: Operation) -> list[Operation]:
    """Return operations of a migration with the triggers dropped before them and created again afterwards."""

    def drop(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        drop_triggers(editor.connection)

    def install(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        install_triggers(editor.connection)

    return [RunPython(drop, install), *operations, RunPython(install, drop)]


def run_statements(connection: BaseDatabaseWrapper, statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
