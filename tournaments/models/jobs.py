"""Long work that goes on behind the pages, and survives the process that began it."""

from django.db import models

from tournaments.domain.choices import JobState
from tournaments.models.events import Event


class Job(models.Model):
    """One piece of long work, as `tournaments.operation.jobs` hands it out.

    `worker` is the lot that the process which works on it has drawn, and `leased_until` is how long it is believed to
    live: afterwards another one takes the job over. `step` and `error` are [code, parameters] of a sentence, `progress`
    is in percent.
    """

    kind = models.CharField(max_length=40)
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="jobs")
    payload = models.JSONField(default=dict)
    result = models.JSONField(default=dict)
    state = models.CharField(max_length=9, choices=JobState, default=JobState.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)
    step = models.JSONField(null=True, blank=True)
    error = models.JSONField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=32, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField()
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["due_at", "pk"]
        indexes = [models.Index(fields=["state", "due_at"], name="jobs_to_do")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"
