"""Teams, and the matches that they play on several boards."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import UNMATCHED, MatchEnd
from tournaments.domain.desk.results import REQUESTED
from tournaments.models.events import Event
from tournaments.models.search_keys import SearchKeyField


class Team(models.Model):
    """A team of an event. Its members are players, ordered as in the list that was handed in (`Player.team_place`).

    The three numbers are those of `Player`.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="teams", verbose_name=_("event"))
    number = models.PositiveSmallIntegerField(_("number"))
    given_number = models.PositiveSmallIntegerField(_("start number"), null=True, blank=True, editable=False)
    start_number = models.GeneratedField(
        expression=Coalesce("given_number", "number"),
        output_field=models.PositiveSmallIntegerField(_("start number")),
        db_persist=True,
    )
    name = models.CharField(_("name"), max_length=60)
    short_name = models.CharField(_("short name"), max_length=5, blank=True)
    captain = models.CharField(_("captain"), max_length=80, blank=True)
    playoff = models.PositiveSmallIntegerField(_("place in the play-off"), null=True, blank=True)
    manual_value = models.DecimalField(
        _("value set by hand"), max_digits=7, decimal_places=2, null=True, blank=True, editable=False
    )
    manual_reason = models.CharField(_("reason of the value"), max_length=200, blank=True, editable=False)
    withdrawn_from = models.PositiveSmallIntegerField(_("withdrawn from round"), null=True, blank=True)
    expelled_from = models.PositiveSmallIntegerField(_("expelled before round"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    search_key = SearchKeyField("name")

    class Meta:
        verbose_name, verbose_name_plural = _("team"), _("teams")
        ordering = ["start_number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_team_per_number"),
            models.UniqueConstraint(fields=["event", "start_number"], name="one_team_per_start_number"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamAbsence(models.Model):
    """A round in which a team asked not to be paired, with half of the points or without; `Absence` is a player's."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="absences")
    round = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(max_length=1, choices=[(kind.value, kind.label) for kind in REQUESTED])

    class Meta:
        ordering = ["round"]
        constraints = [models.UniqueConstraint(fields=["team", "round"], name="one_team_absence_per_round")]

    def __str__(self) -> str:
        return f"{self.team}, {self.round}: {self.kind}"


class TeamMatch(models.Model):
    """A match of a round, or the round of a team without an opponent (`second` and `table` empty).

    `first` is the team that has White on the first board, by the event's pattern of colours. The boards are games
    (`Game.match`, `Game.match_board`); where one side of a board stayed empty, the game has no opponent.
    """

    round = models.ForeignKey("tournaments.Round", models.CASCADE, related_name="matches")
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    first = models.ForeignKey(Team, models.CASCADE, related_name="matches_as_first")
    second = models.ForeignKey(Team, models.CASCADE, related_name="matches_as_second", null=True, blank=True)
    end = models.CharField(
        _("decided without play"), max_length=2, choices=MatchEnd, default=MatchEnd.BOARDS, blank=True
    )

    class Meta:
        verbose_name, verbose_name_plural = _("match"), _("matches")
        ordering = ["round", F("table").asc(nulls_last=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_match_per_table"),
            models.UniqueConstraint(fields=["round", "first"], name="first_once_per_round"),
            models.UniqueConstraint(fields=["round", "second"], name="second_once_per_round"),
            models.CheckConstraint(condition=Q(second=None) | ~Q(first=F("second")), name="no_team_meets_itself"),
            models.CheckConstraint(
                condition=Q(second=None, end__in=UNMATCHED) | (Q(second__isnull=False) & ~Q(end__in=UNMATCHED)),
                name="end_fits_opponent",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.table}"
