"""The settings of an event: what an admin chooses, and the version that every write counts up.

Each entry locks and reads this row, so that what only some pages need stands in rows of its own, the parts: texts for
people in `EventDetails`, the rules of matches in `TeamRules`. Forms, the log and files name a field without its row.
"""

import secrets
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Self

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import (
    EarlyWithdrawals,
    Edition,
    EventStatus,
    PrizeSharing,
    RatingKind,
    RatingMethod,
    System,
    TiebreakRatings,
    Verification,
)
from tournaments.domain.disciplines import Discipline, GameRules, rules_of
from tournaments.domain.event.notices import LONGEST_NOTICE
from tournaments.domain.stored_values import HasShape, check_year
from tournaments.models.event_details import EventDetails
from tournaments.models.search_keys import SearchKeyField, with_search_key
from tournaments.models.series import Series
from tournaments.models.team_rules import TeamRules

DIGEST = RegexValidator(r"^[0-9a-f]{16}\Z")
LONG_DAYS = 30  # from the first day to the last, which then is the 31st
# The rows beside that of an event, by the name under which it has them, and the part that has a field.
PARTS: Mapping[str, type[models.Model]] = {"details": EventDetails, "team_rules": TeamRules}
PART_OF = {field.name: part for part, model in PARTS.items() for field in model._meta.fields if not field.primary_key}


def draw_shared_key() -> str:
    """Return a new key that nobody can guess."""
    return secrets.token_hex(6)


class EventQuerySet(models.QuerySet["Event"]):
    """Events, each created with its parts."""

    def create(self, **fields: Any) -> "Event":
        """Store an event with its parts; each field goes into the row that has it. Three queries."""
        event = self.model.make(**fields)
        for row in event.rows:
            row.save(force_insert=True, using=self.db)
        return event


class Event(models.Model):
    """One tournament with one table. `version` grows with every write; `epoch` changes on restore and re-import.

    `moved_to` says where an event that was handed over goes on; while it is set, this copy takes no entries. From
    `final_at` on, only the owner and the chief arbiter change what counts, with a reason.
    """

    slug = models.SlugField(_("address"), unique=True, max_length=60)
    name = models.CharField(_("name"), max_length=120)
    place = models.CharField(_("place"), max_length=80, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True, validators=[check_year])
    ends_on = models.DateField(_("last day"), null=True, blank=True, validators=[check_year])
    # The digest of the picture in `Logo`, "" without one: it is part of its address.
    logo = models.CharField(_("logo"), max_length=16, blank=True, editable=False, validators=[DIGEST])
    time_zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    discipline = models.CharField(_("game"), max_length=10, choices=Discipline, default=Discipline.CHESS)
    is_chess960 = models.BooleanField(
        _("Chess960"), default=False, help_text=_("A start position is drawn by lot for each round.")
    )
    system = models.CharField(_("system"), max_length=12, choices=System, default=System.SWISS)
    edition = models.CharField(_("edition of the rules"), max_length=10, choices=Edition, default=Edition.FROM_2026_03)
    planned_rounds = models.PositiveSmallIntegerField(_("number of rounds"), default=9)
    qualifying_places = models.PositiveSmallIntegerField(
        _("places that qualify"),
        null=True,
        blank=True,
        help_text=_(
            "For example 2 for a final: towards the end the table marks who is safe, who can still qualify and who is "
            "out."
        ),
    )
    one_prize_each = models.BooleanField(
        _("one prize for each player"),
        default=True,
        help_text=_("The highest one; the other goes to the next player of its category. Otherwise prizes add up."),
    )
    prize_sharing = models.CharField(
        _("prizes of players with equal points"), max_length=5, choices=PrizeSharing, default=PrizeSharing.PLACE
    )
    rating_k = models.PositiveSmallIntegerField(
        _("K of the rating change"),
        null=True,
        blank=True,
        help_text=_("For players whose own K is unknown. If empty, player cards assume one and say why."),
    )
    rating_kind = models.CharField(
        _("ratings from the lists"),
        max_length=8,
        choices=RatingKind,
        default=RatingKind.STANDARD,
        help_text=_("Which rating is used when a player is looked up in a rating list or compared with it."),
    )
    win_points = models.DecimalField(_("points for a win"), max_digits=4, decimal_places=1, default=Decimal(1))
    draw_points = models.DecimalField(_("points for a draw"), max_digits=4, decimal_places=1, default=Decimal("0.5"))
    loss_points = models.DecimalField(_("points for a loss"), max_digits=4, decimal_places=1, default=Decimal(0))
    bye_points = models.DecimalField(
        _("points for a pairing-allocated bye"), max_digits=4, decimal_places=1, default=Decimal(1)
    )
    forfeit_points = models.DecimalField(
        _("points for a forfeit loss"),
        max_digits=4,
        decimal_places=1,
        default=Decimal(0),
        help_text=_("For a player who did not come; a loss over the board may be worth more."),
    )
    round_factors = models.CharField(
        _("rounds that count otherwise"),
        max_length=100,
        blank=True,
        help_text=_(
            "For example 1-9:2 where the rapid games of rounds 1 to 9 count double; several are separated by commas."
        ),
    )
    early_withdrawals = models.CharField(
        _("withdrawal from a round robin before half of the games"),
        max_length=5,
        choices=EarlyWithdrawals,
        default=EarlyWithdrawals.COUNT,
        help_text=_(
            "If they count for nobody, the player is ranked last. After half, the remaining games are forfeits."
        ),
    )
    tiebreaks = models.CharField(_("order of the criteria"), max_length=200, default="PTS,BH/C1,BH,SB,DE")
    rating_method = models.CharField(
        _("ratings of the event"),
        max_length=5,
        choices=RatingMethod,
        default=RatingMethod.FIDON,
        help_text=_("For the start numbers and the rating tie-breaks."),
    )
    tiebreak_ratings = models.CharField(
        _("ratings in the tie-breaks"),
        max_length=5,
        choices=TiebreakRatings,
        default=TiebreakRatings.FIRST,
        help_text=_("In an event of more than 30 days a player may have several: they are on the player’s page."),
    )
    unrated_rating = models.PositiveSmallIntegerField(
        _("rating of unrated players"),
        null=True,
        blank=True,
        help_text=_(
            "For rating tie-breaks; 0 stands for the lowest rating of the event. If empty, these tie-breaks are "
            "dropped."
        ),
    )
    spread_cap = models.PositiveSmallIntegerField(_("largest spread of one game"), null=True, blank=True)
    bye_spread = models.SmallIntegerField(_("spread of a bye"), default=50)
    forfeit_spread = models.SmallIntegerField(_("spread of a forfeit loss"), default=-50)
    verification = models.CharField(_("second check"), max_length=5, choices=Verification, default=Verification.OFF)
    shows_provisional = models.BooleanField(
        _("show results that nobody else has checked"),
        default=True,
        help_text=_("They are marked as provisional. Otherwise the public sees these boards as open."),
    )
    takes_reports = models.BooleanField(
        _("players report their results"),
        default=True,
        help_text=_("With the code on their slip. Two equal reports make a provisional result."),
    )
    has_codes_of_sides = models.BooleanField(
        _("a code for each player"),
        default=False,
        help_text=_("Slips have two codes to tear off, and each reports for its own player only."),
    )
    asks_spread = models.BooleanField(
        _("ask for the spread too"),
        default=False,
        help_text=_("Each entry then has two scores and their difference, which must agree."),
    )
    team_boards = models.PositiveSmallIntegerField(
        _("boards of a match"), default=0, help_text=_("In a team event; 0 for an event of individual players.")
    )
    bye_requests = models.PositiveSmallIntegerField(
        _("half-point byes on request"),
        null=True,
        blank=True,
        help_text=_("How many each player may request. If empty: any number."),
    )
    bye_closed_rounds = models.PositiveSmallIntegerField(
        _("last rounds without half-point byes"),
        default=0,
        help_text=_("In this many of the last rounds nobody can request one."),
    )
    bye_notice = models.PositiveSmallIntegerField(
        _("notice for a half-point bye, in minutes"),
        default=0,
        help_text=_("How long before the round it must be requested, if the time of the round is known."),
    )
    # Where an event of chess players has left FIDE's rules: {"kind": a code of `Departure`, "round": the last paired}.
    departures = models.JSONField(
        _("departures from FIDE’s rules"),
        default=list,
        blank=True,
        editable=False,
        validators=[HasShape("departures")],
    )
    lots_seed = models.PositiveIntegerField(_("seed for drawing lots"))
    accent = models.CharField(_("colour"), max_length=20, default="pine")
    is_demo = models.BooleanField(_("demo event"), default=False)
    is_dry_run = models.BooleanField(
        _("dry run"), default=False, help_text=_("For practice: every page says so, and it can be deleted at any time.")
    )
    is_public = models.BooleanField(_("visible to everybody"), default=True)
    may_embed = models.BooleanField(
        _("other web pages may show the table"),
        default=False,
        help_text=_("For example the club’s own page, in a frame."),
    )
    moved_to = models.CharField(_("moved to"), max_length=200, blank=True, editable=False)
    # Only where another server keeps this event: what that server says of it (`domain/exchange/mirrored.py`).
    mirrored = models.JSONField(null=True, blank=True, editable=False)
    final_at = models.DateTimeField(
        _("declared final at"), null=True, blank=True, editable=False, validators=[check_year]
    )
    # One line for everybody (`domain/event/notices.py`). Every page reads it, so that it stands here.
    notice = models.CharField(_("notice"), max_length=LONGEST_NOTICE, blank=True, editable=False)
    notice_at = models.DateTimeField(
        _("notice given at"), null=True, blank=True, editable=False, validators=[check_year]
    )
    notice_until = models.DateTimeField(
        _("notice until"), null=True, blank=True, editable=False, validators=[check_year]
    )
    series = models.ForeignKey(
        Series, models.SET_NULL, null=True, blank=True, related_name="sections", verbose_name=_("part of")
    )
    section = models.CharField(
        _("name of the section"), max_length=40, blank=True, help_text=_("For example “A” or “Under 12”.")
    )
    # When rounds begin, by number and in the zone of the event: {"1": "2026-12-05T10:00"}.
    round_times = models.JSONField(
        _("times of the rounds"),
        default=dict,
        blank=True,
        editable=False,
        validators=[HasShape("times of rounds")],
    )
    version = models.PositiveBigIntegerField(_("version"), default=1, editable=False)
    epoch = models.CharField(_("epoch"), max_length=12, editable=False)
    changed_at = models.DateTimeField(_("changed at"), editable=False, validators=[check_year])
    # What caches keep of public views stands under this key; another one is drawn when something may become hidden.
    shared_key = models.CharField(_("key of shared views"), max_length=12, default=draw_shared_key, editable=False)

    # Where lists show the event, as `queries/event/event_order.py` says; every write that may move it stores it again.
    status = models.PositiveSmallIntegerField(choices=EventStatus, default=EventStatus.COMING, editable=False)
    listed_at = models.DateTimeField(null=True, editable=False)
    search_key = SearchKeyField("name", "place")

    objects = EventQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("event"), _("events")
        ordering = ["-starts_on", "name"]
        indexes = [models.Index(fields=["status", "listed_at"], name="events_in_lists")]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def make(cls, **fields: Any) -> Self:
        """Return a new event with its parts, none of which is stored."""
        event = cls(**{name: value for name, value in fields.items() if name not in PART_OF})
        for part, model in PARTS.items():
            model(event=event, **{name: value for name, value in fields.items() if PART_OF.get(name) == part})
        return event

    @property
    def rows(self) -> tuple[models.Model, ...]:
        """Return the row of the event and those of its parts, in the order in which they can be stored."""
        return self, *(getattr(self, part) for part in PARTS)

    def row_with(self, name: str) -> models.Model:
        """Return the row that has a field: this one or a part."""
        row: models.Model = getattr(self, PART_OF[name]) if name in PART_OF else self
        return row

    def read_fields(self, names: Iterable[str]) -> dict[str, Any]:
        """Return the values of some fields, whichever row has them."""
        return {name: getattr(self.row_with(name), name) for name in names}

    def write_fields(self, values: Mapping[str, Any]) -> None:
        """Store other values of some fields, each in the row that has it."""
        changed: dict[models.Model, list[str]] = {}
        for name, value in values.items():
            row = self.row_with(name)
            setattr(row, name, value)
            changed.setdefault(row, []).append(name)
        for row, names in changed.items():
            row.save(update_fields=with_search_key(type(row), names))

    @property
    def game(self) -> GameRules:
        """Return the rules of the event's discipline."""
        return rules_of(self.discipline)

    @property
    def is_mirror(self) -> bool:
        """Tell whether another server keeps this event, and this one only shows it."""
        return self.mirrored is not None

    @property
    def is_elsewhere(self) -> bool:
        """Tell whether the event goes on elsewhere: this server only shows it, or has handed it over."""
        return self.is_mirror or bool(self.moved_to)

    @property
    def is_final(self) -> bool:
        """Tell whether the event has been declared final."""
        return self.final_at is not None

    @property
    def can_depart(self) -> bool:
        """Tell whether FIDE mode means something here: in a Swiss or a round robin of chess players."""
        return self.game.follows_fide and not self.of_teams

    @property
    def is_in_fide_mode(self) -> bool:
        """Tell whether the event has never left FIDE's rules."""
        return self.can_depart and not self.departures

    @property
    def is_long(self) -> bool:
        """Tell whether FIDE’s rules for events of more than 30 days apply."""
        if not self.can_depart or self.starts_on is None or self.ends_on is None:
            return False
        return (self.ends_on - self.starts_on).days >= LONG_DAYS

    @property
    def of_teams(self) -> bool:
        """Tell whether teams meet on several boards."""
        return self.team_boards > 0

    @property
    def first_score(self) -> str:
        """Return the primary score of a team event; "" for an event of players."""
        return self.team_rules.team_score if self.of_teams else ""


ROWS: tuple[type[models.Model], ...] = (Event, *PARTS.values())
# The columns of an event and of its parts by name.
COLUMNS: Mapping[str, "models.Field[Any, Any]"] = {
    field.name: field
    for model in ROWS
    for field in model._meta.concrete_fields
    if model is Event or not field.primary_key
}
