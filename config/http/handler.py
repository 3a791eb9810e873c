"""Run Django under ASGI with each request in one thread, from the first signal to the last, and keep the threads.

Django's own handler returns to the event loop between the middlewares and the view. No view or middleware here is a
coroutine, so that gains nothing; and while the loop sends frames to thousands of streams, an arbiter's entry would wait
for it each time. It also takes a new thread for each request, and with it a new connection: on SQLite that costs as
much as a third of an entry.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import copy_context
from functools import partial
from typing import IO

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from config.http.uploads import DiskFull
from tournaments.access.asgi import Receive, Scope, Send


class Handler(ASGIHandler):
    """Load the middlewares as a WSGI server would, and answer in one of the threads.

    Each part of an answer that is streamed is made in a thread too, but none waits there for a slow client.
    """

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
            loop, run = asyncio.get_running_loop(), copy_context().run
            response = await loop.run_in_executor(self.threads, run, self.answer, scope, body)
            if not isinstance(response, StreamingHttpResponse):
                return await self.send_response(response, send)
            make_next = partial(next, filter(None, response), b"")
            response.streaming_content = make_parts(lambda: loop.run_in_executor(self.threads, run, make_next))
            try:
                await self.send_response(response, send)
            finally:
                await loop.run_in_executor(self.threads, response.close)

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """Copy the body for Django. Raise DiskFull."""
        try:
            return await super().read_body(receive)
        except OSError as full:
            raise DiskFull from full

    def answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Return the whole answer, with the request ended and the thread free for the next one.

        An answer that is streamed has yet to make its parts, which end the request.
        """
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None  # Django makes either a request or its refusal
        if not response.streaming:
            response.close()
        return response


async def make_parts(make_next: Callable[[], Awaitable[bytes]]) -> AsyncIterator[bytes]:
    """Yield the parts of an answer, none of which is empty: the empty one is the end."""
    while part := await make_next():
        yield part
