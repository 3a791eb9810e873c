"""An invitation: shown, and accepted with one's own account or with a new one."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tiebreaks.refusal import Refusal
from tournaments.access import sign_in_log, tokens
from tournaments.access.second_step import PASSWORDS
from tournaments.actions.accounts.staff import (
    accept_as_new_user,
    accept_invitation,
)
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import DoorKind, TokenKind
from tournaments.forms.passwords import shorten_rules
from tournaments.views.answers import GONE, REFUSED
from tournaments.wording import sentences


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_log.limit_guesses
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation; its POST accepts it, with one's own account or with a new one."""
    invitation = tokens.find_token(token, TokenKind.INVITATION)
    if invitation is None:
        if request.method == "POST":
            sign_in_log.write_entry(DoorKind.REFUSED, request, name="invitation")
        return render(request, "tournaments/accounts/join.html", {"closed": True}, status=GONE)
    posted = request.method == "POST" and not request.user.is_authenticated
    form: UserCreationForm[User] = UserCreationForm(request.POST if posted else None, label_suffix="")
    shorten_rules(form)
    context = {
        "invitation": invitation,
        "role": Role(invitation.payload["role"]).label,
        "form": form,
        "host": invitation.event,
    }
    try:
        if request.method == "POST" and (request.user.is_authenticated or form.is_valid()):
            return accept_and_sign_in(request, token, form)
    except Refusal as refusal:
        return render(
            request, "tournaments/accounts/join.html", context | {"error": sentences.refusal(refusal)}, status=REFUSED
        )
    return render(request, "tournaments/accounts/join.html", context, status=REFUSED if form.is_bound else 200)


def accept_and_sign_in(request: HttpRequest, token: str, form: "UserCreationForm[User]") -> HttpResponse:
    """Take the role; a new account is kept only together with it."""
    address = request.META.get("REMOTE_ADDR")
    if request.user.is_authenticated:
        membership = accept_invitation(token, request.user, address)
    else:
        try:
            data = form.cleaned_data
            membership = accept_as_new_user(token, data["username"], data["password1"], address)
        except IntegrityError:
            return redirect("join", token)  # somebody took the name at the same moment
        login(request, membership.user, backend=PASSWORDS)
    event = membership.event
    role = membership.get_role_display()
    messages.success(request, _("Welcome. Your role in %(event)s: %(role)s.") % {"event": event.name, "role": role})
    if membership.role == Role.CHECKIN:
        return redirect("checkin", event.slug)
    may_only_enter = membership.role == Role.ENTRY and event.rounds.exists()
    return redirect("desk" if may_only_enter else "standings", event.slug)
