"""Addresses of other programs that receive what happens in an event, and what each was sent."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import WebhookKind
from tournaments.models.events import Event


class Webhook(models.Model):
    """A program that receives messages of the kinds in `news`. `secret` signs them, so it is stored as it is."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=300)
    secret = models.CharField(max_length=64)
    news = models.JSONField(default=list)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "url"], name="one_webhook_per_address")]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One message of the kind `news` for one program: what was sent, how often it was tried, and what came of it.

    `status` is the last answer's (None where none came), `error` says why there was none.
    """

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    news = models.CharField(max_length=20, choices=WebhookKind)
    body = models.JSONField()
    created_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=200, blank=True)
    delivered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"{self.webhook}: {self.news}"
