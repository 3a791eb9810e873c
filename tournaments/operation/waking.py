"""Announce a write: wake those who watch the database in this process, and notify the other processes."""

from typing import Protocol

from django.db import connection, transaction

from tournaments.models import Event


class Listener(Protocol):
    """Reads the database again when it is woken, from any thread of this process."""

    def wake(self) -> None: ...


listeners: set[Listener] = set()


def wake() -> None:
    """Wake every listener of this process: called after a commit."""
    for listener in tuple(listeners):
        listener.wake()


def announce(event: Event) -> None:
    """Wake the live feed: at once in this process, by a notification in the others where PostgreSQL carries it."""
    notify(f"{event.pk}:{event.version}")


def announce_access() -> None:
    """Wake the live feed because somebody has lost a right that no event knows of: a session or an account ended."""
    notify("access")


def notify(note: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify('crosstable', %s)", [note])
    transaction.on_commit(wake)
