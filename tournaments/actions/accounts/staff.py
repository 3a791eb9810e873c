"""Who works at an event: invited by a link, given another role, let go. An event always keeps an owner."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import accounts, policy, tokens
from tournaments.access.invitations import is_within, open_invitations
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.choices import TokenKind
from tournaments.domain.log_actions import LogAction
from tournaments.domain.roles import Role
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
    gettext_noop("{name} has rights elsewhere that you do not have: ask the site's admin for the sign-in link."),
)


def invite_member(event: Event, role: str, days: int, by: Actor, *, once: bool = True) -> str:
    """Make an invitation and return the text of its link, which is nowhere else. Raise Refusal."""
    require_owner(event, by)
    if role not in Role.values:
        raise Refusal(NO_ROLE, field="role", role=role)
    if not 1 <= days <= LONGEST_DAYS:
        raise Refusal(NO_DAYS, field="days", limit=LONGEST_DAYS)
    if role == Role.OWNER and not once:
        raise Refusal(OWNER_ONCE, field="once")
    with writing(event) as event:
        if open_invitations(event).count() >= MOST_OPEN:
            raise Refusal(TOO_MANY, field="role", limit=MOST_OPEN)
        text = tokens.issue(event, TokenKind.INVITATION, valid=timedelta(days=days), by=by.user, role=role, once=once)
        record(event, by, LogAction.INVITE, after={"role": role, "days": days, "once": once})
        return text


def withdraw_invitation(event: Event, number: int, by: Actor) -> None:
    """Close an invitation; one that is closed already stays so."""
    require_owner(event, by)
    with writing(event) as event:
        token = Token.objects.filter(event=event, kind=TokenKind.INVITATION, pk=number).first()
        if token and tokens.revoke(token, by.user):
            record(event, by, LogAction.INVITATION_WITHDRAWN, before={"role": token.payload["role"]})


def close_invitations_of(event: Event, member: Membership) -> None:
    """Close what an owner has sent who is to be none any more: it would be his way back."""
    for token in open_invitations(event).filter(created_by=member.user):
        tokens.revoke(token)


def accept_invitation(text: str, user: Any, address: str | None) -> Membership:
    """Give a user the role of an invitation. Raise Refusal for one that is closed, and for members."""
    token = tokens.find(text, TokenKind.INVITATION)
    if token is None:
        raise Refusal(CLOSED)
    with writing(token.event) as event:
        if event.memberships.filter(user=user).exists():
            raise Refusal(MEMBER)
        if not policy.may(token.created_by, event, policy.OWN):
            raise Refusal(CLOSED)  # whoever invited owns the event no more, or has no account any more
        is_open = tokens.use_up(token) if token.payload["once"] else tokens.valid_tokens().filter(pk=token.pk).exists()
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
    """Take a role away; the account stays. Raise Refusal for the last owner."""
    require_owner(event, by)
    with writing(event) as event:
        member = find_member(event, user)
        check_owner_left(event, member)
        close_invitations_of(event, member)
        member.delete()
        record(event, by, LogAction.MEMBER_REMOVED, before={"user": user, "role": member.role})


def create_sign_in_link(event: Event, user: int, by: Actor) -> str:
    """Return a new one-time sign-in link for a member who lost a password; logged.

    Whoever gives a link could use it. So it is given only where the member may do nothing that the giver may not: no
    role in an event that the giver does not own, and no right on the whole site. Raise Refusal.
    """
    require_owner(event, by)
    with writing(event, moved=True) as event:
        member = find_member(event, user)
        if not is_within(member.user, by.user):
            raise Refusal(NOT_YOURS, field="user", name=member.user.get_username())
        record(event, by, LogAction.LINK, after={"user": user})
        return accounts.create_link(member.user)


def find_member(event: Event, user: int) -> Membership:
    found = event.memberships.select_related("user").filter(user=user).first()
    if found is None:
        raise Refusal(NO_MEMBER, field="user")
    return found


def check_owner_left(event: Event, member: Membership) -> None:
    """Refuse to let the last owner go who can still sign in."""
    others = event.memberships.filter(role=Role.OWNER, user__is_active=True).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise Refusal(LAST_OWNER, field="role")


def accept_as_new_user(text: str, name: str, password: str, address: str | None) -> Membership:
    """Make an account and give it the role of an invitation; without the role there is no account."""
    with transaction.atomic():
        user = get_user_model().objects.create_user(name, password=password)
        return accept_invitation(text, user, address)
