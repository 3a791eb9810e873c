"""What an account proves beside its password at the sign-in."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Passkey(models.Model):
    """One passkey: the key stays on the device, here is what checks its signatures."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys")
    credential = models.BinaryField(max_length=1023, unique=True)
    public_key = models.BinaryField()
    uses = models.BigIntegerField(default=0)  # as the device counts them; many never count
    name = models.CharField(_("name"), max_length=60)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Authenticator(models.Model):
    """The app that computes codes. `secret` is encrypted; `last_step` is the time step of the last code accepted."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="authenticator")
    secret = models.TextField()
    last_step = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}"


class RecoveryCode(models.Model):
    """The digest of one recovery code; a code that was used is deleted."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"{self.user}"
