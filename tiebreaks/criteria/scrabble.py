"""Criteria of game scores: spread and sum of scores in Scrabble, also used by pétanque."""

from tiebreaks.criteria.registry import criterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Game, Kind
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.table import Table
from tiebreaks.table.working import Term

PENALTY = sentence("penalty", gettext_noop("a penalty, deducted from the player’s score"))
CAPPED = sentence("capped", gettext_noop("counts only up to the largest spread allowed for one game"))


def credited_spread(facts: Crosstable, game: Game) -> int:
    """Return the difference of scores in a round; for an unplayed one the entered spread, or else the organiser's.

    Whoever wins by forfeit gets what the other one loses.
    """
    if game.own_score is not None:
        return game.own_score - (game.opponent_score or 0)
    by_kind = {
        Kind.PAB: facts.bye_spread,
        Kind.FPB: facts.bye_spread,
        Kind.FORFEIT_WIN: -facts.forfeit_spread,
        Kind.FORFEIT_LOSS: facts.forfeit_spread,
    }
    return by_kind.get(game.kind, 0)


def find_credit(facts: Crosstable, game: Game) -> int | None:
    """Return the spread that a round without play is credited with; None for games, and where nothing is credited."""
    is_credited = facts.game.has_scores and game.kind not in (Kind.PLAYED, Kind.OPEN)
    return (credited_spread(facts, game) or None) if is_credited else None


def counted_spread(table: Table, game: Game) -> int:
    """Return the spread of a round as it counts: at most the largest spread allowed for one game."""
    full, cap = credited_spread(table.facts, game), table.facts.spread_cap
    return full if cap is None else max(-cap, min(cap, full))


@criterion(
    "SPREAD",
    name=gettext_noop("Spread"),
    formula=gettext_noop("Add up the player’s score minus the opponent’s over all rounds."),
    rule="",
    scope=("scrabble",),
)
def spread(table: Table, number: int) -> list[Term]:
    return [_spread(table, game) for game in table.games_of(number)] + penalties(table, number)


def _spread(table: Table, game: Game) -> Term:
    full, counted = credited_spread(table.facts, game), counted_spread(table, game)
    if counted == full:
        return Term(game.round, counted, game.opponent, full, kind=game.kind)
    return Term(game.round, counted, game.opponent, full, reason=CAPPED, kind=game.kind, expression=(full,))


@criterion(
    "SCORE",
    name=gettext_noop("Sum of scores"),
    formula=gettext_noop("Add up the player’s scores in all games played."),
    rule="",
    scope=("scrabble", "petanque"),
)
def sum_of_scores(table: Table, number: int) -> list[Term]:
    played = [g for g in table.games_of(number) if g.kind == Kind.PLAYED]
    return [Term(g.round, g.own_score or 0, g.opponent) for g in played] + penalties(table, number)


def penalties(table: Table, number: int) -> list[Term]:
    """Return the penalties as terms; they count in full, outside the largest spread allowed for one game."""
    return [Term(g.round, -g.penalty, g.opponent, reason=PENALTY) for g in table.games_of(number) if g.penalty]
