"""Which keys an arbiter is used to."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import KeyPreset


class DeskKeys(models.Model):
    """One arbiter's keys at every desk: a preset, and the single keys that are switched off."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="desk_keys")
    preset = models.CharField(_("keys as in"), max_length=10, choices=KeyPreset, default=KeyPreset.CROSSTABLE)
    off = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.user}: {self.preset}"
