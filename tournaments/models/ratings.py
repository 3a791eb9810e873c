"""Rating lists that somebody has downloaded: looked through when players are entered."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RatingList(models.Model):
    """A list as it was imported; `is_ready` comes last, so that a half one is never looked through."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    imported_at = models.DateTimeField(_("imported at"))
    is_ready = models.BooleanField(default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("rating list"), _("rating lists")
        ordering = ["name"]

    def __str__(self):
        return self.name


class RatedPerson(models.Model):
    """One line of a list. `search` is the name in small plain letters, surname first."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="people")
    name = models.CharField(max_length=80)
    search = models.CharField(max_length=100, db_index=True)
    identity = models.CharField(max_length=14, blank=True, db_index=True)
    title = models.CharField(max_length=4, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    federation = models.CharField(max_length=3, blank=True)
    club = models.CharField(max_length=60, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True)
    rating = models.PositiveSmallIntegerField(null=True)

    def __str__(self):
        return self.name
