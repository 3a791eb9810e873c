"""Manage the accounts of the site: invite, deactivate, reactivate, let make events. No account is ever deleted."""

from django.contrib.auth.models import Permission, User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import accounts, policy, second_factor, sessions
from tournaments.access.invitations import has_no_further_rights
from tournaments.actions.writing import Actor
from tournaments.operation.waking import wake_for_access

NAME = sentence(
    "user-name",
    gettext_noop(
        "“{name}” can’t be a user name, or somebody has it already. Letters, digits and @ . + - _ are allowed."
    ),
)
NO_USER = sentence("user-unknown", gettext_noop("This account does not exist."))
YOURSELF = sentence("user-yourself", gettext_noop("You can’t deactivate your own account: ask another admin."))
OWN_FACTOR = sentence(
    "user-own-factor", gettext_noop("You can’t reset your own second factor here: ask another admin.")
)
NO_LINK = sentence(
    "user-no-link", gettext_noop("There is no link for {name}: the account is deactivated, or is another admin’s.")
)


def invite_user(name: str, may_create: bool, by: Actor) -> tuple[User, str]:
    """Create an account that only a sign-in link opens, and return it with the link's token. Raise Refusal."""
    require_site_admin(by)
    user = User(username=name.strip())
    user.set_unusable_password()
    with transaction.atomic():
        try:
            user.full_clean()
        except ValidationError:
            raise Refusal(NAME, field="name", name=user.username[:40]) from None
        user.save()
        store_creator(user, may_create)
        return user, accounts.create_link(user)


def deactivate_user(number: int, by: Actor) -> User:
    """Close an account: its browsers and open links end now, its name stays wherever it worked. Raise Refusal."""
    with transaction.atomic():
        user = find_user(number, by)
        if by.user is not None and user.pk == by.user.pk:
            raise Refusal(YOURSELF, field="user")
        user.is_active = False
        user.save(update_fields=["is_active"])
        accounts.close_links(user)
        sessions.end_all(user)
        wake_for_access()
        return user


def reactivate_user(number: int, by: Actor) -> User:
    """Open an account again, with the roles that it had."""
    with transaction.atomic():
        user = find_user(number, by)
        user.is_active = True
        user.save(update_fields=["is_active"])
        return user


def set_creator(number: int, may_create: bool, by: Actor) -> User:
    """Say whether a user may create events, which they then own."""
    with transaction.atomic():
        user = find_user(number, by)
        store_creator(user, may_create)
        return user


def create_user_link(number: int, by: Actor) -> tuple[User, str]:
    """Create a one-time sign-in link for a user who has lost the password. Raise Refusal for other admins."""
    user = find_user(number, by)
    if not has_no_further_rights(user, by.user):
        raise Refusal(NO_LINK, field="user", name=user.username)
    return user, accounts.create_link(user)


def reset_second_factor(number: int, by: Actor) -> User:
    """Remove a lost second factor: its user signs in with the password alone. Raise Refusal."""
    user = find_user(number, by)
    if by.user is not None and user.pk == by.user.pk:
        raise Refusal(OWN_FACTOR, field="user")
    second_factor.remove_all(user)
    return user


def store_creator(user: User, may_create: bool) -> None:
    app, codename = policy.MAKES_EVENTS.split(".")
    right = Permission.objects.get(content_type__app_label=app, codename=codename)
    if may_create:
        user.user_permissions.add(right)
    else:
        user.user_permissions.remove(right)


def find_user(number: int, by: Actor) -> User:
    require_site_admin(by)
    user = User.objects.filter(pk=number).first()
    if user is None:
        raise Refusal(NO_USER, field="user")
    return user


def require_site_admin(by: Actor) -> None:
    """Raise PermissionDenied for everybody but the site's admins, whatever the views have checked before."""
    if policy.find_role(by.user, None) != policy.SUPERUSER:
        raise PermissionDenied
