"""Wake those who watch the database after a write: at once in this process, by NOTIFY of PostgreSQL in the others."""

from typing import Protocol

from django.db import connection, transaction

from tournaments.models import Event


class Wakeable(Protocol):
    """Reads the database again when it is woken, from any thread of this process."""

    def wake(self) -> None: ...


watchers: set[Wakeable] = set()


def wake_here() -> None:
    """Wake every watcher of this process: called after a commit."""
    for watcher in tuple(watchers):
        watcher.wake()


def wake_for_event(event: Event) -> None:
    """Wake the watchers because an event has a new version."""
    wake_everywhere(f"{event.pk}:{event.version}")


def wake_for_access() -> None:
    """Wake the watchers because somebody has lost a right that no event knows of: a session or an account ended."""
    wake_everywhere("access")


def wake_everywhere(note: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify('crosstable', %s)", [note])
    transaction.on_commit(wake_here)
