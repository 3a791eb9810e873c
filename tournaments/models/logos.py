"""The logo of an event, in a table of its own: no list of events reads it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.event.logos import check_logo
from tournaments.models.events import Event


class Logo(models.Model):
    """The picture of one event as PNG; `Event.logo` is its digest."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="picture")
    data = models.BinaryField(validators=[check_logo])

    class Meta:
        verbose_name, verbose_name_plural = _("logo"), _("logos")

    def __str__(self) -> str:
        return f"Logo of {self.event}"
