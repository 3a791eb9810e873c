"""A list of players between its upload and its import."""

from django.conf import settings
from django.db import models

from tournaments.models.events import Event


class Sheet(models.Model):
    """An uploaded list of players as lines of cells, kept for the one who sees its preview and for a day at most.

    `lines` holds [number of the line in the file, cells]; `choices` is what was chosen: the field of each column, and
    what becomes of each line that looks like somebody who takes part already.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="sheets")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    file = models.CharField(max_length=120)
    read_as = models.CharField(max_length=60)
    lines = models.JSONField()
    choices = models.JSONField(default=dict)
    uploaded_at = models.DateTimeField()

    class Meta:
        ordering = ["-uploaded_at"]
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="one_sheet_per_person")]

    def __str__(self):
        return self.file
