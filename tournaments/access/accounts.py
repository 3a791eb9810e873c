"""Writes to accounts: the first admin, one-time sign-in links, passwords.

A link carries 128 random bits. Only their SHA-256 digest is stored, so reading the database lets nobody sign in.
"""

import hashlib
import secrets

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import SigninLink

ADMIN = "admin"
TOKEN_BYTES = 16


class LinkRefused(Exception):
    """A link that signs nobody in. `code` is unknown, used or expired."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def find_site_admins() -> QuerySet[User]:
    """Return the accounts that may do everything."""
    return User.objects.filter(is_superuser=True, is_active=True).order_by("pk")


def create_first_admin() -> User:
    """Create the admin of a new site, who has no password and signs in with a link."""
    return User.objects.create_superuser(ADMIN, password=None)


def find_admin_without_password() -> User | None:
    """Return the admin who still needs a link, None once any admin has set a password."""
    admins = list(find_site_admins())
    return None if any(admin.has_usable_password() for admin in admins) else next(iter(admins), None)


def create_link(user: User) -> str:
    """Create a one-time link for a user and return its token, which is stored nowhere; delete expired links."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        delete_expired_links()
        expires_at = timezone.now() + settings.SIGNIN_LINK_AGE
        SigninLink.objects.create(user=user, digest=compute_digest(token), expires_at=expires_at)
    return token


def delete_expired_links() -> None:
    """Delete links some time after they expired; until then they tell their visitors that they have."""
    SigninLink.objects.filter(expires_at__lt=timezone.now() - settings.SIGNIN_LINK_AGE).delete()


def find_link(token: str) -> SigninLink:
    """Return the link of a token without using it. Raise LinkRefused if it signs nobody in."""
    link = SigninLink.objects.select_related("user").filter(digest=compute_digest(token), user__is_active=True).first()
    if link is None:
        raise LinkRefused("unknown")
    if link.used_at:
        raise LinkRefused("used")
    if link.expires_at < timezone.now():
        raise LinkRefused("expired")
    return link


def use_link(token: str) -> User:
    """Use up a link and return its user. Of two requests at the same time one is refused."""
    with transaction.atomic():
        link = find_link(token)
        if not SigninLink.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now()):
            raise LinkRefused("used")
    return link.user


def set_password(user: User, password: str) -> None:
    """Store a new password; links that are still open no longer sign anybody in."""
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        close_links(user)


def close_links(user: User) -> None:
    """Use up the open links of a user: they no longer sign anybody in."""
    SigninLink.objects.filter(user=user, used_at=None).update(used_at=timezone.now())


def compute_digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
