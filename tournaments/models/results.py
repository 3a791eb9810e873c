"""How a game can end."""

from django.db import models
from django.utils.translation import gettext_lazy as _


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
