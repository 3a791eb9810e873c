"""Answer 503 instead of 500 where the database does not answer in time: the outbox of the desk keeps its entries."""

import logging
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from config.http.refusals import BUSY, DISK_FULL, RETRY_AFTER, page_or_sentence

NO_ROOM = "53100"  # what PostgreSQL calls disk_full

log = logging.getLogger(__name__)


class BusyDatabase:
    """Middleware for a SQLite lock that was never free, and a PostgreSQL that restarts or has no connection left."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        failure = getattr(request, "unreachable", None)  # set by an outer middleware
        return try_later(request, failure) if failure else self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return try_later(request, exception) if isinstance(exception, OperationalError) else None


def try_later(request: HttpRequest, failure: Exception) -> HttpResponse:
    """Ask the client to try again, and say why."""
    log.error("The database did not answer: %s", failure)
    headers = {"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"}
    accept = "" if "HX-Request" in request.headers else request.headers.get("Accept", "")
    content_type, text = page_or_sentence(DISK_FULL if is_disk_full(failure) else BUSY, accept)
    return HttpResponse(text, status=503, content_type=content_type, headers=headers)


def is_disk_full(failure: Exception) -> bool:
    """Tell whether the database had no room to write: SQLite has only words for it, PostgreSQL a code."""
    return "disk is full" in str(failure) or getattr(failure.__cause__, "sqlstate", "") == NO_ROOM
