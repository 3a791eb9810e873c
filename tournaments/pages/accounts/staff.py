"""The staff of an event for its owner: members with their roles, and open invitations."""

import datetime
from typing import Any, NamedTuple

from django.db.models import Max

from tournaments.access.invitations import find_open_invitations, has_no_further_rights
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Membership, Token
from tournaments.wording import dates


class Member(NamedTuple):
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
    members: tuple[Member, ...]
    invitations: tuple[Invitation, ...]


ORDER = {role.value: place for place, role in enumerate(Role)}


def staff_view(event: Event, owner: Any) -> StaffView:
    """Return members by role and name, and open invitations."""
    members = event.memberships.select_related("user").annotate(seen=Max("user__signins__seen_at"))
    ordered = sorted(members, key=lambda each: (ORDER[each.role], each.user.get_username().casefold()))
    invitations = find_open_invitations(event).select_related("created_by")
    return StaffView(
        tuple(build_member(event, each, owner) for each in ordered),
        tuple(build_invitation(event, each) for each in invitations),
    )


def build_member(event: Event, each: Membership, owner: Any) -> Member:
    seen: datetime.datetime | None = each.seen  # type: ignore[attr-defined]  # annotated
    return Member(
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
