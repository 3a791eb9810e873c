"""Requests stay in one thread each; streamed answers are made part by part."""

import asyncio
import gzip
import threading
from inspect import iscoroutinefunction

import brotli
import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import URLPattern, get_resolver
from django.utils.module_loading import import_string

from config.http.compression import Compression
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


def ask(handler, path, **headers):
    """Return the messages with which a request is answered."""
    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "headers": listed, "query_string": b""}
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    async def answer():
        await handler(scope, receive, send)
        return sent

    return answer()


@pytest.fixture
def seen():
    """The threads in which something was done; the test adds to them, and so do the begin and the end of a request."""
    threads = []

    def note(*args, **more):
        threads.append(threading.current_thread().name)

    for signal in (request_started, request_finished):
        signal.connect(note)
    yield threads
    for signal in (request_started, request_finished):
        signal.disconnect(note)


@pytest.fixture
def handler():
    handler = Handler()
    yield handler
    handler.threads.shutdown()


def test_a_request_begins_and_ends_in_one_thread_which_takes_the_next_one_too(monkeypatch, handler, seen):
    """So that its connection to the database, which belongs to the thread, is used again."""

    def answer(request):
        seen.append(threading.current_thread().name)
        return HttpResponse(request.path)

    async def ask_twice():
        return [(await ask(handler, path))[1]["body"] for path in ("/one/", "/two/")]

    monkeypatch.setattr(handler, "get_response", answer)
    assert asyncio.run(ask_twice()) == [b"/one/", b"/two/"]
    assert seen == ["pages_0"] * 6


@pytest.mark.parametrize(
    ("accepted", "coding", "read"),
    [("", None, bytes), ("gzip", b"gzip", gzip.decompress), ("gzip, br", b"br", brotli.decompress)],
)
def test_a_streamed_answer_is_made_part_by_part_in_a_thread(monkeypatch, handler, seen, accepted, coding, read):
    made = []

    def make_parts():
        for number in range(3):
            made.append((number, threading.current_thread().name[:6]))
            yield b"" if number == 1 else str(number).encode() * 50_000

    def answer(request):
        response = StreamingHttpResponse(make_parts())
        return Compression(lambda _request: response)(request)

    monkeypatch.setattr(handler, "get_response", answer)
    start, *parts = asyncio.run(ask(handler, "/", accept_encoding=accepted))
    assert dict(start["headers"]).get(b"Content-Encoding") == coding
    assert read(b"".join(part.get("body", b"") for part in parts)) == b"0" * 50_000 + b"2" * 50_000
    assert [part.get("more_body", False) for part in parts] == [True] * (len(parts) - 1) + [False]
    assert made == [(number, "pages_") for number in range(3)]
    assert len(seen) == 2, "it begins once and ends once"


def test_what_a_client_that_went_away_does_not_read_is_not_made(monkeypatch, handler, seen):
    made = []

    def make_parts():
        for number in range(9):
            made.append(number)
            yield str(number).encode()

    async def send(message):
        if message["type"] == "http.response.body":
            raise OSError

    async def leave():
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        with pytest.raises(OSError):
            await handler(scope, receive, send)

    monkeypatch.setattr(handler, "get_response", lambda _request: StreamingHttpResponse(make_parts()))
    asyncio.run(leave())
    assert made == [0]
    assert len(seen) == 2
