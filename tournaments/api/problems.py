"""Every error in one shape: problem details (RFC 9457) in the reader's language, whatever refused the request."""

import json
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from ninja.errors import ValidationError

from tiebreaks.refusal import Refusal
from tournaments.wording import problems, sentences

MEDIA_TYPE = "application/problem+json"
PATH = "/api/"
KEPT_HEADERS = ("Allow", "Retry-After", "Vary")
EXPOSED = "ETag, Retry-After"
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "If-None-Match, Accept-Language",
    "Access-Control-Max-Age": "86400",
}


class UnfitValue(Exception):
    """A value that does not fit its field, with the sentence that says why."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field, self.sentence = field, sentence


def problem(status: int, detail: str = "", code: str = "", field: str = "") -> HttpResponse:
    """Answer with a problem; `field` names the field that it is about, "" for the whole."""
    title = problems.problem_title(status)
    shape = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail or title,
        "code": code or HTTPStatus(status).phrase.lower().replace(" ", "-"),
        "field": field,
    }
    # What one client may not see, another one's token opens: no cache may answer for both.
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(json.dumps(shape, ensure_ascii=False), headers=headers, content_type=MEDIA_TYPE, status=status)


def refused(refusal: Refusal) -> HttpResponse:
    return problem(422, sentences.refusal(refusal), refusal.code, refusal.field)


def invalid(error: ValidationError) -> HttpResponse:
    """Answer with the problem of the first field that does not fit."""
    first = error.errors[0]
    field = ".".join(map(str, first["loc"][1:]))
    return problem(422, problems.misfit(field, first["type"], first.get("ctx", {})), "invalid", field)


class Problems:
    """Middleware: let every web page read, and turn refusals from elsewhere into problem details."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PATH):
            return self.answer(request)
        if request.method == "OPTIONS":
            return readable(HttpResponse(status=204, headers=PREFLIGHT))
        if request.method == "HEAD":
            return self.answer_head(request)
        response = self.answer(request)
        if response.status_code >= 400 and "json" not in response["Content-Type"]:
            headers = {name: response[name] for name in KEPT_HEADERS if name in response}
            code, detail = getattr(response, "obstacle", ("", ""))
            response = problem(response.status_code, detail, code)
            for name, value in headers.items():
                response[name] = value
        return readable(response) if request.method == "GET" else response

    def answer_head(self, request: HttpRequest) -> HttpResponse:
        """Answer with the headers that a GET would have."""
        request.method = "GET"
        response = self(request)
        request.method = "HEAD"
        response["Content-Length"] = str(len(response.content))
        response.content = b""
        return response


def readable(response: HttpResponse) -> HttpResponse:
    """Let any web page read an answer, without credentials."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = EXPOSED
    return response
