"""The Buchholz family: how strong the opponents were (C.07, article 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.criteria.ratings import NO_GAME
from tiebreaks.criteria.registry import column_criterion
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.columns import Column, add_up
from tiebreaks.table.table import Table
from tiebreaks.table.unplayed import NOTHING, counted_opponents, unplayed_rounds, with_last_round_drawn
from tiebreaks.table.working import MEAN_OF_TERMS, Remark


@column_criterion(
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


@column_criterion(
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


@column_criterion(
    "AOB",
    name=gettext_noop("Average of opponents’ Buchholz"),
    formula=gettext_noop("Take the average of the Buchholz scores of the opponents played over the board."),
    rule="C.07 8.2",
    modifiers="F",
    scope=("swiss",),
    from_sum=MEAN_OF_TERMS,
    why_undefined=lambda _table, _chosen: Remark(NO_GAME),
    scores=("MP", "GP"),
    by_modifiers=True,
)
def average_of_opponents_buchholz(table: Table, chosen: ChosenCriterion) -> Column:
    scores = buchholz_scores(table.variant(with_last_round_drawn) if chosen.has_modifier("F") else table)
    return table.rounds_and_open.column_of_opponents(scores.by_number, scores.scale)


@column_criterion(
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
    counted, scores = counted_opponents(table), buchholz_scores(table).by_number
    strengths = [scores[opponent] if opponent else 0 for opponent in counted.rounds.opponents]
    if not table.is_round_robin:  # there, rounds without an opponent count for nothing
        for number, position in unplayed_rounds(table):
            strengths[position] = 0 if counted.dummies[position] == NOTHING else scores[number]
    return counted._replace(strengths=strengths, changed=()).column()


class BuchholzScores(NamedTuple):
    """The Buchholz scores of all players without cuts, in 1/`scale`."""

    by_number: Mapping[int, int]
    scale: int


def buchholz_scores(table: Table) -> BuchholzScores:
    """Return the Buchholz scores of all players without cuts; computed once."""

    def compute() -> BuchholzScores:
        counted = counted_opponents(table)
        rounds, sums = counted.rounds, add_up(counted.strengths, counted.rounds.parts)
        return BuchholzScores(dict(zip(rounds.numbers, sums, strict=True)), rounds.scale)

    return table.compute_once("buchholz", compute)
