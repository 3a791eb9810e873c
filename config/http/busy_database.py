"""Answer 503 instead of 500 where the database does not answer in time: the outbox of the desk keeps its entries."""

import logging
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language

from config.http.refusals import BUSY, DAMAGED, DISK_FULL, RETRY_AFTER, in_language, page_or_sentence
from tournaments.operation import backups
from tournaments.operation.database_trouble import is_damaged, is_disk_full, remember_full_disk

OBSTACLES = {"busy": BUSY, "disk-full": DISK_FULL, "database-damaged": DAMAGED}

log = logging.getLogger(__name__)


class BusyDatabase:
    """Middleware for a SQLite lock that was never free, and a PostgreSQL that restarts or has no connection left."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        failure = getattr(request, "unreachable", None)  # set by an outer middleware
        return try_later(request, failure) if failure else self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        is_ours = isinstance(exception, OperationalError) or is_damaged(exception)
        return try_later(request, exception) if is_ours else None


def try_later(request: HttpRequest, failure: Exception) -> HttpResponse:
    """Ask the client to try again, and say why; the API puts `obstacle` into its own shape."""
    obstacle = name_obstacle(failure)
    log.error("The database did not answer: %s%s", failure, advise_restore(failure))
    headers = {"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"}
    accept = "" if "HX-Request" in request.headers else request.headers.get("Accept", "")
    content_type, text = page_or_sentence(OBSTACLES[obstacle], accept)
    answer = HttpResponse(text, status=503, content_type=content_type, headers=headers)
    answer.obstacle = obstacle, in_language(OBSTACLES[obstacle], get_language())  # type: ignore[attr-defined]
    return answer


def name_obstacle(failure: Exception) -> str:
    if is_disk_full(failure):
        remember_full_disk()
        return "disk-full"
    return "database-damaged" if is_damaged(failure) else "busy"


def advise_restore(failure: Exception) -> str:
    return f" {backups.advise_restore()}" if is_damaged(failure) else ""
