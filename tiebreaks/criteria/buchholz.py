"""The Buchholz family: how strong the opponents were (C.07, article 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiebreaks.criteria.ratings import NO_GAME
from tiebreaks.order.registry import criterion
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.columns import Column, add_up
from tiebreaks.table.table import Table
from tiebreaks.table.unplayed import NOTHING, counted_opponents, unplayed_rounds, with_last_round_drawn
from tiebreaks.table.working import MEAN_OF_TERMS, Remark

if TYPE_CHECKING:
    from tiebreaks.order.notation import ChosenCriterion


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
    why_undefined=lambda _table, _chosen: Remark(NO_GAME),
    scores=("MP", "GP"),
)
def average_of_opponents_buchholz(table: Table, chosen: ChosenCriterion) -> Column:
    of_table = table.variant(with_last_round_drawn) if chosen.has_modifier("F") else table
    return table.column_of_opponents(*buchholz_scores(of_table))


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
    rounds, _, dummies, *_, voluntary = counted_opponents(table)
    scores, scale = buchholz_scores(table)
    unplayed = {} if table.is_round_robin else {position: number for number, position in unplayed_rounds(table)}
    values = [
        scores[opponent]
        if opponent and position not in unplayed
        else 0
        if dummies.get(position) == NOTHING
        else scores[unplayed[position]]
        for position, opponent in enumerate(rounds.opponents)
    ]
    return rounds.column(values, scale, reason=lambda at: dummies.get(at, ""), voluntary=voluntary)


def buchholz_scores(table: Table) -> tuple[dict[int, int], int]:
    """Return everybody's uncut Buchholz score in 1/scale, and the scale."""

    def compute() -> tuple[dict[int, int], int]:
        rounds, strengths, *_ = counted_opponents(table)
        return dict(zip(rounds.numbers, add_up(strengths, rounds.parts), strict=True)), rounds.scale

    return table.compute_once("buchholz", compute)
