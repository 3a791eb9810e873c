"""The roles of an event's staff."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    OWNER = "owner", _("Owner")
    CHIEF_ARBITER = "chief_arbiter", _("Chief arbiter")
    ARBITER = "arbiter", _("Arbiter")
    ENTRY = "entry", _("Result entry")
    CHECKIN = "checkin", _("Check-in")
    DISPLAY = "display", _("Display")
