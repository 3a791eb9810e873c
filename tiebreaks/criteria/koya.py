"""Koya: points against opponents with at least half of the points (C.07 9.2).

Half of what can be reached so far: while the event runs, the limit grows with it (decision 2). A forfeit is a game in a
round robin (15.2) and none in a Swiss event, as for every other criterion of opponents.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import compress
from typing import NamedTuple, cast

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.criteria.registry import column_criterion
from tiebreaks.facts.games import ZERO
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.columns import Column, add_up
from tiebreaks.table.table import Table
from tiebreaks.table.working import LIMIT, WorkingStep
from tiebreaks.values.expressions import Expression


def koya_limit(table: Table, chosen: ChosenCriterion) -> WorkingStep:
    """Compute the score that an opponent needs: half the maximum, shifted by L+n or L-n half points, or Ln percent."""
    possible = _possible_points(table)
    text = next((m.number for m in chosen.modifiers if m.letter == "L"), "50")
    if text[0] in "+-":
        # A number with a decimal point means points, one without means half points.
        shift = Decimal(text) if "." in text else Decimal(text) / 2
        sign, moved = ("-", -shift) if shift < 0 else ("+", shift)
        return WorkingStep(LIMIT, possible.value / 2 + shift, (*possible.said, "÷", 2, sign, moved))
    share = ("÷", 2) if text == "50" else ("×", Decimal(text), "÷", 100)
    return WorkingStep(LIMIT, possible.value * Decimal(text) / 100, (*possible.said, *share))


class Possible(NamedTuple):
    """The most points that a player can have made so far, and how they are said."""

    value: Decimal
    said: Expression


def _possible_points(table: Table) -> Possible:
    if table.facts.round_factors:
        most = _most_points(table)
        return Possible(most, (most,))
    win, games = table.scheme.win, _most_games(table)
    return Possible(win * games, (win, "×", games))


def _most_points(table: Table) -> Decimal:
    """Return the most points where rounds do not count alike: in a round robin, of the games that somebody had."""
    rounds, facts = table.rounds, table.facts
    if not table.is_round_robin:
        return facts.possible_points(table.rounds_so_far)
    wins = [facts.scheme_of(game.round).win if game.opponent else ZERO for game in rounds.games]
    return max(add_up(wins, rounds.parts), default=ZERO)


def _most_games(table: Table) -> int:
    """Return the most games that a player can have had so far: in an odd round robin, one fewer per cycle."""
    if not table.is_round_robin:
        return table.rounds_so_far
    rounds = table.rounds
    return max(add_up([opponent is not None for opponent in rounds.opponents], rounds.parts), default=0)


@column_criterion(
    "KS",
    name=gettext_noop("Koya system"),
    formula=gettext_noop("Add up the points made against opponents who scored at least half of the possible points."),
    rule="C.07 9.2",
    modifiers="L",
    scope=("round-robin",),
    scores=("MP", "GP"),
    limit=koya_limit,
    by_modifiers=True,
)
def koya(table: Table, chosen: ChosenCriterion) -> Column:
    rounds, needed = table.rounds, cast("Decimal", koya_limit(table, chosen).value) * table.rounds.scale
    strong = {number for number, score in table.scores.items() if score >= needed}
    are_games = table.with_forfeits().are_games if table.is_round_robin else table.are_games
    wanted = [opponent in strong and is_game for opponent, is_game in zip(rounds.opponents, are_games, strict=True)]
    return rounds.column(list(compress(rounds.points, wanted)), rounds.scale, wanted=wanted)
