"""Say 503 instead of 500 where the database does not answer in time: the outbox of the desk keeps its entries."""

import logging

from django.db import OperationalError
from django.http import HttpResponse

from config.admission import BUSY, RETRY_AFTER

log = logging.getLogger(__name__)


class BusyDatabase:
    """Middleware. SQLite gave up waiting for its lock; PostgreSQL restarts, or all its connections are taken."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_exception(self, request, exception):
        if not isinstance(exception, OperationalError):
            return None
        log.error("The database did not answer: %s", exception)
        headers = {"Retry-After": RETRY_AFTER, "Cache-Control": "no-store"}
        return HttpResponse(BUSY, status=503, content_type="text/plain; charset=utf-8", headers=headers)
