"""The criteria of the chess Olympiads: match points of the opponents without those of the weakest one.

They are rules of that event and not of C.07. Those of 2026 cut a bye instead of the weakest opponent.
"""

from __future__ import annotations

from decimal import Decimal

from tiebreaks.criteria.registry import criterion
from tiebreaks.facts.games import ZERO, Kind
from tiebreaks.facts.scoring import KIND_COUNTS
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.board_points import matches_of
from tiebreaks.table.table import Table
from tiebreaks.table.working import Term

WEAKEST = sentence("cut-weakest", gettext_noop("left out: the opponent with the fewest match points"))
BYE_REMOVED = sentence("bye-removed", gettext_noop("left out: the round of the bye (Olympiad rules of 2026)"))
BYES_AS_DRAWS = sentence(
    "byes-as-draws",
    gettext_noop("the opponent’s rounds without a pairing count as 1 match point each (Olympiad rules of 2026)"),
)


def opponents_terms(table: Table, number: int, by_game_points: bool) -> list[Term]:
    """Return the match points of each opponent, times the team's game points if wanted; the weakest one is cut.

    From 2026 on, a bye is cut instead of the weakest opponent.
    """
    by_rules_of_2026 = table.edition == "2026-03"
    terms = []
    for match in matches_of(table, number, with_open=True):
        weight = match.game_points if by_game_points else None
        if match.opponent is not None:
            strength, reason = _match_points(table, match.opponent, by_rules_of_2026)
            value = strength if weight is None else strength * weight
            terms.append(Term(match.round, value, match.opponent, strength, weight, reason=reason, kind=match.kind))
        elif match.kind == Kind.PAB and by_rules_of_2026:
            terms.append(Term(match.round, ZERO, base=ZERO, weight=weight, kind=match.kind, cut=BYE_REMOVED))
    return terms if any(term.cut for term in terms) else without_weakest(terms)


def without_weakest(terms: list[Term]) -> list[Term]:
    """Mark the term of the opponent with the fewest match points as cut; of several, the smallest term."""
    weakest = min(terms, key=lambda term: (term.base or ZERO, term.value), default=None)
    return [term._replace(cut=WEAKEST) if term is weakest else term for term in terms]


def _match_points(table: Table, number: int, by_rules_of_2026: bool) -> tuple[Decimal, str]:
    """Return an opponent's match points, and the reason if they differ from those in the standings, otherwise ""."""
    in_match_points = table.in_score("MP")
    score = in_match_points.score(number)
    if not by_rules_of_2026:
        return score, ""
    draw = in_match_points.scheme.draw
    byes = [g for g in in_match_points.games_of(number) if KIND_COUNTS[g.kind].requested]
    counted = score + sum((draw - game.points for game in byes), ZERO)
    return counted, BYES_AS_DRAWS if counted != score else ""


@criterion(
    "OSB",
    name=gettext_noop("Olympiad Sonneborn-Berger"),
    formula=gettext_noop(
        "Add up each opponent’s match points times the game points made against it, without the opponent with the"
        " fewest match points."
    ),
    rule="",
    scope=("teams",),
)
def olympiad_sonneborn_berger(table: Table, number: int) -> list[Term]:
    return opponents_terms(table, number, by_game_points=True)


@criterion(
    "OBH",
    name=gettext_noop("Olympiad Buchholz"),
    formula=gettext_noop("Add up the match points of all opponents, without the one with the fewest."),
    rule="",
    scope=("teams",),
)
def olympiad_buchholz(table: Table, number: int) -> list[Term]:
    return opponents_terms(table, number, by_game_points=False)
