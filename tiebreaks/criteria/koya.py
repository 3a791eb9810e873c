"""Koya: points against opponents with at least half of the points (C.07 9.2)."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.table import Table
from tiebreaks.working import Term

if TYPE_CHECKING:
    from tiebreaks.notation import ChosenCriterion


@criterion(
    "KS",
    name=gettext_noop("Koya system"),
    formula=gettext_noop("Add up the points made against opponents who scored at least half of the possible points."),
    rule="C.07 9.2",
    modifiers="L",
    scope=("round-robin",),
    scores=("MP", "GP"),
)
def koya(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    limit = koya_limit(table, chosen)
    return [
        Term(g.round, g.points, g.opponent, kind=g.kind)
        for g in table.games_of(number)
        if g.opponent is not None and table.score(g.opponent) >= limit
    ]


def koya_limit(table: Table, chosen: ChosenCriterion) -> Decimal:
    """Return the score that an opponent needs: half the maximum, shifted by L+n or L-n half points, or Ln percent."""
    games = table.compute_once("most games", lambda: _most_games(table))
    text = next((m.number for m in chosen.modifiers if m.letter == "L"), "50")
    if text[0] in "+-":
        # A number with a decimal point means points, one without means half points.
        shift = Decimal(text) if "." in text else Decimal(text) / 2
        return table.scheme.win * games / 2 + shift
    return table.scheme.win * games * Decimal(text) / 100


def _most_games(table: Table) -> int:
    """Return the most games that a player can have had so far: in an odd round robin, one fewer per cycle."""
    return max(sum(g.opponent is not None for g in table.games_of(n)) for n in table.facts.players)
