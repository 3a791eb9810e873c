"""The second factor of an account: passkeys, an authenticator app, recovery codes.

Who signs in and must have a second factor comes here before they are signed in; what they add is their second step.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from tournaments.access import passkeys, second_factor, second_step, sign_in_log
from tournaments.domain.choices import DoorKind
from tournaments.exports.qr import draw_qr_code
from tournaments.views.access import page_above, signed_in_user
from tournaments.views.accounts.proof import asks_proof
from tournaments.views.accounts.second_step import go_on, site_of
from tournaments.views.answers import REFUSED
from tournaments.views.posted import posted_key, posted_line

NEW_APP = "new_authenticator"  # in the session, until the app has shown its first code
type AccountView = Callable[[HttpRequest, User], HttpResponse]


def own_account(view: AccountView) -> Callable[..., HttpResponse]:
    """Give the view the account of a signed-in user, or of one who must set up a second factor to sign in."""

    @never_cache
    @sensitive_post_parameters()
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, signed_in_user(request))
        user = second_step.find_waiting(request)
        if user is None or second_factor.find_factors(user):
            return redirect_to_login(request.get_full_path())
        return view(request, user)

    return answer


def own_form(verb: AccountView) -> Callable[..., HttpResponse]:
    """Give one verb its address below the page; anything but a POST goes to the page."""

    @own_account
    @wraps(verb)
    def act(request: HttpRequest, user: User) -> HttpResponse:
        return verb(request, user) if request.method == "POST" else redirect(page_above(request))

    act.is_form = True  # type: ignore[attr-defined]  # read by the tests: such an address is no page
    return act


def adds_first(request: HttpRequest) -> bool:
    """Tell whether the account has no second factor yet; for each further one its form asks for the password."""
    return not second_factor.find_factors(signed_in_user(request))


@require_safe
@own_account
def second_factor_page(request: HttpRequest, user: User) -> HttpResponse:
    """Show what the account has, and what can be added."""
    return show_page(request, user)


def show_page(request: HttpRequest, user: User, error: str = "", **parts: Any) -> HttpResponse:
    factors = second_factor.find_factors(user)
    context = {
        "account": user,
        "factors": factors,
        "options": passkeys.offer_new(request.session, user, site_of(request)),
        "asks_password": bool(factors),
        "is_required": second_factor.is_required(user),
        "error": error,
    }
    status = REFUSED if error else 200
    return render(request, "tournaments/accounts/second_factor.html", context | parts, status=status)


def is_confirmed(request: HttpRequest, user: User) -> bool:
    """Tell whether the password was typed: who finds an open browser changes nothing. The first factor asks before."""
    if not second_factor.find_factors(user):
        return True
    typed = request.POST.get("password", "")
    return authenticate(request, username=user.get_username(), password=typed) == user


def show_wrong_password(request: HttpRequest, user: User) -> HttpResponse:
    return show_page(request, user, error=_("The password is wrong. Nothing has been changed."))


@sign_in_log.limit_guesses
@own_form
@asks_proof(when=adds_first)
def second_factor_passkey(request: HttpRequest, user: User) -> HttpResponse:
    """Add a passkey."""
    if not is_confirmed(request, user):
        return show_wrong_password(request, user)
    name = posted_line(request, "name", 60) or _("Passkey")
    if not passkeys.add_passkey(request.session, user, site_of(request), request.POST.get("passkey", ""), name):
        return show_page(request, user, error=_("The passkey could not be added. Try again."))
    return show_added(request, user)


@own_account
@asks_proof(when=adds_first)
def second_factor_app(request: HttpRequest, user: User) -> HttpResponse:
    """Show the QR code for an authenticator app; its first code proves that the app has it."""
    if request.method == "POST":
        return add_app(request, user)
    request.session[NEW_APP] = second_factor.new_secret()
    return show_app(request, user)


def add_app(request: HttpRequest, user: User) -> HttpResponse:
    secret = request.session.get(NEW_APP, "")
    if not secret:
        return redirect("second_factor_app")
    if sign_in_log.is_locked(request, user.get_username()):
        return render(request, "tournaments/accounts/signin_locked.html", status=429)
    if not is_confirmed(request, user):
        return show_app(request, user, _("The password is wrong. Nothing has been changed."))
    if not second_factor.add_app(user, secret, posted_line(request, "code", 20)):
        return show_app(request, user, _("This is not the code that the app shows now. Is the phone’s clock right?"))
    del request.session[NEW_APP]
    return show_added(request, user)


def show_app(request: HttpRequest, user: User, error: str = "") -> HttpResponse:
    secret = request.session[NEW_APP]
    address = second_factor.app_address(user, secret, passkeys.host_of(site_of(request)))
    context = {
        "account": user,
        "qr": draw_qr_code(address),
        "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
        "asks_password": bool(second_factor.find_factors(user)),
        "error": error,
    }
    status = REFUSED if error else 200
    return render(request, "tournaments/accounts/second_factor_app.html", context, status=status)


def show_added(request: HttpRequest, user: User) -> HttpResponse:
    """Log what was added, complete a sign-in that waited for it, and show the first recovery codes, once."""
    sign_in_log.write_entry(DoorKind.FACTOR_ADDED, request, user)
    messages.success(request, _("Added. From now on you are asked for it when you sign in."))
    codes = [] if second_factor.find_factors(user).codes else second_factor.make_codes(user)
    if not request.user.is_authenticated:
        go_on(request, user)
    request.session[second_factor.PROVED] = True
    return show_page(request, user, new_codes=codes)


@sign_in_log.limit_guesses
@own_form
def second_factor_codes(request: HttpRequest, user: User) -> HttpResponse:
    """Replace the recovery codes and show the new ones, once."""
    if not second_factor.find_factors(user):
        return redirect("second_factor")
    if not is_confirmed(request, user):
        return show_wrong_password(request, user)
    sign_in_log.write_entry(DoorKind.NEW_CODES, request, user)
    return show_page(request, user, new_codes=second_factor.make_codes(user))


@sign_in_log.limit_guesses
@own_form
def second_factor_remove(request: HttpRequest, user: User) -> HttpResponse:
    """Remove one passkey or the app; with the last one the recovery codes go."""
    if not is_confirmed(request, user):
        return show_wrong_password(request, user)
    factors = second_factor.find_factors(user)
    if second_factor.is_required(user) and len(factors.passkeys) + factors.has_app < 2:
        error = _("This site requires a second factor of its admins: add another one first.")
        return show_page(request, user, error)
    if second_factor.remove(user, posted_key(request, "remove")):
        sign_in_log.write_entry(DoorKind.FACTOR_REMOVED, request, user)
        messages.success(request, _("Removed."))
    return redirect("second_factor")
