"""Writes to accounts: the first admin, one-time sign-in links, passwords.

A link carries 128 random bits; only their SHA-256 digest is kept, so whoever reads the database cannot sign in.
"""

import hashlib
import secrets

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from tournaments.models import SigninLink

ADMIN = "admin"
TOKEN_BYTES = 16


class LinkRefused(Exception):
    """A link that signs nobody in. `code` is unknown, used or expired."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def site_admins():
    """Return the accounts that may do everything."""
    return get_user_model().objects.filter(is_superuser=True, is_active=True).order_by("pk")


def create_first_admin():
    """Create the admin of a new site, who has no password and comes in by a link."""
    return get_user_model().objects.create_superuser(ADMIN, password=None)


def admin_without_password():
    """Return the admin who still needs a link, or None as soon as one of them has set a password."""
    admins = list(site_admins())
    return None if any(admin.has_usable_password() for admin in admins) else next(iter(admins), None)


def create_link(user):
    """Make a one-time link for a user and return its token, which is nowhere else; drop links that have run out."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        sweep()
        expires_at = timezone.now() + settings.SIGNIN_LINK_AGE
        SigninLink.objects.create(user=user, digest=digest(token), expires_at=expires_at)
    return token


def sweep():
    """Forget links that have run out; for a while they still say so to whoever opens one."""
    SigninLink.objects.filter(expires_at__lt=timezone.now() - settings.SIGNIN_LINK_AGE).delete()


def find_link(token):
    """Return the link of a token without using it; raise LinkRefused where it signs nobody in."""
    link = SigninLink.objects.select_related("user").filter(digest=digest(token), user__is_active=True).first()
    if link is None:
        raise LinkRefused("unknown")
    if link.used_at:
        raise LinkRefused("used")
    if link.expires_at < timezone.now():
        raise LinkRefused("expired")
    return link


def use_link(token):
    """Use up a link and return its user; of two who come at once one is refused."""
    with transaction.atomic():
        link = find_link(token)
        if not SigninLink.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now()):
            raise LinkRefused("used")
    return link.user


def set_password(user, password):
    """Store a new password; links that are still open sign nobody in any more."""
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        SigninLink.objects.filter(user=user, used_at=None).update(used_at=timezone.now())


def digest(token):
    return hashlib.sha256(token.encode()).hexdigest()
