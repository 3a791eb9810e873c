"""An event that is kept on one server and shown on another: what each of the two knows of the other."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import MirrorLinkState
from tournaments.models.events import Event


class MirrorLink(models.Model):
    """Where an event that is kept here is shown too, and how much of it has arrived there.

    `token` opens the mirror, so it is stored as it is; `origin` is a random name of this publication. `counter` numbers
    the public contents and `digest` is that of the newest one; `sent` is the counter that the mirror has. `seen` is the
    version of the event that was last compared with what the mirror has. `follows` and `nonce` are random names of the
    last message that was answered and of the one under way: a copy of this database can't go on where this one is.
    `mirror_epoch` is that of the mirrored event, and `address` its page. `error` is [code, parameters] of a sentence.
    `takes_slips` tells whether players can report there, and `reports_seen` is the number of the last report fetched.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="mirror_link")
    url = models.URLField(_("address"), max_length=300)
    token = models.CharField(max_length=64)
    origin = models.CharField(max_length=32)
    state = models.CharField(max_length=10, choices=MirrorLinkState, default=MirrorLinkState.STARTING)
    counter = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    sent = models.PositiveBigIntegerField(default=0)
    seen = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField()
    follows = models.CharField(max_length=32, blank=True)
    nonce = models.CharField(max_length=32, blank=True)
    mirror_epoch = models.CharField(max_length=12, blank=True)
    address = models.CharField(max_length=300, blank=True)
    heard_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    error = models.JSONField(null=True)
    unknown = models.JSONField(default=list)
    is_ending = models.BooleanField(default=False)
    takes_slips = models.BooleanField(default=False)
    reports_seen = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.event} on {self.url}"


class Mirror(models.Model):
    """The right of another server to show one event here. Only the SHA-256 digest of its token is kept.

    `event` is empty until something has arrived. `origin` names the publication that writes, `epoch` and `counter` are
    those of its newest content, `past` the epochs before; `nonce` is its last message and `heard_at` its time. `slips`
    names the list of slips with which players report here.
    """

    digest = models.CharField(max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=60)
    event = models.OneToOneField(Event, models.CASCADE, null=True, related_name="mirror")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mirrors")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    origin = models.CharField(max_length=32, blank=True)
    epoch = models.CharField(max_length=12, blank=True)
    past = models.JSONField(default=list)
    counter = models.PositiveBigIntegerField(default=0)
    content = models.CharField(max_length=64, blank=True)
    nonce = models.CharField(max_length=32, blank=True)
    heard_at = models.DateTimeField(null=True)
    slips = models.CharField(max_length=16, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name}: {self.event or '-'}"
