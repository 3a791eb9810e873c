"""Say 503 instead of 500 where the database does not answer in time: the outbox of the desk keeps its entries."""

import logging

import psycopg
from django.db import OperationalError
from django.http import HttpResponse

from config.admission import BUSY, RETRY_AFTER
from config.waiting import DISK_FULL, told

log = logging.getLogger(__name__)


class BusyDatabase:
    """Middleware. SQLite gave up waiting for its lock; PostgreSQL restarts, or all its connections are taken."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        failure = getattr(request, "unreachable", None)  # what an outer middleware met
        return later(request, failure) if failure else self.get_response(request)

    def process_exception(self, request, exception):
        return later(request, exception) if isinstance(exception, OperationalError) else None


def later(request, failure):
    """Ask to come back, and say why."""
    log.error("The database did not answer: %s", failure)
    headers = {"Retry-After": RETRY_AFTER, "Cache-Control": "no-store"}
    accept = "" if "HX-Request" in request.headers else request.headers.get("Accept", "")
    kind, text = told(DISK_FULL if is_full(failure) else BUSY, accept)
    return HttpResponse(text, status=503, content_type=kind, headers=headers)


def is_full(exception):
    """Tell whether the database found no room to write: SQLite says it in words, PostgreSQL by a class of its own."""
    return "disk is full" in str(exception) or isinstance(exception.__cause__, psycopg.errors.DiskFull)
