"""The page of the site's accounts, for its admins."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy, sign_in_log
from tournaments.actions.accounts.users import (
    create_user_link,
    deactivate_user,
    invite_user,
    reactivate_user,
    reset_second_factor,
    set_creator,
)
from tournaments.domain.choices import DoorKind
from tournaments.pages.accounts.users import list_accounts
from tournaments.pages.list_parts import paginate
from tournaments.views.access import actor, site_form, site_page
from tournaments.views.accounts.proof import asks_proof
from tournaments.views.accounts.staff import secret_address
from tournaments.views.answers import REFUSED
from tournaments.views.posted import posted_key
from tournaments.views.query_parameters import query_page
from tournaments.wording import sentences


@require_safe
@never_cache
@site_page(policy.OWN)
def users(request: HttpRequest) -> HttpResponse:
    """List the accounts."""
    return show_users(request)


def show_users(request: HttpRequest, error: str = "", **parts: object) -> HttpResponse:
    """Render the page; a new link is shown this once."""
    accounts = list_accounts(request.user)
    part = paginate(accounts, lambda account: account.name, *query_page(request))
    context: dict[str, object] = {"accounts": part.rows if part else accounts, "part": part, "kept": {}, "error": error}
    status = REFUSED if error else 200
    return render(request, "tournaments/accounts/users.html", context | parts, status=status)


def users_form(verb: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Give one verb its address below the page, which says why where it is refused."""

    @never_cache
    @site_form(policy.OWN)
    @wraps(verb)
    def act(request: HttpRequest) -> HttpResponse:
        try:
            return verb(request)
        except Refusal as refusal:
            return show_users(request, sentences.refusal(refusal))

    return act


@users_form
@asks_proof(DoorKind.LINK_GIVEN)
def users_invite(request: HttpRequest) -> HttpResponse:
    """Create an account, and show the link that opens it."""
    user, token = invite_user(request.POST.get("name", ""), "creator" in request.POST, actor(request))
    return show_link(request, user, token)


@users_form
@asks_proof(DoorKind.LINK_GIVEN)
def users_link(request: HttpRequest) -> HttpResponse:
    """Make a sign-in link, and show it."""
    return show_link(request, *create_user_link(posted_key(request, "user") or 0, actor(request)))


def show_link(request: HttpRequest, user: User, token: str) -> HttpResponse:
    sign_in_log.write_entry(DoorKind.LINK_MADE, request, user)
    return show_users(request, link=secret_address(request, "signin_link", token), of=user.username)


@users_form
@asks_proof()
def users_reset_factor(request: HttpRequest) -> HttpResponse:
    """Remove a lost second factor."""
    user = reset_second_factor(posted_key(request, "user") or 0, actor(request))
    sign_in_log.write_entry(DoorKind.FACTOR_RESET, request, user)
    sentence = _("%(name)s signs in without a second factor until they add one.")
    messages.success(request, sentence % {"name": user.username})
    return redirect("users")


@users_form
def users_deactivate(request: HttpRequest) -> HttpResponse:
    """Close an account."""
    user = deactivate_user(posted_key(request, "user") or 0, actor(request))
    sign_in_log.write_entry(DoorKind.DEACTIVATED, request, user)
    messages.success(request, _("%(name)s can no longer sign in.") % {"name": user.username})
    return redirect("users")


@users_form
def users_reactivate(request: HttpRequest) -> HttpResponse:
    """Open an account again."""
    user = reactivate_user(posted_key(request, "user") or 0, actor(request))
    sign_in_log.write_entry(DoorKind.REACTIVATED, request, user)
    messages.success(request, _("%(name)s can sign in again.") % {"name": user.username})
    return redirect("users")


@users_form
def users_creator(request: HttpRequest) -> HttpResponse:
    """Say whether a user may make events."""
    user = set_creator(posted_key(request, "user") or 0, request.POST.get("creator") == "yes", actor(request))
    sign_in_log.write_entry(DoorKind.RIGHTS, request, user)
    messages.success(request, _("The rights of %(name)s have been changed.") % {"name": user.username})
    return redirect("users")
