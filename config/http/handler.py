"""Run Django under ASGI with each request in one thread, from the first middleware to the answer.

Django's own handler returns to the event loop between the middlewares and the view. No view or middleware here is a
coroutine, so that gains nothing; and while the loop sends frames to thousands of streams, an arbiter's entry would wait
for it each time.
"""

from typing import IO, Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.http.uploads import DiskFull


class Handler(ASGIHandler):
    """Load the middlewares as a WSGI server would, and answer in the thread that belongs to the request."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def read_body(self, receive: Any) -> IO[bytes]:
        """Copy the body for Django. Raise DiskFull."""
        try:
            return await super().read_body(receive)
        except OSError as full:
            raise DiskFull from full

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)
