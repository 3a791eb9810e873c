"""Run Django under ASGI with each request in one thread, from the first signal to the last, and keep the threads.

Django's own handler returns to the event loop between the middlewares and the view. No view or middleware here is a
coroutine, so that gains nothing; and while the loop sends frames to thousands of streams, an arbiter's entry would wait
for it each time. It also takes a new thread for each request, and with it a new connection: on SQLite that costs as
much as a third of an entry.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import copy_context
from typing import IO

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from config.http.uploads import DiskFull
from tournaments.access.asgi import Receive, Scope, Send


class Handler(ASGIHandler):
    """Load the middlewares as a WSGI server would, and answer in one of the threads. No answer is streamed."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = ThreadPoolExecutor(sum(settings.ADMISSION.values()), thread_name_prefix="pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. If its client goes away, it is finished all the same: a thread can’t be stopped."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            loop = asyncio.get_running_loop()
            response = await loop.run_in_executor(self.threads, copy_context().run, self.answer, scope, body)
            await self.send_response(response, send)

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """Copy the body for Django. Raise DiskFull."""
        try:
            return await super().read_body(receive)
        except OSError as full:
            raise DiskFull from full

    def answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Return the whole answer, with the request ended and the thread free for the next one."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None  # Django makes either a request or its refusal
        response.close()
        return response
