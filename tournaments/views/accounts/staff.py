"""The staff of an event: its members and open invitations."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy, sign_in_log
from tournaments.access.reader import Reader
from tournaments.actions.accounts.staff import (
    change_role,
    create_sign_in_link,
    invite_member,
    remove_member,
    withdraw_invitation,
)
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import DoorKind
from tournaments.operation import server_addresses
from tournaments.pages.accounts.staff import staff_view
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.accounts.proof import asks_proof
from tournaments.views.answers import REFUSED, render_event
from tournaments.views.posted import posted_key, posted_number
from tournaments.wording import sentences


@require_safe
@never_cache
@staff_page(policy.SET_UP)
def staff(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show members and open invitations."""
    return show_staff(request, reader)


def show_staff(request: HttpRequest, reader: Reader, error: str = "", **parts: object) -> HttpResponse:
    """Render the page; a new link is shown this once."""
    context = {"view": staff_view(reader.event, request.user), "roles": Role.choices, "error": error}
    return render_event(
        request, reader, "tournaments/accounts/staff.html", context | parts, status=REFUSED if error else 200
    )


def refused(request: HttpRequest, reader: Reader, refusal: Refusal) -> HttpResponse:
    return show_staff(request, reader, sentences.refusal(refusal))


def gives_power(request: HttpRequest) -> bool:
    """Tell whether a form gives a role that can give roles, or everything but that."""
    return request.POST.get("role") in (Role.OWNER, Role.CHIEF_ARBITER)


@never_cache
@staff_form(policy.SET_UP, refused=refused)
@asks_proof(DoorKind.LEADER, when=gives_power)
def staff_invite(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Make an invitation, and show its link."""
    role, days = request.POST.get("role", ""), posted_number(request, "days") or 0
    once = request.POST.get("once") != "many"
    token = invite_member(reader.event, role, days, actor(request, reader), once=once)
    link, label = secret_address(request, "join", token), Role(role).label
    return show_staff(request, reader, invitation=link, invited=label, days=days, once=once)


@staff_form(policy.SET_UP, refused=refused)
def staff_withdraw(request: HttpRequest, reader: Reader) -> str:
    """Withdraw an invitation."""
    withdraw_invitation(reader.event, posted_key(request, "invitation") or 0, actor(request, reader))
    return _("The invitation has been withdrawn. Its link no longer works.")


@staff_form(policy.SET_UP, refused=refused)
@asks_proof(DoorKind.LEADER, when=gives_power)
def staff_role(request: HttpRequest, reader: Reader) -> str:
    """Give a member another role."""
    change_role(reader.event, posted_key(request, "user") or 0, request.POST.get("role", ""), actor(request, reader))
    return _("The role has been changed.")


@staff_form(policy.SET_UP, refused=refused)
def staff_remove(request: HttpRequest, reader: Reader) -> str:
    """Remove a member; the account stays."""
    remove_member(reader.event, posted_key(request, "user") or 0, actor(request, reader))
    return _("The role has been removed. The account stays.")


@never_cache
@staff_form(policy.SET_UP, refused=refused)
@asks_proof(DoorKind.LINK_GIVEN)
def staff_link(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Make a sign-in link for a member, and show it."""
    number = posted_key(request, "user") or 0
    token = create_sign_in_link(reader.event, number, actor(request, reader))
    member = reader.event.memberships.select_related("user").get(user=number)
    sign_in_log.write_entry(DoorKind.LINK_MADE, request, member.user)
    return show_staff(request, reader, link=secret_address(request, "signin_link", token))


def secret_address(request: HttpRequest, name: str, token: str) -> str:
    """Return a secret address in full, with the site's name as others reach it."""
    path = reverse(name, args=[token])
    site = server_addresses.visitors_site(request)
    return site + path if site else request.build_absolute_uri(path)
