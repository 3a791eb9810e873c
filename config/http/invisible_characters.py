"""Remove invisible characters from what people send in forms, and say so: a name must be what it looks like."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tiebreaks.facts.invisible import REMOVED, drop_invisible
from tiebreaks.refusal import Refusal
from tournaments.wording import sentences

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")  # uploaded files have readers of their own


class InvisibleCharacters:
    """Middleware, behind the one that checks the form's token; passwords stay as they were typed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        if request.method != "POST" or request.content_type not in FORMS:
            return
        found = {
            name: [drop_invisible(value) for value in values]
            for name, values in request.POST.lists()
            if "password" not in name and any(drop_invisible(value) != value for value in values)
        }
        if found:
            cleaned = request.POST.copy()
            for name, values in found.items():
                cleaned.setlist(name, values)
            cleaned._mutable = False
            request.POST = cleaned  # type: ignore[assignment]  # as immutable as the one that was sent
            messages.warning(request, sentences.refusal(Refusal(REMOVED)))
