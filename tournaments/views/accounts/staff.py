"""The staff of an event: its members and open invitations."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tiebreaks.refusal import Refusal
from tournaments.actions.accounts import staff as staff_actions
from tournaments.actions.accounts.staff import (
    create_sign_in_link,
    invite_member,
    remove_member,
    withdraw_invitation,
)
from tournaments.domain.roles import Role
from tournaments.forms.entry import read_number
from tournaments.operation import server_addresses
from tournaments.pages.accounts.staff import people_view
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences


@never_cache
@staff_page("own")
def staff(request, event):
    """Show members and open invitations; POST does what its button says. A new link is shown once."""
    if request.method != "POST":
        return page(request, event)
    verb = VERBS.get(request.POST.get("do"), change_role)
    try:
        shown = verb(request, event, actor(request, event), read_number(request.POST.get("user", "")) or 0)
    except Refusal as refusal:
        return page(request, event, error=sentences.refusal(refusal))
    return page(request, event, **shown) if shown else redirect("staff", event.slug)


def page(request, event, error="", **shown):
    context = {"event": event, "view": people_view(event, request.user), "roles": Role.choices, "error": error}
    return render(request, "tournaments/accounts/staff.html", context | shown, status=REFUSED if error else 200)


def invite(request, event, by, _user):
    role, days = request.POST.get("role", ""), read_number(request.POST.get("days", "")) or 0
    once = request.POST.get("once") != "many"
    text = invite_member(event, role, days, by, once=once)
    return {"invitation": whole(request, "join", text), "invited": Role(role).label, "days": days, "once": once}


def withdraw(request, event, by, _user):
    withdraw_invitation(event, read_number(request.POST.get("invitation", "")) or 0, by)
    messages.success(request, _("The invitation is withdrawn: its link opens nothing any more."))


def change_role(request, event, by, user):
    staff_actions.change_role(event, user, request.POST.get("role", ""), by)
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
