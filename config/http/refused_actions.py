"""Explain a refused action on any page: an event that has moved elsewhere accepts no write at any address."""

from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from config.http.refusals import BAD_REQUEST, PLAIN, TOO_LARGE
from tiebreaks.refusal import Refusal
from tournaments.wording import sentences

CONFLICT = 409


class RefusedActions:
    """Middleware. An action that refuses has written nothing; what is left is to say why."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        values = {"sentence": sentences.refusal(exception)}
        return render(request, "tournaments/shared/refused.html", values, status=CONFLICT)


def bad_request(_request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer requests that Django refuses before any view: forms that are too large, unknown hosts."""
    is_large = isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent)
    status, sentence = (413, TOO_LARGE) if is_large else (400, BAD_REQUEST)
    return HttpResponse(sentence, status=status, content_type=PLAIN)
