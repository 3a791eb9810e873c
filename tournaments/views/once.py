"""Once: a form that is sent again, as by a double click, goes where it went the first time and writes nothing.

Its CSRF token, which is another one on every page, and what was filled in say which form it was.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase, HttpResponseRedirectBase
from django.shortcuts import redirect

from tournaments.actions.kept_answers import find_or_begin, keep_answer
from tournaments.views.access import signed_in_user

AGAIN = timedelta(minutes=1)


def once(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let a view whose write is short answer each form once; a page that is only asked for is shown as always."""

    @wraps(view)
    def answer(request: HttpRequest, *arguments: object, **rest: object) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *arguments, **rest)
        return answer_once(request, partial(view, request, *arguments, **rest))

    return answer


def answer_once[Answer: HttpResponseBase](
    request: HttpRequest, act: Callable[[], Answer]
) -> Answer | HttpResponseRedirect:
    """Act in one transaction, unless the same form has led somewhere in the last minute: then go there."""
    key = find_key(request)
    with transaction.atomic():
        if key is None:
            return act()
        kept = find_or_begin(signed_in_user(request), key, within=AGAIN)
        if kept.status:
            return redirect(str(kept.answer))
        given = act()
        if isinstance(given, HttpResponseRedirectBase):
            keep_answer(kept, given.status_code, given.url)
        else:
            kept.delete()
        return given


def find_key(request: HttpRequest) -> UUID | None:
    """Return the number of a form, None where nobody is signed in or a script has sent it without its token."""
    if not request.user.is_authenticated or "csrfmiddlewaretoken" not in request.POST:
        return None
    files = [(name, file.name, file.size) for name, sent in request.FILES.lists() for file in sent]
    return uuid5(NAMESPACE_URL, json.dumps([request.get_full_path(), sorted(request.POST.lists()), files]))
