import asyncio
import threading
from inspect import iscoroutinefunction

from django.conf import settings
from django.core.signals import request_finished, request_started
from django.http import HttpResponse
from django.urls import URLPattern, get_resolver
from django.utils.module_loading import import_string

from config.http.handler import Handler


def views(resolver):
    """Yield the view of every address."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.callback
        else:
            yield from views(pattern)


def test_each_request_can_stay_in_one_thread():
    """A coroutine would be handed back to the event loop: config/http/handler.py relies on there being none."""
    all_views = list(views(get_resolver()))
    assert len(all_views) > 100
    assert not [view for view in all_views if iscoroutinefunction(view)]
    assert all(getattr(import_string(path), "sync_capable", True) for path in settings.MIDDLEWARE)


def test_a_request_begins_and_ends_in_one_thread_which_takes_the_next_one_too(monkeypatch):
    """So that its connection to the database, which belongs to the thread, is used again."""
    handler, seen = Handler(), []

    def note(*args, **more):
        seen.append(threading.current_thread().name)

    def answer(request):
        note()
        return HttpResponse(request.path)

    async def ask(path):
        scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}
        sent = []

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            sent.append(message)

        await handler(scope, receive, send)
        return sent[1]["body"]

    async def ask_twice():
        return [await ask(path) for path in ("/one/", "/two/")]

    monkeypatch.setattr(handler, "get_response", answer)
    for signal in (request_started, request_finished):
        signal.connect(note)
    try:
        assert asyncio.run(ask_twice()) == [b"/one/", b"/two/"]
    finally:
        for signal in (request_started, request_finished):
            signal.disconnect(note)
        handler.threads.shutdown()
    assert seen == ["pages_0"] * 6
