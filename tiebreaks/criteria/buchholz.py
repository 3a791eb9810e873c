"""The Buchholz family: how strong the opponents were (C.07, article 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiebreaks.columns import Column, add_up, exact
from tiebreaks.criteria.ratings import NO_GAME
from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.scoring import KIND_COUNTS
from tiebreaks.table import Table
from tiebreaks.unplayed import NOTHING, counted_opponents, unplayed_rounds, with_last_round_drawn
from tiebreaks.working import MEAN_OF_TERMS, Number, Remark, Term

if TYPE_CHECKING:
    from tiebreaks.notation import ChosenCriterion


@criterion(
    "BH",
    name=gettext_noop("Buchholz"),
    formula=gettext_noop("Add up the scores of all opponents."),
    rule="C.07 8.1",
    modifiers="CMP",
    scope=("swiss",),
    scores=("MP", "GP"),
)
def buchholz(table: Table) -> Column:
    return counted_opponents(table).column()


@criterion(
    "FB",
    name=gettext_noop("Fore Buchholz"),
    formula=gettext_noop("Add up the scores of all opponents as if every game of the last round were drawn."),
    rule="C.07 8.3",
    modifiers="CMP",
    scope=("swiss",),
    scores=("MP", "GP"),
)
def fore_buchholz(table: Table) -> Column:
    return buchholz(table.variant(with_last_round_drawn))


@criterion(
    "AOB",
    name=gettext_noop("Average of opponents’ Buchholz"),
    formula=gettext_noop("Take the average of the Buchholz scores of the opponents played over the board."),
    rule="C.07 8.2",
    modifiers="F",
    scope=("swiss",),
    from_sum=MEAN_OF_TERMS,
    why_undefined=lambda table, chosen: Remark(NO_GAME),
    scores=("MP", "GP"),
)
def average_of_opponents_buchholz(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    scores = buchholz_scores(table.variant(with_last_round_drawn) if chosen.has_modifier("F") else table)
    return [
        Term(g.round, scores[g.opponent], g.opponent)
        for g in table.games_of(number)
        if KIND_COUNTS[g.kind].over_the_board and g.opponent is not None
    ]


@criterion(
    "SBH",
    name=gettext_noop("Refined Buchholz"),
    formula=gettext_noop("Add up the Buchholz scores of all opponents."),
    rule="",
    modifiers="CM",
    scope=("swiss",),
    scores=("MP", "GP"),
)
def refined_buchholz(table: Table) -> Column:
    """For an unplayed round, count the player's own Buchholz score; 0 in the edition "plain"."""
    rounds, strengths, reasons, voluntary = counted_opponents(table)
    scores = dict(zip(rounds.numbers, add_up(strengths, rounds.starts), strict=True))
    unplayed = {} if table.is_round_robin else {position: number for number, position in unplayed_rounds(table)}
    reasons = {position: reason for position, reason in reasons.items() if position in unplayed}
    values = [
        scores[opponent]
        if opponent and position not in unplayed
        else 0
        if reasons.get(position) == NOTHING
        else scores[unplayed[position]]
        for position, opponent in enumerate(rounds.opponents)
    ]
    return rounds.column(values, rounds.scale, reasons=reasons, voluntary=voluntary)


def buchholz_scores(table: Table) -> dict[int, Number]:
    """Return everybody's uncut Buchholz score."""

    def compute() -> dict[int, Number]:
        rounds, strengths, *_ = counted_opponents(table)
        return {
            number: exact(score, rounds.scale)
            for number, score in zip(rounds.numbers, add_up(strengths, rounds.starts), strict=True)
        }

    return table.compute_once("buchholz", compute)
