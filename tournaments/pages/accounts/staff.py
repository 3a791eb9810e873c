"""The staff of an event for its owner: members with their roles, and open invitations."""

import datetime
from typing import Any, NamedTuple

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.access.invitations import find_open_invitations, has_no_further_rights
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Membership, Token
from tournaments.wording import dates


class StaffMember(NamedTuple):
    """A member. `may_get_link` says whether this owner may give them a new sign-in link."""

    user: int
    name: str
    role: str
    role_name: str
    seen: str
    is_self: bool
    is_active: bool
    may_get_link: bool


class Invitation(NamedTuple):
    number: int
    role_name: str
    once: bool
    by: str
    until: str


class StaffView(NamedTuple):
    """The staff; `rights` says in words what each role may do."""

    rights: list[tuple[str, str]]
    members: tuple[StaffMember, ...]
    invitations: tuple[Invitation, ...]


RIGHTS: dict[Role, Promise] = {
    Role.OWNER: _("everything: staff, settings, tie-breaks, erasing the event"),
    Role.CHIEF_ARBITER: _("pairings, players, results of every round, penalties, withholding and closing rounds"),
    Role.ARBITER: _("results of this round and the one before, penalties, check-in"),
    Role.ENTRY: _("results of this round and the one before, nothing else"),
    Role.CHECKIN: _("check-in before the first round, nothing else"),
    Role.DISPLAY: _("sees an event that is not public, changes nothing"),
}
ORDER = {role.value: place for place, role in enumerate(Role)}


def staff_view(event: Event, owner: Any) -> StaffView:
    """Return members by role and name, and open invitations."""
    members = event.memberships.select_related("user").annotate(seen=Max("user__signins__seen_at"))
    ordered = sorted(members, key=lambda each: (ORDER[each.role], each.user.get_username().casefold()))
    invitations = find_open_invitations(event).select_related("created_by")
    return StaffView(
        [(str(role.label), str(rights)) for role, rights in RIGHTS.items()],
        tuple(build_member(event, each, owner) for each in ordered),
        tuple(build_invitation(event, each) for each in invitations),
    )


def build_member(event: Event, each: Membership, owner: Any) -> StaffMember:
    seen: datetime.datetime | None = each.seen  # type: ignore[attr-defined]  # annotated
    return StaffMember(
        user=each.user.pk,
        name=each.user.get_username(),
        role=each.role,
        role_name=each.get_role_display(),
        seen=dates.write_moment(event, seen) if seen else "",
        is_self=each.user == owner,
        is_active=each.user.is_active,
        may_get_link=each.user != owner and has_no_further_rights(each.user, owner),
    )


def build_invitation(event: Event, token: Token) -> Invitation:
    by = token.created_by.get_username() if token.created_by else ""
    until = dates.write_moment(event, token.expires_at)
    return Invitation(token.pk, str(Role(token.payload["role"]).label), token.payload["once"], by, until)
