"""Koya: points against opponents with at least half of the points (C.07 9.2)."""

from __future__ import annotations

from decimal import Decimal
from itertools import compress
from typing import TYPE_CHECKING

from tiebreaks.columns import Column, add_up
from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.table import Table

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
def koya(table: Table, chosen: ChosenCriterion) -> Column:
    rounds, limit = table.rounds, koya_limit(table, chosen) * table.rounds.scale
    strong = {number for number, score in table.scores.items() if score >= limit}
    wanted = [opponent in strong for opponent in rounds.opponents]
    return rounds.column(list(compress(rounds.points, wanted)), rounds.scale, wanted=wanted)


def koya_limit(table: Table, chosen: ChosenCriterion) -> Decimal:
    """Return the score that an opponent needs: half the maximum, shifted by L+n or L-n half points, or Ln percent."""
    games = _most_games(table)
    text = next((m.number for m in chosen.modifiers if m.letter == "L"), "50")
    if text[0] in "+-":
        # A number with a decimal point means points, one without means half points.
        shift = Decimal(text) if "." in text else Decimal(text) / 2
        return table.scheme.win * games / 2 + shift
    return table.scheme.win * games * Decimal(text) / 100


def _most_games(table: Table) -> int:
    """Return the most games that a player can have had so far: in an odd round robin, one fewer per cycle."""
    rounds = table.rounds
    return max(add_up([opponent is not None for opponent in rounds.opponents], rounds.parts), default=0)
