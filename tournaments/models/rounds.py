"""The plan, the drafts and the published rounds with their games."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import Provenance
from tournaments.domain.desk.results import WITHOUT_OPPONENT, Result
from tournaments.domain.stored_values import HasShape, check_year
from tournaments.models.events import Event
from tournaments.models.players import Player
from tournaments.models.teams import Team, TeamMatch


class Stage(models.Model):
    """One line of an event's plan: some rounds by one pairing system, as `pairing.plan.stages` knows them."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    order = models.PositiveSmallIntegerField()
    system = models.CharField(max_length=20)
    first_round = models.PositiveSmallIntegerField()
    last_round = models.PositiveSmallIntegerField()
    settings = models.JSONField(default=dict, validators=[HasShape("settings")])

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["event", "order"], name="one_stage_per_place")]

    def __str__(self) -> str:
        return f"{self.first_round}-{self.last_round}: {self.system}"


class Draft(models.Model):
    """A round that is being paired. It is no `Round` and has no games, so nothing public can see it.

    `proposal` is what the system gave, `boards` and `byes` are what the arbiter made of it, and `wishes` is what the
    next drawing keeps to. `based_on` is the version of the event that the system paired from, `revision` grows with
    every change.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="drafts")
    number = models.PositiveSmallIntegerField()
    proposal = models.JSONField(validators=[HasShape("proposal")])
    boards = models.JSONField(validators=[HasShape("boards")])
    byes = models.JSONField(validators=[HasShape("byes")])
    wishes = models.JSONField(default=dict, validators=[HasShape("wishes")])
    based_on = models.PositiveBigIntegerField()
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_draft_per_round")]

    def __str__(self) -> str:
        return f"{self.event}: {self.number}"


class Round(models.Model):
    """A published round. What it was drawn from is in its `RoundDrawing`: nothing that reads games needs it.

    `begun_at` is when the arbiter started it: from then on it can no longer be withdrawn.
    `is_ahead` marks a round that was published before the earlier ones were played, as those of the groups are.
    While a round `is_withheld`, everybody but the arbiters sees its boards as open.
    `position` is the number of the start position in Chess960.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    starts_at = models.DateTimeField(_("begins at"), null=True, blank=True, validators=[check_year])
    begun_at = models.DateTimeField(_("started at"), null=True, blank=True, validators=[check_year])
    is_ahead = models.BooleanField(default=False)
    is_withheld = models.BooleanField(_("results are withheld"), default=False)
    position = models.PositiveSmallIntegerField(_("start position"), null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.event}: {self.number}"

    @property
    def drawn(self) -> "RoundDrawing":
        """Return the drawing of the round, an empty one where nothing was stored. One query unless it is joined."""
        try:
            return self.drawing
        except RoundDrawing.DoesNotExist:
            return RoundDrawing(round=self)

    @property
    def proposal(self) -> dict[str, Any] | None:
        return self.drawn.proposal

    @proposal.setter
    def proposal(self, proposal: dict[str, Any] | None) -> None:
        self.drawn.proposal = proposal

    @property
    def draw(self) -> dict[str, Any]:
        stored: dict[str, Any] = self.drawn.draw
        return stored

    @draw.setter
    def draw(self, draw: dict[str, Any]) -> None:
        self.drawn.draw = draw


class RoundDrawingQuerySet(models.QuerySet["RoundDrawing"]):
    """Drawings, stored together with their rounds by whoever copies rounds."""

    def store(self, rounds: Iterable[Round]) -> None:
        """Store what rounds hold in their drawings; those that never held anything get no row. One query."""
        drawings = [each.drawn for each in rounds]
        known = [each for each in drawings if not each._state.adding or each.proposal is not None or each.draw]
        fields = [field.name for field in DRAWN]
        self.bulk_create(known, update_conflicts=True, unique_fields=["round"], update_fields=fields)


class RoundDrawing(models.Model):
    """What a round was drawn from. A row of its own: its texts grow with the field, and few pages read them.

    `proposal` is what the pairing system gave, whatever was changed by hand afterwards.
    The first round of a stage of matches holds its `draw`: the player on each line of each bracket (0: a bye), and
    "replaced", which lists in which match whom a substitute replaces.
    """

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="drawing")
    proposal = models.JSONField(null=True, blank=True, validators=[HasShape("proposal of a round")])
    draw = models.JSONField(default=dict, blank=True, validators=[HasShape("draw")])

    objects = RoundDrawingQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.round)


DRAWN = tuple(field for field in RoundDrawing._meta.concrete_fields if not field.primary_key)


class Game(models.Model):
    """One board of a round, or the round of a player without an opponent (`black` and `board` empty).

    `white` is the player who has White in chess and who plays first in Scrabble. `version` guards against two arbiters
    who overwrite each other. An adjourned game is open. A penalty is taken off the player's score, a deduction off the
    points. A provisional result waits for somebody else to check it.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="games")
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    match = models.ForeignKey(TeamMatch, models.CASCADE, related_name="games", null=True, blank=True)
    match_board = models.PositiveSmallIntegerField(_("board of the match"), null=True, blank=True)
    white = models.ForeignKey(Player, models.CASCADE, related_name="games_as_white")
    black = models.ForeignKey(Player, models.CASCADE, related_name="games_as_black", null=True, blank=True)
    result = models.CharField(_("result"), max_length=2, choices=Result, default=Result.OPEN, blank=True)
    white_score = models.SmallIntegerField(_("score of the first player"), null=True, blank=True)
    black_score = models.SmallIntegerField(_("score of the second player"), null=True, blank=True)
    is_adjourned = models.BooleanField(_("adjourned"), default=False)
    white_penalty = models.PositiveSmallIntegerField(_("penalty of the first player"), default=0)
    black_penalty = models.PositiveSmallIntegerField(_("penalty of the second player"), default=0)
    white_deduction = models.DecimalField(
        _("points deducted from the first player"), max_digits=4, decimal_places=1, default=Decimal(0)
    )
    black_deduction = models.DecimalField(
        _("points deducted from the second player"), max_digits=4, decimal_places=1, default=Decimal(0)
    )
    # The points of both sides instead of the usual ones, for one result: `tournaments.domain.desk.decided_points`.
    decided_points = models.CharField(_("points of the game"), max_length=16, blank=True)
    version = models.PositiveIntegerField(default=0)
    is_provisional = models.BooleanField(_("not checked yet"), default=False)
    checked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    checked_at = models.DateTimeField(null=True, blank=True, validators=[check_year])
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    entered_at = models.DateTimeField(null=True, blank=True, validators=[check_year])
    # By FIDE's rules a mistake in an older round is corrected for the rating report alone (C.04.2, 4.3); "" for none.
    rating_result = models.CharField(_("result for the rating report"), max_length=2, choices=Result, blank=True)
    provenance = models.CharField(_("source of the result"), max_length=8, choices=Provenance, blank=True)

    # False where a query has found that its players have reported nothing, that nobody noted anything, or no call.
    has_player_reports = has_notes = has_open_call = True

    class Meta:
        ordering = ["round", F("board").asc(nulls_last=True), "pk"]
        indexes = [models.Index("round", name="open_games", condition=Q(result=Result.OPEN, black__isnull=False))]
        constraints = [
            models.UniqueConstraint(fields=["round", "board"], name="one_game_per_board"),
            models.UniqueConstraint(fields=["match", "match_board"], name="one_game_per_board_of_a_match"),
            models.UniqueConstraint(fields=["round", "white"], name="white_once_per_round"),
            models.UniqueConstraint(fields=["round", "black"], name="black_once_per_round"),
            models.CheckConstraint(condition=Q(black=None) | ~Q(white=F("black")), name="nobody_meets_himself"),
            models.CheckConstraint(
                condition=Q(black=None, result__in=WITHOUT_OPPONENT)
                | (Q(black__isnull=False) & ~Q(result__in=WITHOUT_OPPONENT)),
                name="result_fits_opponent",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.board}"

    @property
    def seats(self) -> str:
        """Return who sits at the board by number, White first: "5-12"; "" without an opponent."""
        return f"{self.white.number}-{self.black.number}" if self.black else ""


class PlayOff(models.Model):
    """A game of a play-off, a lot or an arbiter's decision: it counts for its match and for nothing else.

    It belongs to the round of the match's last game. `rule` is one of `pairing.brackets.deciding`. Of a lot and of a
    decision `white` is the winner. Teams are `first` and `second` instead: a rapid match of all boards is one row.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="play_offs")
    match_key = models.CharField(max_length=12)
    place = models.PositiveSmallIntegerField()
    rule = models.CharField(max_length=12)
    white = models.ForeignKey(Player, models.CASCADE, related_name="+", null=True, blank=True)
    black = models.ForeignKey(Player, models.CASCADE, related_name="+", null=True, blank=True)
    first = models.ForeignKey(Team, models.CASCADE, related_name="+", null=True, blank=True)
    second = models.ForeignKey(Team, models.CASCADE, related_name="+", null=True, blank=True)
    result = models.CharField(_("result"), max_length=2, choices=Result)

    class Meta:
        ordering = ["round", "match_key", "place"]
        constraints = [
            models.UniqueConstraint(fields=["round", "match_key", "place"], name="one_play_off_game_per_place"),
            models.CheckConstraint(
                condition=Q(white__isnull=False, black__isnull=False, first=None, second=None)
                | Q(white=None, black=None, first__isnull=False, second__isnull=False),
                name="play_off_of_players_or_teams",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.match_key}: {self.rule}"

    @property
    def sides(self) -> tuple[Player | Team, Player | Team]:
        """Return both players, the one with White, or named first, before the other."""
        one, other = (self.white or self.first), (self.black or self.second)
        assert one and other
        return one, other
