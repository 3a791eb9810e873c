"""A tournament of several sections: one front page for events that are played at one place at one time."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Series(models.Model):
    """What sections share: name, place and days. Each section is an event with its own field, table and people."""

    slug = models.SlugField(_("address"), unique=True, max_length=60)
    name = models.CharField(_("name"), max_length=120)
    place = models.CharField(_("place"), max_length=80, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("tournament of several sections"), _("tournaments of several sections")
        ordering = ["-starts_on", "name"]

    def __str__(self) -> str:
        return self.name
