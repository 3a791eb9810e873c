"""Who works at an event, and how people sign in without mail."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.accounts.roles import Role
from tournaments.models.events import Event


class Membership(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="memberships", verbose_name=_("event"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships", verbose_name=_("user")
    )
    role = models.CharField(_("role"), max_length=14, choices=Role)

    class Meta:
        verbose_name, verbose_name_plural = _("role in the event"), _("roles in the event")
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="one_role_per_event")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class SigninLink(models.Model):
    """A one-time sign-in link. Only the SHA-256 digest of its 128-bit token is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="signin_links")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user} until {self.expires_at}"
