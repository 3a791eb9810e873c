"""The page that asks for the password again, before something is made that outlives the sign-in.

Who finds an open browser makes no token with it. The page stands at the address that was asked for and sends along what
was typed there, so that whoever proves who they are goes on where they were.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.access import proof, second_factor, second_step, sign_in_log
from tournaments.access.reader import Reader
from tournaments.views.access import keep_out_of_caches, signed_in_user
from tournaments.views.answers import REFUSED

OWN_FIELDS = "proof-"
PASSWORD, CODE, METHOD = (f"{OWN_FIELDS}{name}" for name in ("password", "code", "of"))
type Condition = Callable[[HttpRequest], bool]


def always(_request: HttpRequest) -> bool:
    return True


def is_post(request: HttpRequest) -> bool:
    return request.method == "POST"


def asks_proof[**Parameters, Answer](
    kind: str = "", when: Condition = always
) -> Callable[[Callable[Parameters, Answer]], Callable[Parameters, Answer]]:
    """Let a view act only for somebody whose last proof is fresh, and write what it made into the sign-in log.

    `kind` is that of the entry, "" where the view writes its own. `when` says which requests make something that lasts.
    A sign-in between its two steps has just been proved.
    """

    def wrap(view: Any) -> Any:
        @sensitive_post_parameters()
        @wraps(view)
        def answer(request: HttpRequest, *arguments: Any, **named: Any) -> Any:
            if not request.user.is_authenticated or not when(request):
                return view(request, *arguments, **named)
            if not proof.is_fresh(request):
                refused = take_proof(request, signed_in_user(request))
                if refused is not None:
                    return keep_out_of_caches(refused)
                if request.POST.get(METHOD, "POST") != "POST":
                    return redirect(request.get_full_path())
            outcome = view(request, *arguments, **named)
            if kind and getattr(outcome, "status_code", 200) < 400:
                event = next((each.event for each in arguments if isinstance(each, Reader)), None)
                sign_in_log.write_entry(kind, request, request.user, event=event)
            return outcome

        answer.asks_proof = True  # type: ignore[attr-defined]  # read by the tests
        return answer

    return wrap


def take_proof(request: HttpRequest, user: User) -> HttpResponse | None:
    """Return the page that asks for the proof; None where it was sent with the request."""
    if PASSWORD not in request.POST and CODE not in request.POST:
        return ask_proof(request, user)
    if second_step.is_locked(request, user):
        return render(request, "tournaments/accounts/signin_locked.html", status=429)
    if not is_proved(request, user):
        return ask_proof(request, user, _("That was wrong. Nothing has been done yet."))
    proof.note_proof(request)
    return None


def is_proved(request: HttpRequest, user: User) -> bool:
    """Check the password, or the code of the app; a wrong one counts like one at the sign-in."""
    if password := request.POST.get(PASSWORD):
        return authenticate(request, username=user.get_username(), password=password) == user
    if not sign_in_log.has_many_wrong_codes(user) and second_factor.accepts_code(user, request.POST.get(CODE, "")[:20]):
        return True
    second_step.record_wrong(request, user)
    return False


def ask_proof(request: HttpRequest, user: User, error: str = "") -> HttpResponse:
    """Show the page, with what was typed as hidden fields."""
    posted = [(name, value) for name, values in request.POST.lists() for value in values]
    context = {
        "posted": [each for each in posted if each[0] != "csrfmiddlewaretoken" and not each[0].startswith(OWN_FIELDS)],
        "method": request.POST.get(METHOD, request.method),
        "has_password": user.has_usable_password(),
        "has_app": second_factor.find_factors(user).has_app,
        "error": error,
    }
    return render(request, "tournaments/accounts/proof.html", context, status=REFUSED if error else 200)
