"""Manage the staff of an event: invite, change roles, remove. An event always keeps an owner."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import accounts, policy, tokens
from tournaments.access.invitations import find_open_invitations, has_no_further_rights
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TokenKind
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Membership, Token

LONGEST_DAYS = 30
MOST_OPEN = 50  # invitations of one event at a time

LAST_OWNER = sentence("people-last-owner", gettext_noop("An event needs an owner: name another one first."))
NO_ROLE = sentence("people-role", gettext_noop("“{role}” is not a role."))
NO_MEMBER = sentence("people-unknown", gettext_noop("This person no longer has a role in the event."))
NO_DAYS = sentence("invitation-days", gettext_noop("An invitation is valid for 1 to {limit} days."))
TOO_MANY = sentence("invitation-many", gettext_noop("There are already {limit} open invitations: withdraw one first."))
OWNER_ONCE = sentence("invitation-owner", gettext_noop("An invitation as owner is for one person only."))
CLOSED = sentence("invitation-closed", gettext_noop("This invitation is no longer open: ask for a new one."))
MEMBER = sentence("invitation-member", gettext_noop("You already have a role in this event."))
NOT_YOURS = sentence(
    "link-not-yours",
    gettext_noop("{name} has rights elsewhere that you do not have: ask the site’s admin for the sign-in link."),
)


def invite_member(event: Event, role: str, days: int, by: Actor, *, once: bool = True) -> str:
    """Create an invitation and return the text of its link, which is stored nowhere. Raise Refusal."""
    require_owner(event, by)
    if role not in Role.values:
        raise Refusal(NO_ROLE, field="role", role=role)
    if not 1 <= days <= LONGEST_DAYS:
        raise Refusal(NO_DAYS, field="days", limit=LONGEST_DAYS)
    if role == Role.OWNER and not once:
        raise Refusal(OWNER_ONCE, field="once")
    with writing(event) as event:
        if find_open_invitations(event).count() >= MOST_OPEN:
            raise Refusal(TOO_MANY, field="role", limit=MOST_OPEN)
        text = tokens.issue_token(
            event, TokenKind.INVITATION, valid=timedelta(days=days), by=by.user, role=role, once=once
        )
        record(event, by, LogAction.INVITE, after={"role": role, "days": days, "once": once})
        return text


def withdraw_invitation(event: Event, number: int, by: Actor) -> None:
    """Withdraw an invitation; one that is already closed stays closed."""
    require_owner(event, by)
    with writing(event) as event:
        token = Token.objects.filter(event=event, kind=TokenKind.INVITATION, pk=number).first()
        if token and tokens.revoke_token(token):
            record(event, by, LogAction.INVITATION_WITHDRAWN, before={"role": token.payload["role"]})


def close_invitations_of(event: Event, member: Membership) -> None:
    """Close the invitations of an owner who loses that role, so that they can't use one to return."""
    for token in find_open_invitations(event).filter(created_by=member.user):
        tokens.revoke_token(token)


def accept_invitation(text: str, user: Any, address: str | None) -> Membership:
    """Give a user the role of an invitation. Raise Refusal for one that is closed, and for members."""
    token = tokens.find_token(text, TokenKind.INVITATION)
    if token is None:
        raise Refusal(CLOSED)
    with writing(token.event) as event:
        if event.memberships.filter(user=user).exists():
            raise Refusal(MEMBER)
        if not policy.may(token.created_by, event, policy.OWN):
            raise Refusal(CLOSED)  # the person who invited no longer owns the event, or has no account
        still_valid = tokens.valid_tokens().filter(pk=token.pk)
        is_open = tokens.use_token(token) if token.payload["once"] else still_valid.exists()
        if not is_open:
            raise Refusal(CLOSED)
        role = token.payload["role"]
        membership = Membership.objects.create(event=event, user=user, role=role)
        invited_by = {"user": user.pk, "role": role, "invited_by": token.created_by_id}
        record(event, Actor(user, role, address), LogAction.JOIN, after=invited_by)
        return membership


def change_role(event: Event, user: int, role: str, by: Actor) -> None:
    """Give a member another role; the same writes nothing. Raise Refusal for the last owner."""
    require_owner(event, by)
    if role not in Role.values:
        raise Refusal(NO_ROLE, field="role", role=role)
    with writing(event) as event:
        member = find_member(event, user)
        if member.role == role:
            return
        if role != Role.OWNER:
            check_owner_left(event, member)
            close_invitations_of(event, member)
        before, member.role = member.role, role
        member.save(update_fields=["role"])
        record(event, by, LogAction.ROLE, before={"user": user, "role": before}, after={"user": user, "role": role})


def remove_member(event: Event, user: int, by: Actor) -> None:
    """Remove a member from the staff; the account stays. Raise Refusal for the last owner."""
    require_owner(event, by)
    with writing(event) as event:
        member = find_member(event, user)
        check_owner_left(event, member)
        close_invitations_of(event, member)
        member.delete()
        record(event, by, LogAction.MEMBER_REMOVED, before={"user": user, "role": member.role})


def create_sign_in_link(event: Event, user: int, by: Actor) -> str:
    """Create a one-time sign-in link for a member who has lost their password; it is logged. Raise Refusal.

    Whoever creates a link could use it. So the member must have no rights that the owner lacks: no role in an event
    that the owner does not own, and no right on the whole site.
    """
    require_owner(event, by)
    with writing(event) as event:
        member = find_member(event, user)
        if not has_no_further_rights(member.user, by.user):
            raise Refusal(NOT_YOURS, field="user", name=member.user.get_username())
        record(event, by, LogAction.LINK, after={"user": user})
        return str(accounts.create_link(member.user))


def find_member(event: Event, user: int) -> Membership:
    found = event.memberships.select_related("user").filter(user=user).first()
    if found is None:
        raise Refusal(NO_MEMBER, field="user")
    return found


def check_owner_left(event: Event, member: Membership) -> None:
    """Refuse to remove the last owner who can still sign in."""
    others = event.memberships.filter(role=Role.OWNER, user__is_active=True).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise Refusal(LAST_OWNER, field="role")


def accept_as_new_user(text: str, name: str, password: str, address: str | None) -> Membership:
    """Create an account with the role of an invitation; where the role is refused, there is no account either."""
    with transaction.atomic():
        user = get_user_model().objects.create_user(name, password=password)
        return accept_invitation(text, user, address)
