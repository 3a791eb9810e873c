"""What players report about their own game, one report for each side."""

from django.db import models

from tournaments.domain.choices import Side
from tournaments.domain.desk.results import Result
from tournaments.domain.stored_values import check_year
from tournaments.models.rounds import Game


class PlayerReport(models.Model):
    """The result that one side of a board reports. `revision` counts how often that side has changed it.

    `device` is the digest of a cookie of the phone that spoke last. `is_doubtful` marks the second of two equal reports
    that came from one network address within moments.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="player_reports")
    side = models.CharField(max_length=1, choices=Side)
    result = models.CharField(max_length=2, choices=Result)
    white_score = models.SmallIntegerField(null=True)
    black_score = models.SmallIntegerField(null=True)
    revision = models.PositiveSmallIntegerField(default=1)
    device = models.CharField(max_length=64, blank=True)
    is_doubtful = models.BooleanField(default=False)
    at = models.DateTimeField(validators=[check_year])

    class Meta:
        ordering = ["-side"]
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="one_report_per_side")]

    def __str__(self) -> str:
        return f"{self.game} {self.side}: {self.result}"
