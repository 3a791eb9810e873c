"""The projectors of an event, and what the arbiter lets each of them show."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import Slide
from tournaments.models.events import Event


class Screen(models.Model):
    """One projector. `slides` lists what it turns through: Slide values with commas, one alone stays.

    The one with `is_open` is the page that every visitor may open; each of the others has a display token that names
    it, so that it works for events that are not public too.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="screens")
    name = models.CharField(_("name"), max_length=40)
    slides = models.CharField(_("what it shows"), max_length=60, default=",".join(Slide))
    seconds = models.PositiveSmallIntegerField(_("seconds for each page"), default=10)
    message = models.CharField(_("line of text"), max_length=120, blank=True)
    is_paused = models.BooleanField(_("paused"), default=False)
    is_light = models.BooleanField(_("light colours"), default=False)
    is_open = models.BooleanField(default=False)

    class Meta:
        ordering = ["-is_open", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(is_open=True), name="one_open_screen_per_event"
            ),
            models.UniqueConstraint(fields=["event", "name"], name="one_screen_per_name"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.name}"
