"""Reads that belong together: all of them see the database as it was at one moment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, cast

from django.db import connection, transaction

from tournaments.access.reader import Reader
from tournaments.models import Event


@contextmanager
def snapshot() -> Iterator[bool]:
    """Let all reads inside see one moment, however much is written meanwhile. Nothing may be written inside.

    Yield whether the moment is a new one: inside a transaction, the reads go on seeing what the transaction sees.
    """
    if connection.in_atomic_block:
        yield False
        return
    with _reading(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield True


@contextmanager
def _reading() -> Iterator[None]:
    """Begin transactions on SQLite without the lock of a writer, which all others here take at once."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    sqlite = cast("Any", connection)
    mode, sqlite.transaction_mode = sqlite.transaction_mode, None
    try:
        yield
    finally:
        sqlite.transaction_mode = mode


def consistent_read[**Parameters, View](
    read: Callable[Concatenate[Reader, Parameters], View],
) -> Callable[Concatenate[Reader, Parameters], View]:
    """Read of one moment, so that the version of an event and its rows belong together.

    Rows newer than the version that a page or frame carries would never be corrected: an undo leads to rows that equal
    the old ones, and only what differs is sent. What is read gets the event as it is then. One query more.
    """

    @wraps(read)
    def consistent(reader: Reader, /, *arguments: Parameters.args, **named: Parameters.kwargs) -> View:
        with snapshot():
            return read(renew_event(reader), *arguments, **named)

    return consistent


def renew_event(reader: Reader) -> Reader:
    """Return the reader with the event as it is now, read again if it has changed. One query."""
    event = reader.event
    changed = Event.objects.filter(pk=event.pk).exclude(epoch=event.epoch, version=event.version).first()
    return replace(reader, event=changed) if changed else reader
