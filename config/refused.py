"""Say a refusal in words wherever a page did not: an event that goes on elsewhere takes no write at any address."""

from django.shortcuts import render

from tiebreaks.refusal import Refusal
from tournaments import wording

CONFLICT = 409


class Refused:
    """Middleware. Nothing is written when an action refuses; what is left is to say so."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_exception(self, request, exception):
        if not isinstance(exception, Refusal):
            return None
        values = {"sentence": wording.refusal(exception)}
        return render(request, "tournaments/refused.html", values, status=CONFLICT)
