"""Browsers that are notified of what happens to the players that they follow."""

from django.db import models

from tournaments.models.events import Event


class PushKey(models.Model):
    """The key that names this server to push services: one row. Its public half is given to every browser."""

    private = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"made at {self.created_at}"


class PushChannel(models.Model):
    """What the subscribers of an event have been notified of: the names of its newest happenings."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="push_channel")
    seen = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.event)


class PushSubscription(models.Model):
    """One browser at one event: where its messages go, how they are encrypted, and the followed players' numbers.

    `network` is a digest of where it came from that only this server can make: so many of one network are taken.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=500)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=10)
    players = models.JSONField(default=list)
    created_at = models.DateTimeField()
    network = models.CharField(max_length=16, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "endpoint"], name="one_push_subscription_per_browser")]

    def __str__(self) -> str:
        return f"{self.event}: {self.players}"
