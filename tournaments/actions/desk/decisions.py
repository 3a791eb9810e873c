"""What an arbiter decides about a player of a round: a penalty, deducted points, a game's points, the kind of a bye."""

from decimal import Decimal
from typing import Any

from tiebreaks.facts.round_factors import scheme_in_round
from tiebreaks.facts.scoring import outcome
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import REASON_NEEDED, check_end, check_right
from tournaments.actions.players.participation import KEPT_FROM_BYES
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.desk.decided_points import MOST, DecidedPoints
from tournaments.domain.desk.entry import Decision
from tournaments.domain.desk.results import WITHOUT_OPPONENT, Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.number_format import figure
from tournaments.models import Event, Game
from tournaments.queries.rounds.games import read_round_games
from tournaments.queries.standings.crosstable import make_scoring_scheme, read_players_crosstable

LARGEST_PENALTY = 2000
STEP = Decimal("0.5")

NO_ROUND = sentence("decision-player", gettext_noop("Player {number} has neither a board nor a bye in round {round}."))
CHANGED_MEANWHILE = sentence(
    "decision-changed", gettext_noop("Somebody else has changed this in the meantime. Check it and save again.")
)
PENALTY = sentence("penalty-range", gettext_noop("A penalty must be between 0 and {limit}."))
NO_PENALTY = sentence("penalty-without-scores", gettext_noop("Penalties are only for games with scores."))
DEDUCTION = sentence(
    "deduction-range", gettext_noop("Points can’t fall below zero: you can deduct at most {points} here.")
)
HALVES = sentence("deduction-halves", gettext_noop("Points are deducted in steps of one half."))
BOTH_POINTS = sentence("points-of-both", gettext_noop("Give the points of both players, or of neither."))
NO_RESULT = sentence("points-without-result", gettext_noop("Points belong to a result: enter it first."))
POINTS = sentence("points-range", gettext_noop("The points of a game are between 0 and {limit}."))
NO_BYE = sentence("bye-kind", gettext_noop("“{kind}” is not a kind of bye."))
PAIRED = sentence("bye-paired", gettext_noop("A player with an opponent can’t have a bye."))


def decide_about_player(event: Event, round_number: int, player: int, decision: Decision, by: Actor) -> Game:
    """Store a decision about one player, which always needs a reason, and return the game. Raise Refusal."""
    with writing(event) as event:
        game, side = find_decided_game(event, round_number, player)
        before = logged_decision(game, side)
        if decision.version != game.version:
            raise Refusal(CHANGED_MEANWHILE, field="version")
        if not decision.reason.strip():
            raise Refusal(REASON_NEEDED, field="reason")
        check_right(event, game, by)
        if decision.bye not in (None, game.result):
            check_end(game)
            game.result = check_bye_kind(game, decision.bye)
        game.decided_points = check_decided_points(event, game, decision)
        setattr(game, f"{side}_penalty", check_penalty(event, decision.penalty))
        setattr(game, f"{side}_deduction", check_deduction(event, game, side, decision.deduction))
        if logged_decision(game, side) == before:
            return game
        game.version += 1
        game.save()
        after = logged_decision(game, side)
        record(
            event, by, LogAction.DECIDE, game_id=game.pk, before={"player": player, **before},
            after={"player": player, **after}, reason=decision.reason,
        )  # fmt: skip
        return game


def find_decided_game(event: Event, round_number: int, player: int) -> tuple[Game, str]:
    """Return the game or bye of a player in a round, and their side: "white" or "black". Raise Refusal for none."""
    for game in read_round_games(event, round_number):
        if game.white.number == player:
            return game, "white"
        if game.black and game.black.number == player:
            return game, "black"
    raise Refusal(NO_ROUND, field="player", number=player, round=round_number)


def logged_decision(game: Game, side: str) -> dict[str, Any]:
    """Return what a decision may change, as the log stores it."""
    further = {} if game.black_id else {"bye": game.result}
    if game.decided_points:
        further["decided_points"] = game.decided_points
    return {
        "penalty": getattr(game, f"{side}_penalty"),
        "deduction": str(getattr(game, f"{side}_deduction")),
        **further,
    }


def check_bye_kind(game: Game, kind: str) -> str:
    if game.black_id:
        raise Refusal(PAIRED, field="bye")
    if kind not in WITHOUT_OPPONENT:
        raise Refusal(NO_BYE, field="bye", kind=kind)
    if kind == Result.HALF_POINT_BYE != game.result and game.white.no_half_byes:
        raise Refusal(KEPT_FROM_BYES, field="bye", player=game.white.name)
    return kind


def check_decided_points(event: Event, game: Game, decision: Decision) -> str:
    """Return the points of both sides as they are stored, "" where they are the usual ones."""
    white, black = decision.white_points, decision.black_points
    if white is None and black is None:
        return ""
    if white is None or black is None:
        raise Refusal(BOTH_POINTS, field="white_points" if white is None else "black_points")
    if not game.black_id or game.result == Result.OPEN:
        raise Refusal(NO_RESULT, field="white_points")
    if not (0 <= white <= MOST and 0 <= black <= MOST):
        raise Refusal(POINTS, field="white_points", limit=figure(MOST))
    scheme = scheme_in_round(make_scoring_scheme(event), event.round_factors, game.round.number)
    usual = tuple(outcome(letter, has_opponent=True, scheme=scheme)[1] for letter in game.result)
    return "" if (white, black) == usual else str(DecidedPoints(game.result, white, black))


def check_penalty(event: Event, penalty: int) -> int:
    if penalty and not event.game.has_scores:
        raise Refusal(NO_PENALTY, field="penalty")
    if not 0 <= penalty <= LARGEST_PENALTY:
        raise Refusal(PENALTY, field="penalty", limit=LARGEST_PENALTY)
    return penalty


def check_deduction(event: Event, game: Game, side: str, deduction: Decimal) -> Decimal:
    """Refuse to deduct more points than the player has, and round the deduction to one decimal."""
    if deduction % STEP:
        raise Refusal(HALVES, field="deduction")
    if deduction:
        player = game.black if side == "black" and game.black else game.white
        most = read_players_crosstable(staff_reader(event)).total_points(player.number) + getattr(
            game, f"{side}_deduction"
        )
        if not 0 <= deduction <= most:
            raise Refusal(DEDUCTION, field="deduction", points=figure(max(most, Decimal(0))))
    return Decimal(deduction).quantize(Decimal("0.1"))
