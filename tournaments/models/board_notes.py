"""What arbiters are called to, and what they note at a board."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import NoteKind
from tournaments.domain.stored_values import check_year
from tournaments.models.rounds import Game

LONGEST_NOTE = 200


class ArbiterCall(models.Model):
    """A board waits for an arbiter. The row goes once somebody was there: the log keeps who came and when."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="call")
    at = models.DateTimeField()
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    taken_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.game}: called at {self.at}"


class BoardNote(models.Model):
    """What an arbiter notes at a board, for the next one and the report. Only the staff sees it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes")
    kind = models.CharField(_("kind"), max_length=8, choices=NoteKind, default=NoteKind.OTHER)
    text = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(validators=[check_year])

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.game}: {self.kind}"
