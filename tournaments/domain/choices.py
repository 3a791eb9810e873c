"""The choices of the models' fields."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class EventStatus(models.IntegerChoices):
    """How far an event is for the public; lists of events show them in this order."""

    RUNNING = 1, _("Running")
    COMING = 2, _("Upcoming")
    OVER = 3, _("Finished")


class System(models.TextChoices):
    SWISS = "swiss", _("Swiss system")
    ROUND_ROBIN = "round-robin", _("Round robin")


class EarlyWithdrawals(models.TextChoices):
    """How the results of a player count who withdraws from a round robin before half of the games."""

    COUNT = "count", _("results count")
    DROP = "drop", _("results count for nobody")


class RatingMethod(models.TextChoices):
    """The rating that players have in an event, by the codes of FIDE's tournament file."""

    FIDON = "FIDON", _("FIDE’s rating, otherwise the national one")
    FIDE = "FIDE", _("FIDE’s rating alone")
    NRO = "NRO", _("the national rating alone")
    NIDOF = "NIDOF", _("the national rating, otherwise FIDE’s")
    HBFN = "HBFN", _("the higher one of the two")
    OTHER = "OTHER", _("a rating of the event’s own")


class TiebreakRatings(models.TextChoices):
    """Which of several ratings of a player count in rating tie-breaks (C.07, article 10)."""

    FIRST = "first", _("the first one")
    EACH = "each", _("the one of each round")
    LAST = "last", _("the last one")


class Edition(models.TextChoices):
    """The edition of FIDE's tie-break regulations that an event was announced under."""

    PLAIN = "plain", _("Real points (no special treatment of unplayed rounds)")
    PRE_2023 = "pre-2023", _("FIDE before September 2023 (virtual opponent)")
    FROM_2023_09 = "2023-09", _("FIDE from September 2023")
    FROM_2024_04 = "2024-04", _("FIDE from April 2024")
    FROM_2024_08 = "2024-08", _("FIDE from August 2024")
    FROM_2026_03 = "2026-03", _("FIDE from March 2026")


class Verification(models.TextChoices):
    """How a second person checks each result."""

    OFF = "off", _("no second check")
    LOOK = "look", _("somebody else checks each result and confirms it")
    BLIND = "blind", _("somebody else enters each result again without seeing it")


class Berlin(models.TextChoices):
    """What the Berlin score of a drawn match decides: the sum of the boards, board 1 weighing most."""

    NOT = "", _("no")
    ADVANCE = "advance", _("who advances only")
    POINTS = "points", _("the match points")


class TeamScore(models.TextChoices):
    """Which of the two scores comes first in a team event."""

    MATCH_POINTS = "MP", _("match points")
    GAME_POINTS = "GP", _("game points")


class BoardPrize(models.TextChoices):
    """What decides who is the best player of a board in a team event."""

    PERCENT = "percent", _("share of the points")
    POINTS = "points", _("points")
    PERFORMANCE = "performance", _("performance")


class BoardOf(models.TextChoices):
    """Which board a player of a team event belongs to in the lists of boards."""

    LIST = "list", _("the place in the team’s list; players after the last board are reserves")
    SEAT = "seat", _("the board where the player sat most often")


class RatingKind(models.TextChoices):
    """In which order the ratings of a list count in an event: usually the one for games of its length comes first."""

    STANDARD = "standard", _("standard")
    RAPID = "rapid", _("rapid, otherwise standard")
    BLITZ = "blitz", _("blitz, otherwise standard")
    ANY = "any", _("standard, otherwise rapid or blitz")
    RAPID_ALONE = "rapid-1", _("rapid alone")
    BLITZ_ALONE = "blitz-1", _("blitz alone")
    NONE = "none", _("none: nobody is compared with the lists")

    @property
    def order(self) -> tuple[str, ...]:
        """Return the kinds of ratings that count, the first one that somebody has."""
        return RATINGS_IN_ORDER[self.value]


KINDS_OF_RATINGS = {"standard": _("standard"), "rapid": _("rapid"), "blitz": _("blitz")}
RATINGS_IN_ORDER = {
    "standard": ("standard",),
    "rapid": ("rapid", "standard"),
    "blitz": ("blitz", "standard"),
    "any": ("standard", "rapid", "blitz"),
    "rapid-1": ("rapid",),
    "blitz-1": ("blitz",),
    "none": (),
}


class RatedBy(models.TextChoices):
    """For which lists the games count."""

    NOT_SAID = "", _("not stated")
    FIDE = "fide", _("by FIDE")
    NATIONAL = "national", _("nationally")
    BOTH = "both", _("by FIDE and nationally")
    NOBODY = "nobody", _("not rated")


class Side(models.TextChoices):
    WHITE = "w", _("first player")
    BLACK = "b", _("second player")


class PrizeSharing(models.TextChoices):
    """How the prizes of players with equal points are divided; `domain/standings/prizes.py` does it."""

    PLACE = "place", _("by place: tie-breaks decide, nothing is divided")
    EQUAL = "equal", _("equally among all with the same points")
    HORT = "hort", _("Hort: half by place, half equally")


class SpecialPrize(models.TextChoices):
    """The lists of prizes that go by no place. The colon keeps their keys apart from those of categories."""

    PERFORMANCE = ":performance", _("best performance")
    RATING = ":rating", _("best score against rating")
    HAND = ":hand", _("special prizes")


class MatchEnd(models.TextChoices):
    """What the boards of a match do not say: that it was forfeited, or why there is no opponent."""

    BOARDS = "", _("decided on the boards")
    FORFEIT_WIN = "+-", _("forfeited by the second team")
    FORFEIT_LOSS = "-+", _("forfeited by the first team")
    DOUBLE_FORFEIT = "--", _("forfeited by both teams")
    BYE = "U", _("bye")
    FULL_POINT_BYE = "F", _("full-point bye")
    HALF_POINT_BYE = "H", _("half-point bye")
    ABSENT = "Z", _("absent")


UNMATCHED = [MatchEnd.BYE, MatchEnd.FULL_POINT_BYE, MatchEnd.HALF_POINT_BYE, MatchEnd.ABSENT]


class JobState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


UNFINISHED = (JobState.WAITING, JobState.RUNNING)


class Slide(models.TextChoices):
    """One part of a projector's rotation."""

    STANDINGS = "standings", _("Standings")
    BOARDS = "boards", _("Boards and results of the running round")
    NAMES = "names", _("Pairings by name")
    RACE = "race", _("Places round by round")
    BRACKET = "bracket", _("Bracket")
    CODE = "code", _("QR code of the event")


class Purpose(models.TextChoices):
    """What an uploaded file is imported as."""

    PLAYERS = "players"
    GAMES = "games"
    EVENT = "event"


class Provenance(models.TextChoices):
    """Where the result of a board comes from; empty for an open board, and where an old archive does not say."""

    STAFF = "staff", _("entered by hand")
    PLAYERS = "players", _("both players")
    FILE = "file", _("from the file")
    COMMAND = "command", _("a command on the server")


class NoteKind(models.TextChoices):
    """What arbiters note at a board."""

    ILLEGAL = "illegal", _("illegal move")
    AGAIN = "again", _("second illegal move")
    TIME = "time", _("time added")
    PROTEST = "protest", _("protest")
    CLAIM = "claim", _("claim")
    OTHER = "other", _("other")


class DoorKind(models.TextChoices):
    SIGNED_IN = "signed-in", _("signed in")
    REFUSED = "refused", _("wrong name or password")
    SIGNED_OUT = "signed-out", _("signed out")
    ENDED = "ended", _("signed out other browsers")
    LINK = "link", _("used a sign-in link")
    PASSWORD = "password", _("set a password")
    DENIED = "denied", _("was denied a page")
    LINK_MADE = "link-made", _("was given a sign-in link")
    DEACTIVATED = "closed", _("account deactivated")
    REACTIVATED = "reopened", _("account reactivated")
    RIGHTS = "rights", _("right to create events changed")
    WRONG_CODE = "wrong-code", _("wrong second factor")
    RECOVERY = "recovery", _("used a recovery code")
    NEW_CODES = "new-codes", _("made new recovery codes")
    FACTOR_ADDED = "added", _("added a second factor")
    FACTOR_REMOVED = "removed", _("removed a second factor")
    WRONG_SLIP = "wrong-slip", _("wrong code of a slip")
    FACTOR_RESET = "reset", _("second factor reset by an admin")
    LINK_GIVEN = "link-given", _("made a sign-in link")
    TOKEN = "token", _("made an API token")
    LEADER = "leader", _("gave the role of owner or chief arbiter")
    WEBHOOK = "webhook", _("added a webhook")
    DOWNLOAD = "download", _("downloaded a backup")


# What somebody who found an open browser could keep: the account's own page lists it.
OUTLASTING = (
    *(DoorKind.LINK_MADE, DoorKind.LINK_GIVEN, DoorKind.TOKEN, DoorKind.LEADER, DoorKind.WEBHOOK, DoorKind.DOWNLOAD),
    *(DoorKind.FACTOR_ADDED, DoorKind.FACTOR_REMOVED, DoorKind.NEW_CODES, DoorKind.PASSWORD),
)


class TokenKind(models.TextChoices):
    SLIP = "slip", _("slip of one board")
    DISPLAY = "display", _("screen")
    INVITATION = "invitation", _("invitation")
    API = "api", _("access for programs")
    CODE = "code", _("typed code of a slip")


class Scope(models.TextChoices):
    """What a program may do with an API token; everybody may read public events without one."""

    READ = "read", _("read the event while it is not public")
    PLAYERS = "players", _("enter and change players and teams")
    CHECK_IN = "checkin", _("check players in")
    RESULTS = "results", _("enter results")
    PAIRINGS = "pairings", _("draw, publish and remove rounds")
    SETTINGS = "settings", _("change settings")
    EVENTS = "events", _("create events")


# What only a token of the whole site can be for.
OF_SITE = frozenset({Scope.EVENTS})


class MirrorLinkState(models.TextChoices):
    """How the server that shows an event answered last."""

    STARTING = "starting", _("not answered yet")
    SHOWN = "shown", _("shown")
    REFUSED = "refused", _("refused")


class WebhookKind(models.TextChoices):
    """What webhooks send."""

    RESULT = "result", _("a result was entered or changed")
    ROUND_PUBLISHED = "round-published", _("a round was published")
    ROUND_FINISHED = "round-finished", _("all results of a round are in")
    STANDINGS = "standings", _("the table has changed")
