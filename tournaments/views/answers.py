"""The answers that several views give: the status of a refused form, a sentence on the next page, a file to save."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render

from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.wording import sentences

SAVED = HTTPStatus.OK
REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY  # the form is shown again with what is wrong
CONFLICT = HTTPStatus.CONFLICT
GONE = HTTPStatus.GONE
UNAVAILABLE = HTTPStatus.SERVICE_UNAVAILABLE


def render_event(
    request: HttpRequest, reader: Reader, template: str, context: Mapping[str, Any], status: int | None = None
) -> HttpResponse:
    """Answer with a page of an event; its templates find the `reader` and the `event`.

    The event is the one that the `view` of the page was read of: somebody may have written since the reader came in.
    """
    reader = replace(reader, event=getattr(context.get("view"), "event", reader.event))
    return render(request, template, {"event": reader.event, "reader": reader, **context}, status=status)


def report_outcome(
    request: HttpRequest, answer: HttpResponse, sentence: str, act: Callable[[], object]
) -> HttpResponse:
    """Do something that may be refused, and say at the top of the next page what came of it."""
    try:
        act()
        messages.success(request, sentence)
    except Refusal as refusal:
        messages.error(request, sentences.refusal(refusal))
    return answer


def download(data: bytes, name: str, content_type: str) -> HttpResponse:
    """Answer with a file to save."""
    return HttpResponse(data, content_type, headers=name_file(name))


def stream_download(parts: Iterator[bytes], name: str, content_type: str) -> StreamingHttpResponse:
    """Answer with a file to save that is sent part by part, since it may be of any length."""
    return StreamingHttpResponse(parts, content_type=content_type, headers=name_file(name))


def name_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
