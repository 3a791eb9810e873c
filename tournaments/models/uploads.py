"""An uploaded file between its upload and its import."""

from django.conf import settings
from django.db import models

from tournaments.domain.choices import Purpose
from tournaments.models.events import Event


class Upload(models.Model):
    """An uploaded file, kept for the one who sees its preview and for a day at most.

    A list is kept as lines of cells: `lines` holds [number of the line in the file, cells]. What is to become an event
    of its own is kept as it came: `lines` holds [name, content in base 64], and `event` is empty.
    `choices` is what was chosen: the field of each column, and what becomes of each line that needs a decision.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="uploads", null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.PLAYERS)
    file = models.CharField(max_length=120)
    read_as = models.CharField(max_length=60)
    lines = models.JSONField()
    choices = models.JSONField(default=dict)
    uploaded_at = models.DateTimeField()

    class Meta:
        ordering = ["-uploaded_at"]
        constraints = [models.UniqueConstraint(fields=["event", "user", "purpose"], name="one_upload_for_each_purpose")]

    def __str__(self) -> str:
        return self.file
