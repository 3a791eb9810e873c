"""How a game can end, and the check of a result that was sent: the value to store, or a refusal."""

from typing import Any, NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.disciplines import GameRules, rules_of


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
REQUESTED = [Result.HALF_POINT_BYE, Result.ABSENT, Result.FULL_POINT_BYE]  # can be noted for rounds to come

FORFEITS = (Result.WHITE_FORFEIT, Result.BLACK_FORFEIT, Result.DOUBLE_FORFEIT)
UNRATED = (Result.WHITE_UNRATED, Result.DRAW_UNRATED, Result.BLACK_UNRATED)
DERIVED = (Result.WHITE, Result.DRAW, Result.BLACK)

UNKNOWN = sentence("result-unknown", gettext_noop("“{result}” is not a result."))
MISSING = sentence("result-missing", gettext_noop("There is no result."))
NO_GAME = sentence("bye-for-pairing", gettext_noop("Both players are paired: neither can have a bye or be absent."))
NO_SCORES = sentence("scores-not-kept", gettext_noop("This result can’t have scores."))
SCORE_MISSING = sentence("score-missing", gettext_noop("Both scores are needed."))
SCORE_RANGE = sentence("score-out-of-range", gettext_noop("A score must be between {low} and {high}, not {score}."))
NO_DRAW = sentence("no-draw", gettext_noop("This game cannot end in a draw."))
ADJOURNED = sentence("adjourned-with-result", gettext_noop("An adjourned game has no result yet."))
CONTRADICTION = sentence("result-contradicts-scores", gettext_noop("The result does not agree with the scores."))


class Value(NamedTuple):
    """The value of one board: a code of `Result` and, where the game has them, both scores. An adjourned game is open.

    Only a value as it was sent, before `settle`, can have None as its result: the result follows from the scores.
    """

    result: str | None = Result.OPEN
    white_score: int | None = None
    black_score: int | None = None
    is_adjourned: bool = False

    @classmethod
    def of(cls, game: Any) -> "Value":
        """Return the value of a game, or of a player's report about one."""
        return cls(game.result, game.white_score, game.black_score, getattr(game, "is_adjourned", False))


ADJOURNED_GAME = Value(is_adjourned=True)


def settle(discipline: str, wanted: Value) -> Value:
    """Return the value to store for a paired board; where the game has scores, the result is derived from them.

    `wanted.result` is None where only the scores were sent. Raise Refusal for an impossible value.
    """
    if wanted.result is not None and wanted.result not in Result.values:
        raise Refusal(UNKNOWN, field="result", result=wanted.result)
    if wanted.result in WITHOUT_OPPONENT:
        raise Refusal(NO_GAME, field="result")
    if wanted.is_adjourned:
        if wanted != ADJOURNED_GAME:
            raise Refusal(ADJOURNED, field="result")
        return wanted
    rules = rules_of(discipline)
    if rules.score_range and wanted.result not in FORFEITS and not is_cleared(wanted):
        return settle_scores(rules, rules.score_range, wanted)
    if wanted.result is None:
        raise Refusal(MISSING, field="result")
    if wanted.white_score is not None or wanted.black_score is not None:
        raise Refusal(NO_SCORES, field="white_score")
    return wanted


def is_cleared(wanted: Value) -> bool:
    return wanted == Value()


def settle_scores(rules: GameRules, score_range: tuple[int, int], wanted: Value) -> Value:
    """Check both scores against what the game allows and derive the result from them."""
    white_score = check_score(score_range, "white_score", wanted.white_score)
    black_score = check_score(score_range, "black_score", wanted.black_score)
    white, draw, black = DERIVED
    result = draw
    if white_score != black_score:
        result = white if white_score > black_score else black
    elif not rules.allows_draw:
        raise Refusal(NO_DRAW, field="black_score")
    if wanted.result not in (None, Result.OPEN, result):
        raise Refusal(CONTRADICTION, field="result")
    return wanted._replace(result=result)


def check_score(score_range: tuple[int, int], field: str, score: int | None) -> int:
    """Return a score that the game allows. Raise Refusal for others, and where it is missing."""
    low, high = score_range
    if score is None:
        raise Refusal(SCORE_MISSING, field=field)
    if not low <= score <= high:
        raise Refusal(SCORE_RANGE, field=field, low=low, high=high, score=score)
    return score
