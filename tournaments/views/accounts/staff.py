"""Who works at an event: members and invitations; the invitee's page; the signed-in browsers of an account."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.db import IntegrityError
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tiebreaks.refusal import Refusal
from tournaments.access import sessions, sign_in_log, tokens
from tournaments.actions.accounts import staff
from tournaments.actions.accounts.staff import (
    accept_as_new_user,
    accept_invitation,
    create_sign_in_link,
    invite_member,
    remove_member,
    withdraw_invitation,
)
from tournaments.domain.choices import DoorKind, TokenKind
from tournaments.domain.roles import Role
from tournaments.forms.entry import read_number
from tournaments.models import SignIn
from tournaments.operation import server_addresses
from tournaments.pages.accounts.staff import people_view
from tournaments.views.access import actor, staff_page
from tournaments.views.accounts.signin import PASSWORDS
from tournaments.wording import sentences

REFUSED = 422


@never_cache
@staff_page("own")
def people(request, event):
    """Show members and open invitations; POST does what its button says. A new link is shown once."""
    if request.method != "POST":
        return page(request, event)
    verb = VERBS.get(request.POST.get("do"), change_role)
    try:
        shown = verb(request, event, actor(request, event), read_number(request.POST.get("user", "")) or 0)
    except Refusal as refusal:
        return page(request, event, error=sentences.refusal(refusal))
    return page(request, event, **shown) if shown else redirect("people", event.slug)


def page(request, event, error="", **shown):
    context = {"event": event, "view": people_view(event, request.user), "roles": Role.choices, "error": error}
    return render(request, "tournaments/accounts/people.html", context | shown, status=REFUSED if error else 200)


def invite(request, event, by, _user):
    role, days = request.POST.get("role", ""), read_number(request.POST.get("days", "")) or 0
    once = request.POST.get("once") != "many"
    text = invite_member(event, role, days, by, once=once)
    return {"invitation": whole(request, "join", text), "invited": Role(role).label, "days": days, "once": once}


def withdraw(request, event, by, _user):
    withdraw_invitation(event, read_number(request.POST.get("invitation", "")) or 0, by)
    messages.success(request, _("The invitation is withdrawn: its link opens nothing any more."))


def change_role(request, event, by, user):
    staff.change_role(event, user, request.POST.get("role", ""), by)
    messages.success(request, _("The role is changed."))


def remove(request, event, by, user):
    remove_member(event, user, by)
    messages.success(request, _("The role is taken away. The account stays."))


def give_link(request, event, by, user):
    return {"link": whole(request, "signin_link", create_sign_in_link(event, user, by))}


VERBS = {"invite": invite, "withdraw": withdraw, "role": change_role, "remove": remove, "link": give_link}


def whole(request, name, token):
    """Return a secret address with the site's own, as others reach it."""
    path = reverse(name, args=[token])
    site = server_addresses.visitors_site(request)
    return site + path if site else request.build_absolute_uri(path)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_log.limited
def join(request, token):
    """Show an invitation; its POST accepts it, with the own account or with a new one."""
    found = tokens.find(token, TokenKind.INVITATION)
    if found is None:
        if request.method == "POST":
            sign_in_log.note(DoorKind.REFUSED, request, name="invitation")
        return render(request, "tournaments/accounts/join.html", {"closed": True}, status=410)
    posted = request.method == "POST" and not request.user.is_authenticated
    form = UserCreationForm(request.POST if posted else None, label_suffix="")
    context = {"invitation": found, "role": Role(found.payload["role"]).label, "form": form, "host": found.event}
    try:
        if request.method == "POST" and (request.user.is_authenticated or form.is_valid()):
            return accept(request, token, form)
    except Refusal as refusal:
        return render(
            request, "tournaments/accounts/join.html", context | {"error": sentences.refusal(refusal)}, status=REFUSED
        )
    return render(request, "tournaments/accounts/join.html", context, status=REFUSED if form.is_bound else 200)


def accept(request, token, form):
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
    return redirect("standings", event.slug)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def browsers(request):
    """List the browsers in which one is signed in; POST ends another one, or all others."""
    if request.method == "POST":
        number = read_number(request.POST.get("browser", ""))
        ended = sessions.end_others(request, request.user, number)
        messages.success(request, _("Ended: %(number)d.") % {"number": ended})
        return redirect("browsers")
    known = SignIn.objects.filter(user=request.user)[:100]
    context = {"browsers": known, "own": request.session.session_key}
    return render(request, "tournaments/accounts/browsers.html", context)
