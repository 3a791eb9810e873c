"""A whole event as plain files, made for somebody to take to a web space of his own."""

from django.db import models

from tournaments.models.events import Event


class StaticSite(models.Model):
    """The newest zip of an event in one language: `stamp` names the state that it shows, epoch and version.

    It stands in the database, so that every process can hand it out. It holds what everybody saw at that moment.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="static_sites")
    language = models.CharField(max_length=10)
    stamp = models.CharField(max_length=40)
    made_at = models.DateTimeField()
    pages = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "language"], name="one_site_per_language")]

    def __str__(self) -> str:
        return f"{self.event}, {self.stamp}, {self.language}"
