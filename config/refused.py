"""Say a refusal in words wherever a page did not: an event that goes on elsewhere takes no write at any address."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpResponse
from django.shortcuts import render

from config.admission import TOO_LARGE
from tiebreaks.refusal import Refusal
from tournaments.wording import sentences

CONFLICT = 409
BAD = "This request can't be understood. – Diese Anfrage ist nicht zu verstehen.\n"


class Refused:
    """Middleware. Nothing is written when an action refuses; what is left is to say so."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_exception(self, request, exception):
        if not isinstance(exception, Refusal):
            return None
        values = {"sentence": sentences.refusal(exception)}
        return render(request, "tournaments/shared/refused.html", values, status=CONFLICT)


def bad_request(request, exception):
    """Answer what Django refuses before any page has it: forms that are too large, hosts that are not ours."""
    is_large = isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent)
    status, sentence = (413, TOO_LARGE) if is_large else (400, BAD)
    return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
