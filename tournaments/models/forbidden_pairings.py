"""A forbidden pairing as a rule of the event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.rounds.forbidden_pairings import Apart
from tournaments.domain.stored_values import HasShape
from tournaments.models.events import Event


class ForbiddenPairing(models.Model):
    """Participants kept apart from a round on, to another one or the end. Of two fields only that of its rule is set.

    `numbers` holds players chosen one by one, in a team event teams; `text` a club or a federation, where
    an empty one stands for each of them by itself. `made_after` is the last round that was paired when it was made.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="forbidden_pairings")
    rule = models.CharField(_("kept apart"), max_length=10, choices=Apart)
    numbers = models.JSONField(_("people"), default=list, blank=True, validators=[HasShape("numbers")])
    text = models.CharField(_("club or federation"), max_length=60, blank=True)
    from_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    to_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)
    made_after = models.PositiveSmallIntegerField(_("made after round"), default=0)

    class Meta:
        verbose_name, verbose_name_plural = _("forbidden pairing"), _("forbidden pairings")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.rule}: {self.text or self.numbers}"
