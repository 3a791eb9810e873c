"""Tokens, each of which opens one thing to its holder: a slip, a screen, an invitation, the API."""

from django.conf import settings
from django.db import models

from tournaments.domain.choices import TokenKind
from tournaments.models.events import Event


class Token(models.Model):
    """What a secret address opens, until when. Only the SHA-256 digest of its 128 random bits is kept.

    `payload` says what is opened: round and board of a slip, the role of an invitation, the scopes of the API.
    `used_at` is set where one use was all, `revoked_at` where somebody closed it before its time.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=10, choices=TokenKind)
    digest = models.CharField(max_length=64, unique=True)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["event", "kind"], name="tokens_of_an_event")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.event} until {self.expires_at}"


class SiteToken(models.Model):
    """A token for every event, for what its user may do there, within its scopes. Only its digest is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="site_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user} until {self.expires_at}"


class KeptAnswer(models.Model):
    """What a program, or a form, was answered when it wrote with a key, so that the same again gets it again.

    `request` is the digest of what a program asked. The answer to a form is the address that it led to.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.UUIDField()
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_per_key")]

    def __str__(self) -> str:
        return f"{self.key} of {self.user}"
