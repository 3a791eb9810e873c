"""Django behind ASGI, with each request in one thread from the first middleware to the answer.

Django's own handler goes back to the event loop between the middlewares and the view, and once more for what looks at a
view beforehand. No view or middleware here is a coroutine, so these ways lead nowhere; while the loop hands frames to
thousands of streams an arbiter's entry would wait for it each time.
"""

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler

from config.uploads import NoRoom


class Handler(ASGIHandler):
    """Load the middlewares as a WSGI server would, and answer in the thread that the request has for itself."""

    def __init__(self):
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def read_body(self, receive):
        """Copy the body for Django. Raise NoRoom where the disk is full."""
        try:
            return await super().read_body(receive)
        except OSError as full:
            raise NoRoom from full

    async def get_response_async(self, request):
        return await sync_to_async(self.get_response)(request)
