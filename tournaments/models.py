"""The facts of an event: who takes part, who meets whom, what was entered.

Nothing is computed here and nothing derived is stored: standings come from `tiebreaks`, writes go through
`tournaments.actions`, and reads that are more than a filter stand in `tournaments.queries`.
"""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Discipline(models.TextChoices):
    CHESS = "chess", _("Chess")
    SCRABBLE = "scrabble", _("Scrabble")
    PETANQUE = "petanque", _("Pétanque")


class System(models.TextChoices):
    SWISS = "swiss", _("Swiss system")
    ROUND_ROBIN = "round-robin", _("Round robin")


class Edition(models.TextChoices):
    """The edition of FIDE's tie-break regulations that an event was announced under."""

    PLAIN = "plain", _("Real points (no special treatment of unplayed rounds)")
    PRE_2023 = "pre-2023", _("FIDE before September 2023 (virtual opponent)")
    FROM_2023_09 = "2023-09", _("FIDE from September 2023")
    FROM_2024_04 = "2024-04", _("FIDE from April 2024")
    FROM_2024_08 = "2024-08", _("FIDE from August 2024")
    FROM_2026_03 = "2026-03", _("FIDE from March 2026")


class Event(models.Model):
    """One tournament with one table. `version` grows with every write; `epoch` changes on restore and re-import."""

    slug = models.SlugField(_("address"), unique=True, max_length=60)
    name = models.CharField(_("name"), max_length=120)
    place = models.CharField(_("place"), max_length=80, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    discipline = models.CharField(_("game"), max_length=10, choices=Discipline, default=Discipline.CHESS)
    system = models.CharField(_("system"), max_length=12, choices=System, default=System.SWISS)
    edition = models.CharField(_("edition of the rules"), max_length=10, choices=Edition, default=Edition.FROM_2026_03)
    planned_rounds = models.PositiveSmallIntegerField(_("number of rounds"), default=9)
    qualifying_places = models.PositiveSmallIntegerField(
        _("places that qualify"),
        null=True,
        blank=True,
        help_text=_("Such as 2 for a final: towards the end the table marks who is safe, possible and out."),
    )
    win_points = models.DecimalField(_("points for a win"), max_digits=4, decimal_places=1, default=Decimal(1))
    draw_points = models.DecimalField(_("points for a draw"), max_digits=4, decimal_places=1, default=Decimal("0.5"))
    loss_points = models.DecimalField(_("points for a loss"), max_digits=4, decimal_places=1, default=Decimal(0))
    bye_points = models.DecimalField(
        _("points for a pairing-allocated bye"), max_digits=4, decimal_places=1, default=Decimal(1)
    )
    tiebreaks = models.CharField(_("order of the criteria"), max_length=200, default="PTS,BH/C1,BH,SB,DE")
    unrated_rating = models.PositiveSmallIntegerField(_("rating of unrated players"), null=True, blank=True)
    spread_cap = models.PositiveSmallIntegerField(_("largest spread of one game"), null=True, blank=True)
    bye_spread = models.SmallIntegerField(_("spread of a bye"), default=50)
    forfeit_spread = models.SmallIntegerField(_("spread of a forfeit loss"), default=-50)
    lots_seed = models.PositiveIntegerField(_("seed for drawing lots"))
    accent = models.CharField(_("colour"), max_length=20, default="pine")
    is_demo = models.BooleanField(_("demo event"), default=False)
    is_public = models.BooleanField(_("visible to everybody"), default=True)
    version = models.PositiveBigIntegerField(_("version"), default=1, editable=False)
    epoch = models.CharField(_("epoch"), max_length=12, editable=False)
    changed_at = models.DateTimeField(_("changed at"), editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("event"), _("events")
        ordering = ["-starts_on", "name"]

    def __str__(self):
        return self.name


class Role(models.TextChoices):
    OWNER = "owner", _("Owner")
    CHIEF_ARBITER = "chief_arbiter", _("Chief arbiter")
    ARBITER = "arbiter", _("Arbiter")
    ENTRY = "entry", _("Result entry")
    CHECKIN = "checkin", _("Check-in")
    DISPLAY = "display", _("Display")


class Membership(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="memberships", verbose_name=_("event"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships", verbose_name=_("user")
    )
    role = models.CharField(_("role"), max_length=14, choices=Role)

    class Meta:
        verbose_name, verbose_name_plural = _("role in the event"), _("roles in the event")
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="one_role_per_event")]

    def __str__(self):
        return f"{self.user}: {self.get_role_display()}"


class Player(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="players", verbose_name=_("event"))
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=80)
    title = models.CharField(_("title"), max_length=4, blank=True)
    sex = models.CharField(_("sex"), max_length=1, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    national_rating = models.PositiveSmallIntegerField(_("national rating"), null=True, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    club = models.CharField(_("club or town"), max_length=60, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True)
    birth_date = models.CharField(
        _("date of birth"), max_length=10, blank=True, help_text=_("As in the file: never shown to the public.")
    )
    playoff = models.PositiveSmallIntegerField(_("place in the play-off"), null=True, blank=True)
    withdrawn_from = models.PositiveSmallIntegerField(_("withdrawn from round"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("player"), _("players")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_player_per_number")]

    def __str__(self):
        return self.name


class Stage(models.Model):
    """One line of an event's plan: some rounds by one pairing system, as `pairing.stages` knows them."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    order = models.PositiveSmallIntegerField()
    system = models.CharField(max_length=20)
    first_round = models.PositiveSmallIntegerField()
    last_round = models.PositiveSmallIntegerField()
    settings = models.JSONField(default=dict)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["event", "order"], name="one_stage_per_place")]

    def __str__(self):
        return f"{self.first_round}-{self.last_round}: {self.system}"


class Draft(models.Model):
    """A round that is being paired. It is no `Round` and has no games, so nothing public can see it.

    `proposal` is what the system gave, `boards` and `byes` are what the arbiter made of it, and `wishes` is what the
    next drawing keeps to. `based_on` is the version of the event that the system paired from, `revision` grows with
    every change.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="drafts")
    number = models.PositiveSmallIntegerField()
    proposal = models.JSONField()
    boards = models.JSONField()
    byes = models.JSONField()
    wishes = models.JSONField(default=dict)
    based_on = models.PositiveBigIntegerField()
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_draft_per_round")]

    def __str__(self):
        return f"{self.event}: {self.number}"


class Round(models.Model):
    """A published round. `proposal` is what the pairing system gave, whatever was changed by hand afterwards.

    `is_ahead` marks a round that was published before the earlier ones were played, as those of the groups are.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    starts_at = models.DateTimeField(_("begins at"), null=True, blank=True)
    proposal = models.JSONField(null=True, blank=True)
    is_ahead = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_round_per_number")]

    def __str__(self):
        return f"{self.event}: {self.number}"


class Result(models.TextChoices):
    """How a game ended: White's side, then Black's, in the letters of FIDE's tournament file.

    One letter alone is a round without an opponent. Every kind of unplayed round is its own value; none is derived
    from points.
    """

    OPEN = "", _("open")
    WHITE = "10", "1-0"
    DRAW = "==", "½-½"
    BLACK = "01", "0-1"
    WHITE_FORFEIT = "+-", _("1-0 forfeit")
    BLACK_FORFEIT = "-+", _("0-1 forfeit")
    DOUBLE_FORFEIT = "--", _("both absent")
    WHITE_UNRATED = "WL", _("1-0 unrated")
    DRAW_UNRATED = "DD", _("½-½ unrated")
    BLACK_UNRATED = "LW", _("0-1 unrated")
    BOTH_LOSE = "00", "0-0"
    WHITE_HALF = "=0", "½-0"
    BLACK_HALF = "0=", "0-½"
    BYE = "U", _("bye")
    FULL_POINT_BYE = "F", _("full-point bye")
    HALF_POINT_BYE = "H", _("half-point bye")
    ABSENT = "Z", _("absent")


WITHOUT_OPPONENT = [Result.BYE, Result.FULL_POINT_BYE, Result.HALF_POINT_BYE, Result.ABSENT]
REQUESTED = [Result.HALF_POINT_BYE, Result.ABSENT]


class Absence(models.Model):
    """A round in which a player asked not to be paired, with half a point or without."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="absences")
    round = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(max_length=1, choices=[(kind.value, kind.label) for kind in REQUESTED])

    class Meta:
        ordering = ["round"]
        constraints = [models.UniqueConstraint(fields=["player", "round"], name="one_absence_per_round")]

    def __str__(self):
        return f"{self.player}, {self.round}: {self.kind}"


class Game(models.Model):
    """One board of a round, or the round of a player without an opponent (`black` and `board` empty).

    `white` is the player who has White in chess and who plays first in Scrabble. `version` guards against two
    arbiters who overwrite each other.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="games")
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    white = models.ForeignKey(Player, models.CASCADE, related_name="games_as_white")
    black = models.ForeignKey(Player, models.CASCADE, related_name="games_as_black", null=True, blank=True)
    result = models.CharField(_("result"), max_length=2, choices=Result, default=Result.OPEN, blank=True)
    white_score = models.SmallIntegerField(_("score of the first player"), null=True, blank=True)
    black_score = models.SmallIntegerField(_("score of the second player"), null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    entered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", F("board").asc(nulls_last=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "board"], name="one_game_per_board"),
            models.UniqueConstraint(fields=["round", "white"], name="white_once_per_round"),
            models.UniqueConstraint(fields=["round", "black"], name="black_once_per_round"),
            models.CheckConstraint(condition=Q(black=None) | ~Q(white=F("black")), name="nobody_meets_himself"),
            models.CheckConstraint(
                condition=Q(black=None, result__in=WITHOUT_OPPONENT)
                | (Q(black__isnull=False) & ~Q(result__in=WITHOUT_OPPONENT)),
                name="result_fits_opponent",
            ),
        ]

    def __str__(self):
        return f"{self.round}/{self.board}"


class LogEntry(models.Model):
    """One line of the log: who did what, when, before and after. The database refuses changes while the event exists.

    `uuid` is the client's own number of an entry: unique in its event, and `answer` is what a replay gets again.
    Rows hold ids, not names; the actor has no database constraint so that an account can be removed.
    """

    event = models.ForeignKey(Event, models.DO_NOTHING, related_name="log", verbose_name=_("event"))
    version = models.PositiveBigIntegerField(_("version"))
    at = models.DateTimeField(_("time"))
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("user"),
    )
    role = models.CharField(_("role"), max_length=14, blank=True)
    action = models.CharField(_("action"), max_length=30)
    game_id = models.BigIntegerField(_("number of the game"), null=True)
    before = models.JSONField(_("before"), null=True)
    after = models.JSONField(_("after"), null=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    address = models.GenericIPAddressField(_("network address"), null=True)
    uuid = models.UUIDField(_("number of the entry"), null=True)
    answer = models.JSONField(_("answer"), null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("line of the log"), _("log")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["event", "game_id"])]
        constraints = [models.UniqueConstraint(fields=["event", "uuid"], name="one_entry_per_uuid")]

    def __str__(self):
        return f"{self.version}: {self.action}"


class SigninLink(models.Model):
    """A one-time sign-in link. Only the SHA-256 digest of its 128-bit token is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="signin_links")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self):
        return f"{self.user} until {self.expires_at}"
