"""Who is signed in where, and the sign-in log."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.accounts.user_agents import name_browser
from tournaments.domain.choices import DoorKind
from tournaments.models.events import Event


class SignIn(models.Model):
    """One browser in which somebody is signed in, for as long as its session lasts."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="signins")
    session_key = models.CharField(max_length=40, unique=True)
    began_at = models.DateTimeField(_("signed in"))
    seen_at = models.DateTimeField(_("last seen"))
    address = models.GenericIPAddressField(_("network address"), null=True)
    browser = models.CharField(_("browser"), max_length=200, blank=True)

    class Meta:
        ordering = ["-seen_at"]

    def __str__(self) -> str:
        return f"{self.user} since {self.began_at}"

    @property
    def browser_name(self) -> str:
        return name_browser(self.browser)


class DoorEntry(models.Model):
    """One entry of the sign-in log: somebody signed in, was refused, or asked for more than their role allows.

    `event` is that of a page that was denied. These lines are kept for a while and then deleted.
    """

    at = models.DateTimeField(_("time"), db_index=True)
    kind = models.CharField(_("what"), max_length=10, choices=DoorKind)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    name = models.CharField(_("user name"), max_length=150, blank=True)
    event = models.ForeignKey(Event, models.CASCADE, null=True, related_name="door")
    path = models.CharField(_("address"), max_length=200, blank=True)
    address = models.GenericIPAddressField(_("network address"), null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("sign-in entry"), _("sign-in log")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at}: {self.name} {self.kind}"
