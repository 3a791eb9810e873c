"""Players, and the rounds that they miss."""

from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from tiebreaks.facts.rating_methods import choose_rating
from tournaments.domain.desk.results import REQUESTED
from tournaments.domain.stored_values import check_year
from tournaments.models.events import Event
from tournaments.models.search_keys import SearchKeyField
from tournaments.models.teams import Team


class Player(models.Model):
    """A player of an event. `number` identifies them in addresses, in the log and for programs, and never changes.

    `start_number` is the one that people see and that rounds are paired by: the `given_number`, where the field was
    numbered again.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="players", verbose_name=_("event"))
    number = models.PositiveSmallIntegerField(_("number"))
    given_number = models.PositiveSmallIntegerField(_("start number"), null=True, blank=True, editable=False)
    start_number = models.GeneratedField(
        expression=Coalesce("given_number", "number"),
        output_field=models.PositiveSmallIntegerField(_("start number")),
        db_persist=True,
    )
    name = models.CharField(_("name"), max_length=80)
    title = models.CharField(_("title"), max_length=4, blank=True)
    sex = models.CharField(_("sex"), max_length=1, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    national_rating = models.PositiveSmallIntegerField(_("national rating"), null=True, blank=True)
    rating_source = models.CharField(_("source of the rating"), max_length=80, blank=True, editable=False)
    own_rating = models.PositiveSmallIntegerField(_("rating of the event’s own"), null=True, blank=True)
    later_ratings = models.CharField(_("ratings of later rounds"), max_length=200, blank=True)
    rating_k = models.PositiveSmallIntegerField(_("K of the rating change"), null=True, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    club = models.CharField(_("club or town"), max_length=60, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True)
    national_id = models.CharField(
        _("national ID"),
        max_length=11,
        blank=True,
        help_text=_("The number in the list of the federation that rates the event; its report needs it."),
    )
    birth_date = models.CharField(
        _("date of birth"), max_length=10, blank=True, help_text=_("As in the file: never shown to the public.")
    )
    pseudonym = models.CharField(
        _("pseudonym"),
        max_length=80,
        blank=True,
        help_text=_("Shown instead of the name to everybody except the arbiters."),
    )
    is_withheld = models.BooleanField(
        _("name withheld"),
        default=False,
        help_text=_("No public page shows this player’s name or origin; the games stay."),
    )
    playoff = models.PositiveSmallIntegerField(_("place in the play-off"), null=True, blank=True)
    manual_value = models.DecimalField(
        _("value set by hand"), max_digits=7, decimal_places=2, null=True, blank=True, editable=False
    )
    manual_reason = models.CharField(_("reason of the value"), max_length=200, blank=True, editable=False)
    team = models.ForeignKey(
        Team, models.SET_NULL, null=True, blank=True, related_name="players", verbose_name=_("team")
    )
    team_place = models.PositiveSmallIntegerField(_("place in the team"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    no_half_byes = models.BooleanField(_("no half-point byes"), default=False)
    checked_in_at = models.DateTimeField(
        _("checked in at"), null=True, blank=True, editable=False, validators=[check_year]
    )
    withdrawn_from = models.PositiveSmallIntegerField(_("withdrawn from round"), null=True, blank=True)
    expelled_from = models.PositiveSmallIntegerField(_("expelled before round"), null=True, blank=True)
    search_key = SearchKeyField("name")

    class Meta:
        verbose_name, verbose_name_plural = _("player"), _("players")
        ordering = ["start_number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_player_per_number"),
            models.UniqueConstraint(fields=["event", "start_number"], name="one_player_per_start_number"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def event_rating(self) -> int | None:
        """Return the rating that the player has in the event, whose row must be known."""
        return self.rating_in(self.event)

    def rating_in(self, event: Event) -> int | None:
        """Return the rating that the player has in their event, which need not be read for it."""
        return choose_rating(event.rating_method, self.rating, self.national_rating, self.own_rating)


class Absence(models.Model):
    """A round in which a player asked not to be paired, with half a point or without."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="absences")
    round = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(max_length=1, choices=[(kind.value, kind.label) for kind in REQUESTED])

    class Meta:
        ordering = ["round"]
        constraints = [models.UniqueConstraint(fields=["player", "round"], name="one_absence_per_round")]

    def __str__(self) -> str:
        return f"{self.player}, {self.round}: {self.kind}"
