"""The second step of the sign-in: a passkey, the code of an app, or a recovery code."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.access import passkeys, second_factor, second_step, sign_in_log
from tournaments.domain.choices import DoorKind
from tournaments.views.answers import REFUSED


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def signin_second(request: HttpRequest) -> HttpResponse:
    """Ask who waits here for the second proof; who has none yet, and must, is led to the page where it is set up."""
    user = second_step.find_waiting(request)
    if user is None:
        return redirect("signin")
    factors = second_factor.find_factors(user)
    if not factors:
        return redirect("second_factor")
    if request.method != "POST":
        return show_step(request, user, factors)
    if second_step.is_locked(request, user):
        return render(request, "tournaments/accounts/signin_locked.html", status=429)
    if not is_proved(request, user):
        second_step.record_wrong(request, user)
        return show_step(request, user, factors, error=_("That was wrong. Try again."))
    return go_on(request, user)


def show_step(request: HttpRequest, user: User, factors: second_factor.Factors, error: str = "") -> HttpResponse:
    options = passkeys.offer_known(request.session, user, site_of(request)) if factors.passkeys else ""
    context = {"account": user, "factors": factors, "options": options, "error": error}
    return render(request, "tournaments/accounts/second_step.html", context, status=REFUSED if error else 200)


def is_proved(request: HttpRequest, user: User) -> bool:
    """Check what was sent: a passkey, or a code of either kind."""
    if answer := request.POST.get("passkey"):
        return passkeys.accepts_passkey(request.session, user, site_of(request), answer)
    if sign_in_log.has_many_wrong_codes(user):
        return False
    if code := request.POST.get("recovery", "")[:100]:
        return uses_recovery_code(request, user, code)
    return second_factor.accepts_code(user, request.POST.get("code", "")[:20])


def uses_recovery_code(request: HttpRequest, user: User, code: str) -> bool:
    if not second_factor.use_code(user, code):
        return False
    sign_in_log.write_entry(DoorKind.RECOVERY, request, user)
    left = second_factor.find_factors(user).codes
    sentence = ngettext("%(number)d recovery code is left.", "%(number)d recovery codes are left.", left)
    messages.warning(request, sentence % {"number": left})
    return True


def go_on(request: HttpRequest, user: User) -> HttpResponse:
    """Sign in and go where the user wanted to; who has no password yet chooses one."""
    then = second_step.complete(request, user)
    return redirect(then or ("events" if user.has_usable_password() else "password"))


def site_of(request: HttpRequest) -> str:
    """Return the address in the browser's address bar, which a passkey is bound to."""
    return str(settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}")
