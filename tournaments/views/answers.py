"""The answers that several views give: the status of a refused form, a sentence on the next page, a file to save."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from tiebreaks.refusal import Refusal
from tournaments.wording import sentences

SAVED = HTTPStatus.OK
REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY  # the form is shown again with what is wrong
CONFLICT = HTTPStatus.CONFLICT
GONE = HTTPStatus.GONE
UNAVAILABLE = HTTPStatus.SERVICE_UNAVAILABLE


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
    return HttpResponse(data, content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})
